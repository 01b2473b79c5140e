// SPDX-License-Identifier: GPL-3.0-or-later
// HTML tables for the part of a page that needs no scripts. Names are in <bdi>, which isolates their writing direction
// from the rest of the row.
#include "report/format/html_table.h"

#include <cmath>
#include <cstdio>

#include "report/format/html.h"

namespace profdiff {
namespace {

// Returns the text of a cell: a real number with `digits` decimals, any other value unchanged, or "-" for an unknown
// value.
std::string TextFor(const Cell& cell, int digits) {
  if (cell.empty()) return "-";
  const double* number = std::get_if<double>(&cell.value());
  if (number == nullptr) return CellText(cell);
  if (!std::isfinite(*number)) return "-";
  char text[400];  // the largest double has 309 digits before the point
  std::snprintf(text, sizeof text, "%.*f", digits, *number);
  return text;
}

}  // namespace

void HtmlTableWriter::StartTable(std::string_view /*name*/, std::span<const TableColumn> columns) {
  columns_.assign(columns.begin(), columns.end());
  out_ += "<table><thead><tr>";
  for (const TableColumn& column : columns_) {
    out_ += "<th scope=\"col\">";
    AppendHtmlText(out_, column.heading);
    out_ += "</th>";
  }
  out_ += "</tr></thead><tbody>\n";
}

void HtmlTableWriter::AddCell(const Cell& cell) {
  if (next_ == 0) out_ += "<tr>";
  const TableColumn& column = columns_[next_++];
  out_ += column.left ? "<td class=\"text\"><bdi>" : "<td>";
  AppendHtmlText(out_, TextFor(cell, column.digits));
  out_ += column.left ? "</bdi></td>" : "</td>";
}

void HtmlTableWriter::EndRow() {
  out_ += "</tr>\n";
  next_ = 0;
}

void HtmlTableWriter::EndTable() { out_ += "</tbody></table>\n"; }

}  // namespace profdiff
