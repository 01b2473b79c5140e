// SPDX-License-Identifier: GPL-3.0-or-later
// Sorted by function and address, the rows of a loop are adjacent: two searches find them.
#include "read/property/callgrind_loops.h"

#include <algorithm>
#include <tuple>

namespace profdiff {
namespace {

// Sorts indices by position, and returns the range of those within a loop.
template <class PlaceOf>
auto SortByPlace(std::vector<std::uint32_t>& numbers, const PlaceOf& place_of) {
  std::ranges::sort(numbers, {}, [&](std::uint32_t i) { return std::tuple(place_of(i), i); });
  return [&numbers, &place_of](const CodeLoop& loop) {
    const auto begin = std::ranges::lower_bound(numbers, std::tuple(loop.function, loop.first), {}, place_of);
    const auto end = std::ranges::upper_bound(numbers, std::tuple(loop.function, loop.last), {}, place_of);
    return CallgrindStretch{static_cast<std::size_t>(begin - numbers.begin()),
                            static_cast<std::size_t>(end - numbers.begin())};
  };
}

}  // namespace

CallgrindLoops::CallgrindLoops(const CallgrindTable& table, const std::vector<bool>& is_inner)
    : loops_(table.back_jumps) {
  if (all().empty()) return;
  const CallgrindSums& sums = table.sums;
  const auto caller_of = [&](std::uint32_t i) { return sums.FunctionOf(sums.calls()[table.sites[i].call].caller); };
  for (std::uint32_t i = 0; i < table.pieces.size(); ++i) pieces_.push_back(i);
  for (std::uint32_t i = 0; i < table.sites.size(); ++i) {
    const CallgrindSums::CallId call = table.sites[i].call;
    if (!is_inner[call] && sums.FunctionOf(sums.calls()[call].callee) != caller_of(i)) sites_.push_back(i);
  }
  const auto piece_place = [&](std::uint32_t i) {
    return std::tuple(table.pieces[i].function, table.pieces[i].spot.address);
  };
  const auto site_place = [&](std::uint32_t i) { return std::tuple(caller_of(i), table.sites[i].spot.address); };
  const auto pieces_of = SortByPlace(pieces_, piece_place);
  const auto sites_of = SortByPlace(sites_, site_place);
  for (const CodeLoop& loop : all()) of_loops_.push_back({pieces_of(loop), sites_of(loop)});
}

}  // namespace profdiff
