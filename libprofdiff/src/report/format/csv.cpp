// SPDX-License-Identifier: GPL-3.0-or-later
// CSV according to RFC 4180: rows end in CR LF, and fields with a comma, a quote or a line break are in quotes, with
// quotes doubled. Control characters are kept: programs read CSV and match its names with those of other sources, and
// an escape, for which CSV has no rule, would be part of the name to them. The console escapes what it shows on a
// terminal. Test: tests/unit/report/format/csv_test.cpp.
#include "report/format/csv.h"

#include <algorithm>

#include "base/text.h"

namespace profdiff {

void CsvWriter::StartCell() {
  if (row_started_) out_ += ',';
  row_started_ = true;
}

void CsvWriter::AppendText(std::string_view text) {
  // A spreadsheet would read a cell that begins with one of the first six characters as a formula (OWASP, "CSV
  // Injection"); an apostrophe in front prevents this. A string that begins with an apostrophe gets another one, so
  // that readers can always remove one.
  constexpr std::string_view kMarked = "=+-@\t\r'";
  const std::string_view mark = !text.empty() && kMarked.find(text[0]) != std::string_view::npos ? "'" : "";
  const auto needs_quotes = [](char c) { return c == ',' || c == '"' || c == '\r' || c == '\n'; };
  if (std::ranges::none_of(text, needs_quotes)) {
    out_.append(mark).append(text);
    return;
  }
  out_.append("\"").append(mark);
  for (char c : text) out_.append(c == '"' ? 2 : 1, c);
  out_ += '"';
}

void CsvWriter::StartTable(std::string_view /*name*/, std::span<const TableColumn> columns) {
  // RFC 4180 allows one table per file. Further tables follow after an empty line, each with its own columns.
  if (!out_.empty()) out_ += "\r\n";
  for (const TableColumn& column : columns) {
    StartCell();
    AppendText(column.heading);
  }
  EndRow();
}

void CsvWriter::AddCell(const Cell& cell) {
  StartCell();
  const Cell::Value& value = cell.value();
  if (const std::string* text = std::get_if<std::string>(&value)) {
    AppendText(*text);
    // Lists and records are joined by blanks, because CSV has no nested values. Numbers are not passed to AppendText: a
    // minus sign before digits does not start a formula.
  } else if (std::holds_alternative<Cell::List>(value) || std::holds_alternative<Cell::Record>(value)) {
    AppendText(CellText(cell));
  } else {
    AppendCellText(out_, cell);
  }
}

void CsvWriter::EndRow() {
  out_ += "\r\n";
  row_started_ = false;
  DrainIfLong(out_, drain_);
}

}  // namespace profdiff
