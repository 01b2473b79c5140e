// SPDX-License-Identifier: GPL-3.0-or-later
// Exact output of integers as decimal fractions.
// Tests: tests/unit/base/decimals_test.cpp.
#ifndef PROFDIFF_BASE_DECIMALS_H_
#define PROFDIFF_BASE_DECIMALS_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace profdiff {

// Returns the absolute value of a number.
constexpr std::uint64_t Magnitude(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? 0 - bits : bits;
}

// Returns value / 10^decimals as a decimal fraction, for example "-12.345" for -12345 and three decimals.
inline std::string WithDecimals(std::int64_t value, std::size_t decimals) {
  std::string digits = std::to_string(Magnitude(value));
  if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
  digits.insert(digits.size() - decimals, 1, '.');
  return value < 0 ? "-" + digits : digits;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_DECIMALS_H_
