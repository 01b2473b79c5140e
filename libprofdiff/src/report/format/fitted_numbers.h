// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of numbers at the beginning of lines whose rest is a name. Each column is as wide as its widest cell, so that
// the name has the most room.
// Tests: tests/unit/report/format/fitted_numbers_test.cpp.
#ifndef PROFDIFF_REPORT_FORMAT_FITTED_NUMBERS_H_
#define PROFDIFF_REPORT_FORMAT_FITTED_NUMBERS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profdiff/error.h"

namespace profdiff {

struct NumberColumn {
  std::string heading;
  std::vector<std::string> cells = {};  // by row
  bool is_difference = false;           // base minus other: has the hue of more or less
};

class FittedNumbers {
 public:
  explicit FittedNumbers(std::vector<NumberColumn> columns);

  const std::vector<NumberColumn>& columns() const { return columns_; }
  // Returns the width of all columns in characters, with two blanks after each.
  std::size_t width() const;
  void DropLast();

  // Both append right-aligned texts, with two blanks after each.
  void AppendHeadings(std::string& out) const;
  void AppendRow(std::string& out, std::size_t row, const TextStyles& styles) const;

 private:
  std::vector<NumberColumn> columns_;
  std::vector<std::size_t> widths_;  // by column
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_FITTED_NUMBERS_H_
