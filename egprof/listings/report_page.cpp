// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/report_page.h"

#include "egprof/listings/listings.h"
#include "profdiff/difference.h"

namespace egprof {

profdiff::ReportPageOptions PageOptionsFor(const ProfileOptions& options, const Output& output) {
  profdiff::ReportPageOptions page;
  page.listing = options.listing;
  page.functions = options.page_size;
  page.remarks = output.notes;
  if (options.direction) {
    page.remarks.push_back(*options.direction == profdiff::Direction::kGrowth
                               ? "--growth: only where the other execution takes more"
                               : "--shrink: only where the other execution takes less");
  }
  page.of_traces = options.of_traces;
  return page;
}

void DeliverReportPage(const ProfileOptions& options, Output& output,
                       const std::function<void(std::string& out, const profdiff::ReportPageOptions& options)>& write) {
  DeliverTo(options.page, output, [&](std::string& text) { write(text, PageOptionsFor(options, output)); });
}

void DeliverReportPage(const ProfileOptions& options, const profdiff::Execution& execution, const std::string& label,
                       Output& output) {
  DeliverReportPage(options, output, [&](std::string& out, const profdiff::ReportPageOptions& page) {
    profdiff::WriteReportPage(out, execution, label, page);
  });
}

void DeliverReportPage(const ProfileOptions& options, const Subtraction& result,
                       const profdiff::ReportPageOptions& page, Output& output) {
  DeliverTo(options.page, output, [&](std::string& text) {
    profdiff::WriteReportPage(text, result.difference, result.labels, result.significance, page);
  });
}

}  // namespace egprof
