// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/format/fitted_numbers.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "report/format/styles.h"

namespace profdiff {
namespace {

constexpr std::size_t kGap = 2;  // blanks after a column

void AppendFitted(std::string& out, std::string_view text, std::size_t width) {
  out.append(width - CountCharacters(text), ' ').append(text);
}

}  // namespace

FittedNumbers::FittedNumbers(std::vector<NumberColumn> columns) : columns_(std::move(columns)) {
  for (const NumberColumn& column : columns_) {
    std::size_t width = CountCharacters(column.heading);
    for (const std::string& cell : column.cells) width = std::max(width, CountCharacters(cell));
    widths_.push_back(width);
  }
}

std::size_t FittedNumbers::width() const {
  std::size_t width = 0;
  for (const std::size_t each : widths_) width += each + kGap;
  return width;
}

void FittedNumbers::DropLast() {
  columns_.pop_back();
  widths_.pop_back();
}

void FittedNumbers::AppendHeadings(std::string& out) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    AppendFitted(out, columns_[i].heading, widths_[i]);
    out.append(kGap, ' ');
  }
}

void FittedNumbers::AppendRow(std::string& out, std::size_t row, const TextStyles& styles) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string& cell = columns_[i].cells[row];
    AppendFitted(out, cell, widths_[i]);
    if (columns_[i].is_difference) ApplyStyle(out, out.size() - cell.size(), StyleOfDifference(cell, styles), styles);
    out.append(kGap, ' ');
  }
}

}  // namespace profdiff
