// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting by name with few accesses to the bytes of names.
// Tests: tests/unit/base/name_key_test.cpp.
#ifndef PROFDIFF_BASE_NAME_KEY_H_
#define PROFDIFF_BASE_NAME_KEY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/sort_on_threads.h"

namespace profdiff {

// Returns the eight bytes of a name that start at `place`, as a big-endian integer, so that integers sort like the
// bytes; a shorter name is padded with zeros. If two names agree in the first `place` bytes, the one with the smaller
// key sorts first; names with equal keys must be compared as text.
inline std::uint64_t NameKey(std::string_view name, std::size_t place) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < sizeof key; ++i) {
    const std::size_t at = place + i;
    key = key << 8 | (at < name.size() ? static_cast<unsigned char>(name[at]) : 0U);
  }
  return key;
}

// Returns the length of the longest common prefix of two names, in bytes.
inline std::size_t CommonBytes(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

// Returns the length of the longest common prefix of all names, in bytes. `names` is an array; `name_of` returns the
// name of an element.
template <class Range, class NameOf>
std::size_t CommonBytes(const Range& names, NameOf name_of) {
  if (names.empty()) return 0;
  std::string_view common = name_of(names[0]);
  for (const auto& name : names) common = common.substr(0, CommonBytes(common, name_of(name)));
  return common.size();
}

// The index of a name in a list of names, and its key.
struct NamedPlace {
  std::uint64_t key = 0;
  std::uint32_t at = 0;
};

// Sorts places by name. `name_of(at)` returns the name at an index; `less(a, b)` is a total order of indices that sorts
// by name first. The order is the same for any number of threads.
template <class NameOf, class Less>
void SortByName(std::span<NamedPlace> places, NameOf name_of, Less less, unsigned threads = 1) {
  const std::size_t common = CommonBytes(places, [&](const NamedPlace& place) { return name_of(place.at); });
  for (NamedPlace& place : places) place.key = NameKey(name_of(place.at), common);
  SortOnThreads(places, threads, [&](const NamedPlace& a, const NamedPlace& b) {
    return a.key != b.key ? a.key < b.key : less(a.at, b.at);
  });
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NAME_KEY_H_
