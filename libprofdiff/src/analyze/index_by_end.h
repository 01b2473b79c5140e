// SPDX-License-Identifier: GPL-3.0-or-later
// Arcs by one of their ends: sorting by counting, as ids of functions are small numbers.
#ifndef PROFDIFF_ANALYZE_INDEX_BY_END_H_
#define PROFDIFF_ANALYZE_INDEX_BY_END_H_

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/prefetch.h"
#include "profdiff/ids.h"

namespace profdiff {

// By FunctionId where the arcs of a function begin, one longer than there are functions.
template <class AnyArc>
std::vector<std::uint32_t> CountByEnd(std::size_t functions, std::span<const AnyArc> arcs, FunctionId AnyArc::*end) {
  std::vector<std::uint32_t> first(functions + 1, 0);
  WalkAhead(
      0, arcs.size(), [&](std::size_t i) { ++first[(arcs[i].*end).value + 1]; },
      [&](std::size_t i) { Prefetch(&first[(arcs[i].*end).value + 1]); });
  std::partial_sum(first.begin(), first.end(), first.begin());
  return first;
}

// What value_of(i) says of each arc, by one end of the arcs, newest first. `first` is what CountByEnd gives.
template <class AnyArc, class ValueOf>
auto IndexByEnd(std::span<const AnyArc> arcs, FunctionId AnyArc::*end, const std::vector<std::uint32_t>& first,
                ValueOf value_of) {
  std::vector<decltype(value_of(std::size_t{0}))> values(arcs.size());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  const std::size_t last = arcs.size() - 1;
  const auto place_of = [&](std::size_t i) -> std::uint32_t& { return next[(arcs[last - i].*end).value]; };
  WalkAhead(
      0, arcs.size(), [&](std::size_t i) { values[place_of(i)++] = value_of(last - i); },
      [&](std::size_t i) { Prefetch(&place_of(i)); }, [&](std::size_t i) { Prefetch(values.data() + place_of(i)); });
  return values;
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_INDEX_BY_END_H_
