// SPDX-License-Identifier: GPL-3.0-or-later
// Ids of functions are small numbers: arcs are put in order by counting, not by comparing.
#include "analyze/subtract_arcs.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <numeric>

#include "base/in_order.h"

namespace profdiff {
namespace {

// An arc of one side between joined functions.
struct SideArcPlace {
  FunctionId caller, callee;
  ArcId id;

  // By ends alone.
  std::strong_ordering operator<=>(const SideArcPlace& that) const {
    const auto order = caller.value <=> that.caller.value;
    return order != 0 ? order : callee.value <=> that.callee.value;
  }
};

// Stable.
std::vector<SideArcPlace> SortBy(FunctionId SideArcPlace::*end, const std::vector<SideArcPlace>& arcs,
                                 std::size_t functions) {
  std::vector<std::uint32_t> next(functions + 1, 0);
  for (const SideArcPlace& arc : arcs) ++next[(arc.*end).value + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<SideArcPlace> sorted(arcs.size());
  for (const SideArcPlace& arc : arcs) sorted[next[(arc.*end).value]++] = arc;
  return sorted;
}

std::vector<SideArcPlace> InOrder(const Profile& profile, const std::vector<FunctionId>& joined,
                                  std::size_t functions) {
  std::vector<SideArcPlace> arcs;
  arcs.reserve(profile.arcs.size());
  for (std::size_t i = 0; i < profile.arcs.size(); ++i) {
    arcs.push_back({joined[profile.arcs[i].caller.value], joined[profile.arcs[i].callee.value], ArcId(i)});
  }
  arcs = SortBy(&SideArcPlace::callee, arcs, functions);
  return SortBy(&SideArcPlace::caller, arcs, functions);
}

}  // namespace

std::vector<ArcPlaces> JoinArcs(const Profile& base, const Profile& other, const Match& match, unsigned threads) {
  std::vector<SideArcPlace> first, second;
  DoBoth(
      threads, [&] { first = InOrder(base, match.from_base, match.pairs.size()); },
      [&] { second = InOrder(other, match.from_other, match.pairs.size()); });
  std::vector<ArcPlaces> arcs;
  arcs.reserve(std::max(first.size(), second.size()));
  for (std::size_t i = 0, k = 0; i < first.size() || k < second.size();) {
    const bool from_first = k == second.size() || (i < first.size() && first[i] <= second[k]);
    const bool from_second = i == first.size() || (k < second.size() && second[k] <= first[i]);
    const SideArcPlace& arc = from_first ? first[i] : second[k];
    arcs.push_back({arc.caller, arc.callee, from_first ? arc.id : ArcId(), from_second ? second[k].id : ArcId()});
    i += from_first ? 1 : 0;
    k += from_second ? 1 : 0;
  }
  return arcs;
}

}  // namespace profdiff
