// SPDX-License-Identifier: GPL-3.0-or-later
// --html for profiles: one page with all requested results.
// Tests: tests/cli/page/run.py.
#ifndef EGPROF_LISTINGS_REPORT_PAGE_H_
#define EGPROF_LISTINGS_REPORT_PAGE_H_

#include <functional>
#include <string>

#include "egprof/console/output.h"
#include "egprof/listings/difference_listings.h"
#include "egprof/options/options.h"
#include "profdiff/listing.h"
#include "profdiff/report_page.h"

namespace egprof {

// Returns the options of a page; the notes that `output` contains so far become the page's remarks.
profdiff::ReportPageOptions PageOptionsFor(const ProfileOptions& options, const Output& output);

// Write the page if --html is given. Errors: those of WriteReportPage and Deliver.
void DeliverReportPage(const ProfileOptions& options, const profdiff::Execution& execution, const std::string& label,
                       Output& output);
void DeliverReportPage(const ProfileOptions& options, const Subtraction& result,
                       const profdiff::ReportPageOptions& page, Output& output);
// Writes the page if --html is given. write(out, options) appends the page to `out`.
void DeliverReportPage(const ProfileOptions& options, Output& output,
                       const std::function<void(std::string& out, const profdiff::ReportPageOptions& options)>& write);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_REPORT_PAGE_H_
