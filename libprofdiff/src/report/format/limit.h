// SPDX-License-Identifier: GPL-3.0-or-later
// Rows up to the limit of a listing; a limit of 0 means no limit.
#ifndef PROFDIFF_REPORT_FORMAT_LIMIT_H_
#define PROFDIFF_REPORT_FORMAT_LIMIT_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace profdiff {

// Returns the first `limit` rows.
template <class Rows>
auto First(const Rows& rows, std::size_t limit) {
  return std::span(rows).first(limit == 0 ? rows.size() : std::min(limit, rows.size()));
}

// Cuts rows to `limit`, and returns the number of omitted rows.
template <class Row>
std::size_t CutRows(std::vector<Row>& rows, std::size_t limit) {
  const std::size_t all = rows.size();
  if (limit != 0 && limit < all) rows.resize(limit);
  return all - rows.size();
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_LIMIT_H_
