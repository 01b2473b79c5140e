// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as CSV (RFC 4180).
// Tests: tests/unit/read/property/metric_table_test.cpp, tests/unit/read/benchmarks/results_test.cpp.
#ifndef PROFDIFF_READ_FILE_CSV_ROWS_H_
#define PROFDIFF_READ_FILE_CSV_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

using CsvCells = std::vector<std::string>;

// Reads the cells of a table row by row: a cell in quotes may contain commas, line feeds, and doubled quotes. A row may
// also end in a line feed without a carriage return. Empty lines between rows are skipped.
class CsvRows {
 public:
  CsvRows(std::string_view text, const std::string& path) : rest_(text), path_(path) {}

  // Reads the next row. Returns false after the last one. Errors name the row's first line, because a cell may span
  // several lines.
  bool Next(CsvCells& row);

  // Throws an error about the last row.
  [[noreturn]] void Fail(const std::string& reason) const;

 private:
  void Skip(std::size_t size);
  bool TakeComma();
  std::string TakeCell();

  std::string_view rest_;
  const std::string& path_;
  std::uint64_t line_ = 1, first_line_ = 1;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_CSV_ROWS_H_
