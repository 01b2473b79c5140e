// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in Markdown, as GitHub and GitLab show them, and comments that contain one: first the answer, then at most ten
// rows, then what was left out. Limits keep a comment far below the 65,536 characters that GitHub takes.
// Tests: tests/unit/report/format/markdown_table_test.cpp, tests/cli/markdown/run.py.
#ifndef PROFDIFF_REPORT_FORMAT_MARKDOWN_TABLE_H_
#define PROFDIFF_REPORT_FORMAT_MARKDOWN_TABLE_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/format/limit.h"
#include "report/format/table.h"

namespace profdiff {

inline constexpr std::size_t kCommentRows = 10;

// Columns without width contain names, which become code spans; columns that are left-aligned in text are so here, too.
class MarkdownTableWriter : public TableWriter {
 public:
  explicit MarkdownTableWriter(std::string& out) : out_(out) {}

  void StartTable(std::string_view name, std::span<const TableColumn> columns) override;
  void AddCell(const Cell& cell) override;
  void EndRow() override;
  void EndTable() override;

 private:
  std::string& out_;
  std::vector<TableColumn> columns_;
  std::size_t next_ = 0;  // index of the next cell's column in columns_
};

// Appends the lines with which a report begins: the first one is the answer. Lines that begin with two blanks become
// items of a list, and other lines become paragraphs.
void AppendCommentHead(std::string& out, std::string_view lines);

// Appends a paragraph, unless it is empty.
void AppendParagraph(std::string& out, std::string_view sentence);

// Appends a table with the first rows, without columns that are empty in all of them; none if there are no rows.
// Returns the number of rows that it leaves out.
template <class Row, class Rows>
std::size_t AppendCommentTable(std::string& out, std::span<const TableColumn> columns, const Fields<Row>& fields,
                               const Rows& rows) {
  const auto shown = First(rows, kCommentRows);
  if (shown.empty()) return 0;
  std::vector<TableColumn> used;
  for (const TableColumn& column : columns) {
    const auto* const read = fields.Find(column);
    const auto has_value = [read](const auto& row) { return !CellText((*read)(row)).empty(); };
    if (read != nullptr && std::ranges::any_of(shown, has_value)) used.push_back(column);
  }
  MarkdownTableWriter writer(out);
  WriteRows(writer, "", used, fields, shown);
  return std::size(rows) - shown.size();
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_MARKDOWN_TABLE_H_
