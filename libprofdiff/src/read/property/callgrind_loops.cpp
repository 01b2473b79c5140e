// SPDX-License-Identifier: GPL-3.0-or-later
// A loop is the code between a jump to a lower address and its target. Compilers put the test of a counted loop at its
// end, with the source line of the loop: so the line of a conditional jump is the loop's header. Before an
// unconditional jump the test is at the target. Several backward jumps of one loop have the same target and header.
// Tests: tests/unit/read/property/callgrind_loops_test.cpp.
#include "read/property/callgrind_loops.h"

#include <algorithm>
#include <tuple>

namespace profdiff {
namespace {

// Bound on the nesting of loops, for crafted files.
constexpr int kDeepest = 1000;

CallgrindLoop LoopOf(const CallgrindTable::BackJump& jump) {
  CallgrindTable::Spot header = jump.is_conditional ? jump.from : jump.to;
  header.address = 0;
  return {jump.function, jump.to.address, jump.from.address, header, 0, std::nullopt, {}, {}};
}

auto HeaderKey(const CallgrindLoop& loop) {
  return std::tuple(loop.function, loop.first, loop.header.file, loop.header.line);
}

// Merges loops with the same header into one, which extends to the last jump.
void JoinHeaders(std::vector<CallgrindLoop>& loops) {
  std::ranges::sort(loops, {},
                    [](const CallgrindLoop& loop) { return std::tuple_cat(HeaderKey(loop), std::tuple(loop.last)); });
  std::vector<CallgrindLoop> joined;
  for (const CallgrindLoop& loop : loops) {
    if (joined.empty() || HeaderKey(joined.back()) != HeaderKey(loop)) joined.push_back(loop);
    joined.back().last = loop.last;
  }
  loops = std::move(joined);
}

bool Has(const CallgrindLoop& outer, const CallgrindLoop& inner) {
  return outer.function == inner.function && outer.first <= inner.first && inner.last <= outer.last;
}

// Sorts indices by position, and returns the range of those within a loop.
template <class PlaceOf>
auto SortByPlace(std::vector<std::uint32_t>& numbers, const PlaceOf& place_of) {
  std::ranges::sort(numbers, {}, [&](std::uint32_t i) { return std::tuple(place_of(i), i); });
  return [&numbers, &place_of](const CallgrindLoop& loop) {
    const auto begin = std::ranges::lower_bound(numbers, std::tuple(loop.function, loop.first), {}, place_of);
    const auto end = std::ranges::upper_bound(numbers, std::tuple(loop.function, loop.last), {}, place_of);
    return CallgrindStretch{static_cast<std::size_t>(begin - numbers.begin()),
                            static_cast<std::size_t>(end - numbers.begin())};
  };
}

}  // namespace

CallgrindLoops::CallgrindLoops(const CallgrindTable& table, const std::vector<bool>& is_inner) {
  for (const CallgrindTable::BackJump& jump : table.back_jumps) loops_.push_back(LoopOf(jump));
  if (loops_.empty()) return;
  JoinHeaders(loops_);
  FindOuter();
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
  for (CallgrindLoop& loop : loops_) {
    loop.pieces = pieces_of(loop);
    loop.sites = sites_of(loop);
  }
}

// Partially overlapping loops, which do not result from loops in the source, are treated as siblings: a loop that
// begins earlier and ends within the other is skipped in the search for outer loops.
void CallgrindLoops::FindOuter() {
  std::ranges::sort(loops_, [](const CallgrindLoop& a, const CallgrindLoop& b) {
    return std::tie(a.function, a.first, b.last, a.header.line) < std::tie(b.function, b.first, a.last, b.header.line);
  });
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    CallgrindLoop& loop = loops_[i];
    const bool is_first = i == 0 || loops_[i - 1].function != loop.function;
    loop.number = is_first ? 1 : loops_[i - 1].number + 1;
    if (is_first) continue;
    int depth = 0;
    for (std::optional<std::size_t> outer = i - 1; outer && depth < kDeepest; outer = loops_[*outer].outer, ++depth) {
      if (!Has(loops_[*outer], loop)) continue;
      loop.outer = outer;
      break;
    }
  }
}

std::optional<std::size_t> CallgrindLoops::Around(FunctionId function, std::uint64_t first, std::uint64_t last) const {
  const auto end = std::ranges::upper_bound(loops_, std::tuple(function, first), {}, [](const CallgrindLoop& loop) {
    return std::tuple(loop.function, loop.first);
  });
  if (end == loops_.begin()) return std::nullopt;
  const auto before = static_cast<std::size_t>(end - loops_.begin()) - 1;
  if (loops_[before].function != function) return std::nullopt;
  int depth = 0;
  for (std::optional<std::size_t> at = before; at && depth < kDeepest; at = loops_[*at].outer, ++depth) {
    if (last <= loops_[*at].last) return at;
  }
  return std::nullopt;
}

bool CallgrindLoops::IsWithin(std::size_t inner, std::size_t outer) const {
  int depth = 0;
  for (std::optional<std::size_t> at = inner; at && depth < kDeepest; at = loops_[*at].outer, ++depth) {
    if (*at == outer) return true;
  }
  return false;
}

}  // namespace profdiff
