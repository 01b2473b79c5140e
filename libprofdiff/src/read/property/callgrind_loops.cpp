// SPDX-License-Identifier: GPL-3.0-or-later
// The indices of a CallgrindTable's rows are sorted by function and address, so the rows of a loop are adjacent, and
// two binary searches find them.
#include "read/property/callgrind_loops.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace profdiff {
namespace {

// Sorts indices by position. Returns a function that finds the range of the sorted indices that belong to a loop.
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

// Returns the jumps. Sets CodeJump::is_only_way if the target was executed exactly as often as jumps to it were taken.
// Without the event Ir, which counts executions, the flag stays false.
std::vector<CodeJump> JumpsOf(const CallgrindTable& table) {
  using Key = std::pair<FunctionId, std::uint64_t>;
  std::vector<CodeJump> jumps = table.jumps;
  const auto executions = std::ranges::find(table.columns, "Ir");
  if (jumps.empty() || executions == table.columns.end()) return jumps;
  const auto column = static_cast<std::size_t>(executions - table.columns.begin());
  // For each target of a jump, the number of times that it was executed without having been reached by a jump.
  // Subtracting jumps may wrap around in a file whose counts contradict each other.
  std::map<Key, std::uint64_t> entered;
  for (std::size_t i = 0; i < jumps.size(); ++i) {
    entered[{jumps[i].function, jumps[i].to.address}] -= table.jump_counts[i];
  }
  for (std::size_t i = 0; i < table.pieces.size(); ++i) {
    const auto target = entered.find({table.pieces[i].function, table.pieces[i].spot.address});
    if (target != entered.end()) target->second += table.all.pieces[i][column];
  }
  for (CodeJump& jump : jumps) jump.is_only_way = entered[{jump.function, jump.to.address}] == 0;
  return jumps;
}

}  // namespace

CallgrindLoops::CallgrindLoops(const CallgrindTable& table, const std::vector<bool>& is_inner)
    : loops_(JumpsOf(table)) {
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
