// SPDX-License-Identifier: GPL-3.0-or-later
// CSV after RFC 4180. Test: tests/unit/report/format/csv_test.cpp.
#include "report/format/csv.h"

#include <charconv>
#include <cmath>

#include "base/text.h"

namespace profdiff {

void CsvWriter::StartCell() {
  if (row_started_) out_ += ',';
  row_started_ = true;
}

CsvWriter& CsvWriter::Text(std::string_view text) {
  // What makes a spreadsheet take a cell for a formula (OWASP, "CSV Injection"), and the mark against that.
  constexpr std::string_view kMarked = "=+-@\t\r'";
  StartCell();
  const std::string_view mark = !text.empty() && kMarked.find(text[0]) != std::string_view::npos ? "'" : "";
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out_.append(mark).append(text);
    return *this;
  }
  out_.append("\"").append(mark);
  for (char c : text) out_.append(c == '"' ? 2 : 1, c);
  out_ += '"';
  return *this;
}

CsvWriter& CsvWriter::Texts(std::initializer_list<std::string_view> texts) {
  for (std::string_view text : texts) Text(text);
  return *this;
}

CsvWriter& CsvWriter::Real(double value) {
  StartCell();
  if (!std::isfinite(value)) return *this;
  char buffer[32];  // 24 at most: sign, 17 digits, point, exponent
  auto result = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value);
  out_.append(buffer, result.ptr);
  return *this;
}

CsvWriter& CsvWriter::Count(std::int64_t value) {
  StartCell();
  AppendCount(out_, value);
  return *this;
}

CsvWriter& CsvWriter::Count(std::uint64_t value) {
  StartCell();
  AppendCount(out_, value);
  return *this;
}

CsvWriter& CsvWriter::Number(std::int64_t value) { return value == 0 ? Empty() : Count(value); }

CsvWriter& CsvWriter::Empty(int cells) {
  for (; cells > 0; --cells) StartCell();
  return *this;
}

void CsvWriter::EndRow() {
  out_ += "\r\n";
  row_started_ = false;
}

}  // namespace profdiff
