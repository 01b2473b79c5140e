// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting by name without going to where the names are.
// Tests: tests/unit/base/name_key_test.cpp.
#ifndef PROFDIFF_BASE_NAME_KEY_H_
#define PROFDIFF_BASE_NAME_KEY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace profdiff {

// Eight bytes of a name from `place` on, as a number that sorts as they do. Of two names with the same first `place`
// bytes, the one with the smaller key is the smaller one; equal keys say nothing.
inline std::uint64_t NameKey(std::string_view name, std::size_t place) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < sizeof key; ++i) {
    const std::size_t at = place + i;
    key = key << 8 | (at < name.size() ? static_cast<unsigned char>(name[at]) : 0U);
  }
  return key;
}

// How many bytes at the beginning two names have in common.
inline std::size_t CommonBytes(std::string_view a, std::string_view b) {
  auto [end, unused] =
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin());
  return static_cast<std::size_t>(end - a.begin());
}

// How many bytes at the beginning all names have in common. `names` is a range; `name_of` gives an element's name.
template <class Range, class NameOf>
std::size_t CommonBytes(const Range& names, NameOf name_of) {
  std::size_t common = 0;
  std::string_view first;
  for (const auto& element : names) {
    const std::string_view name = name_of(element);
    if (first.data() == nullptr) {
      first = name;
      common = name.size();
    }
    common = CommonBytes(first.substr(0, common), name);
  }
  return common;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NAME_KEY_H_
