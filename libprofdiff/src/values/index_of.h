// SPDX-License-Identifier: GPL-3.0-or-later
// The indices of distinct values in a list.
// Tests: tests/unit/read/store/store_test.cpp.
#ifndef PROFDIFF_VALUES_INDEX_OF_H_
#define PROFDIFF_VALUES_INDEX_OF_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace profdiff {

// Returns the index of a value in `values`; appends the value if it is new. `known` contains the indices of all values.
template <class Map, class List>
typename Map::mapped_type IndexOf(const typename Map::key_type& value, Map& known, List& values) {
  const auto [at, is_new] = known.try_emplace(value, static_cast<typename Map::mapped_type>(values.size()));
  if (is_new) values.emplace_back(value);
  return at->second;
}

template <class Value>
std::map<Value, std::uint32_t> IndicesOf(const std::vector<Value>& values) {
  std::map<Value, std::uint32_t> known;
  for (std::size_t i = 0; i < values.size(); ++i) known.emplace(values[i], static_cast<std::uint32_t>(i));
  return known;
}

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_INDEX_OF_H_
