// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting of long lists by numbers, without comparisons.
// Tests: tests/unit/base/sort_by_number_test.cpp.
#ifndef PROFDIFF_BASE_SORT_BY_NUMBER_H_
#define PROFDIFF_BASE_SORT_BY_NUMBER_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace profdiff {

// Numbers without sign that sort as the values do; 0 and -0 are one. The values are numbers.
inline std::uint64_t SortableNumber(double value) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 + 0 is 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

// Sorts by number_of(value), 64 bits without sign; values of equal numbers keep their order. Cost: a pass for each byte
// in which the numbers differ; as much memory again as the values need.
template <class Value, class NumberOf>
void SortByNumber(std::span<Value> values, NumberOf number_of) {
  constexpr std::size_t kFew = 256;
  constexpr unsigned kDigitBits = 8;
  constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
  if (values.size() < kFew) {
    std::ranges::stable_sort(values, {}, number_of);
    return;
  }
  std::uint64_t differing = 0;  // bits
  for (const Value& value : values) differing |= number_of(value) ^ number_of(values.front());
  std::vector<Value> other(values.size());
  std::span<Value> from = values, to = other;
  for (unsigned shift = 0; shift < 64; shift += kDigitBits) {
    if ((differing >> shift & (kDigits - 1)) == 0) continue;
    const auto digit_of = [&](const Value& value) { return number_of(value) >> shift & (kDigits - 1); };
    std::array<std::size_t, kDigits + 1> next = {};  // by digit
    for (const Value& value : from) ++next[digit_of(value) + 1];
    for (std::size_t digit = 1; digit < kDigits; ++digit) next[digit] += next[digit - 1];
    for (const Value& value : from) to[next[digit_of(value)]++] = value;
    std::swap(from, to);
  }
  if (from.data() != values.data()) std::ranges::copy(from, values.begin());
}

// Calls use(run) for each run of values that are alike, in their order; most are of one value.
template <class Value, class Alike, class Use>
void ForEachRun(std::span<Value> values, Alike alike, Use use) {
  for (std::size_t begin = 0; begin < values.size();) {
    std::size_t end = begin + 1;
    while (end < values.size() && alike(values[begin], values[end])) ++end;
    use(values.subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SORT_BY_NUMBER_H_
