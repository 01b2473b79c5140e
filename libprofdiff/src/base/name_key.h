// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting by name without going to where the names are.
// Tests: tests/unit/base/name_key_test.cpp.
#ifndef PROFDIFF_BASE_NAME_KEY_H_
#define PROFDIFF_BASE_NAME_KEY_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/in_order.h"
#include "base/prefetch.h"
#include "base/sort_by_number.h"

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

// How many bytes at the beginning all names have in common. `names` is an array; `name_of` gives an element's name.
template <class Range, class NameOf>
std::size_t CommonBytes(const Range& names, NameOf name_of, unsigned threads = 1) {
  if (names.empty()) return 0;
  const std::string_view first = name_of(names[0]);
  std::atomic<std::size_t> bytes = first.size();
  DoHalves(names.size(), threads, [&](std::size_t begin, std::size_t end) {
    std::string_view common = first;
    WalkAhead(
        begin, end, [&](std::size_t i) { common = common.substr(0, CommonBytes(common, name_of(names[i]))); },
        [&](std::size_t i) { Prefetch(name_of(names[i]).data()); });
    for (std::size_t known = bytes; common.size() < known && !bytes.compare_exchange_weak(known, common.size());) {
    }
  });
  return bytes;
}

// A place in a list of names.
struct NamedPlace {
  std::uint64_t key = 0;
  std::uint32_t at = 0;
};

// Sorts by key; those of equal keys stand in any order. A few names that are unlike all others would make a sort by
// number look at every byte of all keys. So the list is divided first, at the middle one of some keys: where most names
// begin alike, that is the key of most.
inline void SortByKey(std::span<NamedPlace> places, unsigned threads) {
  constexpr std::size_t kMany = std::size_t{1} << 12;
  constexpr std::size_t kSome = 63;
  const auto sort = [](std::span<NamedPlace> some) {
    SortByNumber(some, [](const NamedPlace& place) { return place.key; });
  };
  if (places.size() < kMany) return sort(places);
  std::array<std::uint64_t, kSome> keys;
  for (std::size_t i = 0; i < kSome; ++i) keys[i] = places[places.size() / kSome * i].key;
  std::ranges::nth_element(keys, keys.begin() + kSome / 2);
  const std::uint64_t middle = keys[kSome / 2];
  const auto is_below = [middle](const NamedPlace& place) { return place.key < middle; };
  const auto is_middle = [middle](const NamedPlace& place) { return place.key == middle; };
  const auto below_end = std::partition(places.begin(), places.end(), is_below);
  const auto middle_end = std::partition(below_end, places.end(), is_middle);
  DoBoth(
      ThreadsFor(places.size(), threads),
      [&] {
        sort({places.begin(), below_end});
      },
      [&] {
        sort({middle_end, places.end()});
      });
}

// Sorts places by name; name_of(at) gives the name, and less(a, b) compares two places in full, those of equal names as
// well. Most names are looked at for a few bytes, once. The order is the same for any number of threads.
template <class NameOf, class Less>
void SortByName(std::span<NamedPlace> places, NameOf name_of, Less less, unsigned threads = 1, unsigned depth = 0) {
  constexpr std::size_t kFew = 8;
  constexpr unsigned kDeep = 32;
  if (places.size() <= kFew || depth == kDeep) {
    std::ranges::sort(places, less, &NamedPlace::at);
    return;
  }
  const std::size_t common = CommonBytes(
      places, [&](const NamedPlace& place) { return name_of(place.at); }, threads);
  DoHalves(places.size(), threads, [&](std::size_t begin, std::size_t end) {
    WalkAhead(
        begin, end, [&](std::size_t i) { places[i].key = NameKey(name_of(places[i].at), common); },
        [&](std::size_t i) { Prefetch(name_of(places[i].at).data() + common); });
  });
  SortByKey(places, threads);
  const auto alike = [](const NamedPlace& a, const NamedPlace& b) { return a.key == b.key; };
  ForEachRun(places, alike, [&](std::span<NamedPlace> same) {
    if (same.size() == places.size()) {
      std::ranges::sort(same, less, &NamedPlace::at);  // all are one name
    } else if (same.size() > 1) {
      SortByName(same, name_of, less, threads, depth + 1);
    }
  });
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NAME_KEY_H_
