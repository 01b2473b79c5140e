// SPDX-License-Identifier: GPL-3.0-or-later
// Formats cells as plain text, for CSV and aligned text tables. Test: tests/unit/report/format/table_test.cpp.
#include "report/format/table.h"

#include <charconv>
#include <cmath>

#include "base/parse_text.h"
#include "base/text.h"

namespace profdiff {

namespace {

// Appends the shortest decimal that reads back as the same number. Minus zero is written as 0. Nothing is appended for
// numbers that are not finite.
void AppendShortest(std::string& out, double value) {
  if (!std::isfinite(value)) return;
  char buffer[32];  // at most 24 characters: sign, 17 digits, point, exponent
  auto result = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value);
  out.append(buffer, result.ptr);
}

// Appends the value of a cell as text.
struct TextAppender {
  std::string& out;

  void operator()(std::monostate) const {}
  void operator()(bool flag) const { out += flag ? "true" : "false"; }
  void operator()(std::int64_t count) const { AppendCount(out, count); }
  void operator()(std::uint64_t count) const { AppendCount(out, count); }
  void operator()(double number) const { AppendShortest(out, number); }
  void operator()(const std::string& text) const { out += text; }
  void operator()(const Cell::List& list) const {
    for (const Cell& element : list) {
      if (&element != list.data()) out += ' ';
      AppendCellText(out, element);
    }
  }
  void operator()(const Cell::Record& record) const {
    for (const auto& member : record) {
      if (&member != record.data()) out += ' ';
      out.append(member.first) += '=';
      AppendCellText(out, member.second);
    }
  }
};

}  // namespace

// Defined here so that copying and destroying the variant is compiled only once, and so that GCC 12 does not warn about
// a variant without a value.
Cell::Cell() = default;
Cell::Cell(const Cell& other) = default;
Cell::Cell(Cell&& other) noexcept = default;
Cell& Cell::operator=(const Cell& other) = default;
Cell& Cell::operator=(Cell&& other) noexcept = default;
Cell::~Cell() = default;

Cell CountCell(const std::string& digits) {
  constexpr std::size_t kSafeDigits = 16;
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 53;
  if (digits.size() > kSafeDigits) return digits;
  const std::uint64_t value = std::stoull(digits);
  return value > kLargest ? Cell(digits) : Cell(value);
}

std::vector<TableColumn> ListColumns(std::string_view list) {
  std::vector<TableColumn> columns;
  while (!list.empty()) {
    const std::string_view word = TakeUpTo(list, ' ');
    std::string_view key = word;
    const std::string_view heading = TakeUpTo(key, '=');
    const std::string_view first = TakeUpTo(key, '|');
    columns.push_back({.heading = heading, .key = first.empty() ? heading : first, .otherwise = key});
  }
  return columns;
}

void AppendCellText(std::string& out, const Cell& cell) { std::visit(TextAppender{out}, cell.value()); }

}  // namespace profdiff
