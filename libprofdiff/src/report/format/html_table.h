// SPDX-License-Identifier: GPL-3.0-or-later
// HTML tables, for the part of a page that needs no scripts.
// Test: tests/unit/report/page/page_test.cpp.
#ifndef PROFDIFF_REPORT_FORMAT_HTML_TABLE_H_
#define PROFDIFF_REPORT_FORMAT_HTML_TABLE_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/format/table.h"

namespace profdiff {

// Writes tables as HTML, with one line of output per row. Uses only the heading, `digits` and `left` of each
// TableColumn.
class HtmlTableWriter : public TableWriter {
 public:
  explicit HtmlTableWriter(std::string& out) : out_(out) {}

  void StartTable(std::string_view name, std::span<const TableColumn> columns) override;
  void AddCell(const Cell& cell) override;
  void EndRow() override;
  void EndTable() override;

 private:
  std::string& out_;
  std::vector<TableColumn> columns_;
  std::size_t next_ = 0;  // index of the next cell's column in columns_
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_HTML_TABLE_H_
