// SPDX-License-Identifier: GPL-3.0-or-later
// Writes tables as aligned text. Test: tests/unit/report/format/table_test.cpp.
#include "report/format/text_table.h"

#include <charconv>

#include "base/decimals.h"
#include "base/text.h"

namespace profdiff {
namespace {

// Appends the gap before a column, and a cell. If a right-aligned cell fits, its gap and padding are appended as one
// run of blanks, because this is faster.
void AppendPadded(std::string& out, const TableColumn& column, std::string_view text) {
  if (!column.left && text.size() <= static_cast<std::size_t>(column.width)) {
    return AppendRight(out, text, column.gap + column.width);
  }
  out.append(static_cast<std::size_t>(column.gap), ' ');
  column.left ? AppendLeft(out, text, column.width) : AppendRight(out, text, column.width);
}

void AppendReal(std::string& out, const TableColumn& column, double number) {
  const std::size_t begin = out.size(), gap = static_cast<std::size_t>(column.gap);
  AppendFixed(out, number, column.gap + column.width, column.digits);
  if (gap == 0 || out[begin + gap - 1] == ' ') return;
  // The number is so wide that it extends into the gap, so the missing blanks of the gap are inserted before it.
  out.insert(begin, gap - (out.find_first_not_of(' ', begin) - begin), ' ');
}

void AppendCount(std::string& out, const TableColumn& column, std::uint64_t number) {
  char digits[20];  // enough for 18446744073709551615
  const auto result = std::to_chars(digits, digits + sizeof digits, number);
  AppendPadded(out, column, std::string_view(digits, static_cast<std::size_t>(result.ptr - digits)));
}

void AppendCell(std::string& out, const TableColumn& column, const Cell& cell) {
  const Cell::Value& value = cell.value();
  if (const auto* number = std::get_if<double>(&value)) return AppendReal(out, column, *number);
  if (const auto* count = std::get_if<std::uint64_t>(&value)) return AppendCount(out, column, *count);
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole != nullptr && column.unit_size != 0) return AppendPadded(out, column, InUnits(*whole, column.unit_size));
  if (const auto* text = std::get_if<std::string>(&value)) return AppendPadded(out, column, *text);
  AppendPadded(out, column, CellText(cell));
}

}  // namespace

// The calculation uses integers, because the nanoseconds of long traces can have more digits than a double represents
// exactly.
std::string InUnits(std::int64_t number, std::int64_t size) {
  const auto step = static_cast<std::uint64_t>(size / 1000);
  const std::uint64_t thousandths = (Magnitude(number) + step / 2) / step;
  return WithDecimals(static_cast<std::int64_t>(number < 0 ? 0 - thousandths : thousandths), 3);
}

void TextTableWriter::StartTable(std::string_view /*name*/, std::span<const TableColumn> columns) {
  columns_.assign(columns.begin(), columns.end());
  // The last column has no width. Its heading is in the second heading line, directly above its cells.
  for (const TableColumn& column : columns_) {
    if (column.width != 0) AppendPadded(out_, column, column.heading);
  }
  out_ += '\n';
  for (const TableColumn& column : columns_) {
    AppendPadded(out_, column, column.width != 0 ? column.unit : column.heading);
  }
  out_ += '\n';
}

void TextTableWriter::AddCell(const Cell& cell) { AppendCell(out_, columns_[next_++], cell); }

void TextTableWriter::EndRow() {
  out_ += '\n';
  next_ = 0;
  DrainIfLong(out_, drain_);
}

}  // namespace profdiff
