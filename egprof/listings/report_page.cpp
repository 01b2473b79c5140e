// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/report_page.h"

#include <algorithm>
#include <iterator>

#include "egprof/console/message_text.h"
#include "egprof/console/remedies.h"

namespace egprof {

profdiff::ReportPageOptions PageOptionsFor(const PageOptions& options, const profdiff::ListingOptions& listing,
                                           std::optional<profdiff::Direction> direction,
                                           const std::vector<Messages::Entry>& entries, Wording wording) {
  profdiff::ReportPageOptions page;
  page.listing = listing;
  page.listing.words = WordsForRemedy;
  page.functions = options.page_size;
  std::vector<Messages::Entry> remarks, readings;
  std::ranges::partition_copy(entries, std::back_inserter(readings), std::back_inserter(remarks), IsReading);
  for (const std::string& remark : LinesOf(remarks, wording)) page.remarks.emplace_back(remark);
  for (const std::string& reading : LinesOf(readings, wording)) page.readings.emplace_back(reading);
  if (direction) {
    page.remarks.emplace_back(*direction == profdiff::Direction::kGrowth
                                  ? "--growth: only where the other execution takes more"
                                  : "--shrink: only where the other execution takes less");
  }
  page.of_traces = options.of_traces;
  return page;
}

void DeliverReportPage(
    const PageOptions& options, const profdiff::ListingOptions& listing, std::optional<profdiff::Direction> direction,
    const Outlets& to,
    const std::function<void(std::string& text, const profdiff::ReportPageOptions& options)>& write) {
  DeliverTo(options.page, to.out, to.files, [&](std::string& text) {
    write(text, PageOptionsFor(options, listing, direction, to.messages.entries(), to.messages.wording()));
  });
}

void DeliverReportPage(const ListingPlan& plan, const profdiff::Execution& execution, const std::string& label,
                       const Outlets& to) {
  DeliverReportPage(plan.outputs, plan.layout.listing, plan.direction, to,
                    [&](std::string& text, const profdiff::ReportPageOptions& page) {
                      profdiff::WriteReportPage(text, execution, label, page);
                    });
}

void DeliverReportPage(const std::optional<std::string>& file, const Subtraction& result,
                       const profdiff::ReportPageOptions& page, TextSink& out, FileGuard& files) {
  DeliverTo(file, out, files, [&](std::string& text) {
    profdiff::WriteReportPage(text, result.difference, result.labels, result.significance, page);
  });
}

}  // namespace egprof
