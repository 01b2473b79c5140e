// SPDX-License-Identifier: GPL-3.0-or-later
// What is written for programs: tables and documents, and call graphs as files.
#ifndef EGPROF_LISTINGS_MACHINE_LISTINGS_H_
#define EGPROF_LISTINGS_MACHINE_LISTINGS_H_

#include <string>

#include "egprof/console/output.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/listing.h"
#include "profdiff/significance.h"

namespace egprof {

// True if listings are tables or a document for programs. Errors: kBadArgument for listings that are text alone.
bool WantsTables(const ProfileOptions& options, Styles styles);

// Flat profile, call graph and counts, of those that are wanted, in the format that is wanted.
void WriteTables(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution,
                 const std::string& label, Output& output);
// `significance` may be null.
void WriteTables(const ProfileOptions& options, Styles styles, const profdiff::Difference& difference,
                 const profdiff::SideLabels& labels, const profdiff::Significance* significance, Output& output);

// The call graphs that are wanted, to their files; says what they leave out.
void WriteGraphs(const ProfileOptions& options, const profdiff::Execution& execution, const std::string& label,
                 Output& output);
// Shape: every format has write_difference. Loading, and the options of a command without it, refuse others.
void WriteGraphs(const ProfileOptions& options, const profdiff::Difference& difference, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_MACHINE_LISTINGS_H_
