// SPDX-License-Identifier: GPL-3.0-or-later
// --html for profiles: one page with all requested results.
// Tests: tests/cli/page/run.py.
#ifndef EGPROF_LISTINGS_REPORT_PAGE_H_
#define EGPROF_LISTINGS_REPORT_PAGE_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "egprof/console/outlets.h"
#include "egprof/listings/difference_listings.h"
#include "egprof/listings/listings.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"

namespace egprof {

// Returns the options of a page that shows the messages and says which part of a difference it shows.
profdiff::ReportPageOptions PageOptionsFor(const PageOptions& options, const profdiff::ListingOptions& listing,
                                           std::optional<profdiff::Direction> direction,
                                           const std::vector<Messages::Entry>& entries, Wording wording);

// Write the page if --html is given. Without `page`, the messages so far become the page's remarks. Errors: those of
// WriteReportPage and Deliver.
void DeliverReportPage(const ListingPlan& plan, const profdiff::Execution& execution, const std::string& label,
                       const Outlets& to);
void DeliverReportPage(const std::optional<std::string>& file, const Subtraction& result,
                       const profdiff::ReportPageOptions& page, TextSink& out, FileGuard& files);
// Writes the page if --html is given. write(text, options) appends the page to `text`.
void DeliverReportPage(const PageOptions& options, const profdiff::ListingOptions& listing,
                       std::optional<profdiff::Direction> direction, const Outlets& to,
                       const std::function<void(std::string& text, const profdiff::ReportPageOptions& options)>& write);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_REPORT_PAGE_H_
