// SPDX-License-Identifier: GPL-3.0-or-later
// Makes cells for counts that are given as decimal digits. Tests: tests/cli/prune/run.py.
#ifndef PROFDIFF_REPORT_FORMAT_COUNT_CELL_H_
#define PROFDIFF_REPORT_FORMAT_COUNT_CELL_H_

#include <cstdint>
#include <string>

#include "report/format/table.h"

namespace profdiff {

// Returns a number if it is at most 2^53, which a reader that uses doubles keeps exactly; otherwise a string of digits.
inline Cell CountCell(const std::string& digits) {
  constexpr std::size_t kSafeDigits = 16;
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 53;
  if (digits.size() > kSafeDigits) return digits;
  const std::uint64_t value = std::stoull(digits);
  return value > kLargest ? Cell(digits) : Cell(value);
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_COUNT_CELL_H_
