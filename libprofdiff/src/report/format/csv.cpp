// SPDX-License-Identifier: GPL-3.0-or-later
// CSV after RFC 4180. Test: tests/unit/report/format/csv_test.cpp.
#include "report/format/csv.h"

#include <algorithm>

#include "base/text.h"

namespace profdiff {

void CsvWriter::StartCell() {
  if (row_started_) out_ += ',';
  row_started_ = true;
}

void CsvWriter::AppendText(std::string_view text) {
  // What makes a spreadsheet take a cell for a formula (OWASP, "CSV Injection"), and the mark against that.
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
