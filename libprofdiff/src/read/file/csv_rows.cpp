// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/file/csv_rows.h"

#include <algorithm>

#include "profdiff/error.h"

namespace profdiff {

bool CsvRows::Next(CsvCells& row) {
  row.clear();
  while (rest_.starts_with('\n') || rest_.starts_with("\r\n")) Skip(rest_.find('\n') + 1);
  if (rest_.empty()) return false;
  first_line_ = line_;
  do {
    row.push_back(TakeCell());
  } while (TakeComma());
  if (!rest_.empty()) Skip(rest_.find('\n') + 1);
  return true;
}

void CsvRows::Fail(const std::string& reason) const {
  throw Error(ErrorCode::kBadProfile, reason, path_, Place::Line(first_line_));
}

void CsvRows::Skip(std::size_t size) {
  line_ += static_cast<std::uint64_t>(std::ranges::count(rest_.substr(0, size), '\n'));
  rest_.remove_prefix(size);
}

bool CsvRows::TakeComma() {
  if (!rest_.starts_with(',')) return false;
  Skip(1);
  return true;
}

std::string CsvRows::TakeCell() {
  if (!rest_.starts_with('"')) {
    std::string_view cell = rest_.substr(0, rest_.find_first_of(",\n"));
    Skip(cell.size());
    if (cell.ends_with('\r')) cell.remove_suffix(1);
    return std::string(cell);
  }
  // Each iteration takes the text up to a quote. If another quote follows immediately, the two are a doubled quote, and
  // the cell continues.
  std::string cell;
  for (bool goes_on = true; goes_on;) {
    const std::size_t end = rest_.find('"', 1);
    if (end == std::string_view::npos) Fail("a quote that does not end");
    cell += rest_.substr(1, end - 1);
    Skip(end + 1);
    goes_on = rest_.starts_with('"');
    if (goes_on) cell += '"';
  }
  if (rest_.starts_with("\r\n")) Skip(1);
  if (!rest_.empty() && rest_[0] != ',' && rest_[0] != '\n') Fail("expected a comma after a quote");
  return cell;
}

}  // namespace profdiff
