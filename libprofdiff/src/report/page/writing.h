// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that all report pages share.
#ifndef PROFDIFF_REPORT_PAGE_WRITING_H_
#define PROFDIFF_REPORT_PAGE_WRITING_H_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "profdiff/formats.h"
#include "report/format/json_columns.h"
#include "report/format/table.h"

namespace profdiff {

inline constexpr std::size_t kStaticRows = 50;  // number of rows that a page shows without scripts

// Returns the smaller limit. A limit of 0 means no limit, so if one limit is 0, their sum is the other limit.
inline std::size_t SmallerLimit(std::size_t a, std::size_t b) { return a == 0 || b == 0 ? a + b : std::min(a, b); }

// The parts in which the pages of different reports differ.
struct ReportParts {
  std::string title;
  // The lines above the first rows: labels and totals.
  std::vector<std::string> head;
  std::function<void(TableWriter& writer)> write_first_rows;
  std::vector<JsonBlock> blocks;  // the document
  JsonColumnsWriter view;         // values that are not in the document
};

// Appends the page. Errors: those of RequirePages().
void WriteReport(std::string& out, ReportParts parts);

// Adds "limit", "notes" and other options that all reports have.
void AddOptions(JsonColumnsWriter& view, const ReportPageOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PAGE_WRITING_H_
