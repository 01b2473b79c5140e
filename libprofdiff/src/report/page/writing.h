// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of all kinds of reports are put together with.
#ifndef PROFDIFF_REPORT_PAGE_WRITING_H_
#define PROFDIFF_REPORT_PAGE_WRITING_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "profdiff/report_page.h"
#include "report/format/json_columns.h"
#include "report/format/table.h"

namespace profdiff {

inline constexpr std::size_t kStaticRows = 50;  // rows that are there without scripts

// The parts that differ between reports.
struct ReportParts {
  std::string title;
  // One line each, before the first rows: both labels, totals.
  std::vector<std::string> head;
  std::function<void(TableWriter& writer)> write_first_rows;
  std::vector<JsonBlock> blocks;  // of the document
  JsonColumnsWriter view;         // values beside it
};

// Appends the page. Errors: as RequireReportPages().
void WriteReport(std::string& out, ReportParts parts);

// "limit", "remarks" and what else all reports have of the options.
void AddOptions(JsonColumnsWriter& view, const ReportPageOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PAGE_WRITING_H_
