// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs that other programs read: tables, documents, and call graphs as files.
#ifndef EGPROF_LISTINGS_MACHINE_LISTINGS_H_
#define EGPROF_LISTINGS_MACHINE_LISTINGS_H_

#include <string>

#include "egprof/console/outlets.h"
#include "egprof/listings/difference_listings.h"
#include "egprof/listings/listings.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/listing.h"
#include "profdiff/significance.h"

namespace egprof {

// True if the listings are tables or a document for programs. Errors: kBadArgument for listings that exist only as
// text.
bool WantsTables(const TableOptions& options, Styles styles);

// Writes the selected listings (flat profile, call graph, counts) in the selected format.
void WriteTables(const ListingPlan& plan, const profdiff::Execution& execution, const std::string& label, TextSink& out,
                 Messages& messages);
// Writes the selected listings of a difference. `significance` may be null.
void WriteTables(const ListingPlan& plan, const Subtraction& result, TextSink& out, Messages& messages);

// Writes the selected call graphs to their files, and notes how many functions were left out.
void WriteGraphs(const GraphOptions& options, const profdiff::NameStyle& names, const profdiff::Execution& execution,
                 const std::string& label, const Outlets& to);
// Requires that all selected formats have write_difference. Formats without it are refused earlier: when executions are
// loaded, or when the command checks its options.
void WriteGraphs(const GraphOptions& options, const profdiff::NameStyle& names, const profdiff::Difference& difference,
                 const profdiff::Conclusion& conclusion, const Outlets& to);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_MACHINE_LISTINGS_H_
