// SPDX-License-Identifier: GPL-3.0-or-later
// The implicit barrier of a construct is normally a call within it. With OPARI2, the barrier of a combined construct
// such as `parallel for` follows the construct in the parallel region; with OMPT, this is the case for all constructs.
// The program's own barrier follows a `master` in the same way. A barrier in the region is assigned to the preceding
// construct if that construct has no barrier of its own. In addition, the team must have spent at least as much time in
// the construct as between the construct and the barrier. Source: POMP2 calls that OPARI2 2.0 inserts into programs;
// OpenMP 5.0, OMPT.
#include "analyze/waits/openmp/construct_barriers.h"

#include <map>
#include <optional>

namespace profdiff {
namespace {

std::optional<WaitKind> KindOf(CallRole role) {
  switch (role) {
    case CallRole::kLoop:
      return WaitKind::kImbalanceInParallelLoop;
    case CallRole::kSections:
      return WaitKind::kImbalanceInParallelSections;
    case CallRole::kSingle:
      return WaitKind::kUnparallelizedInSingleRegion;
    case CallRole::kMaster:
      return WaitKind::kUnparallelizedInMasterRegion;
    default:
      return std::nullopt;
  }
}

}  // namespace

Construct ConstructBarriers::Of(const std::vector<const RuntimeCall*>& calls) const {
  const RuntimeCall& first = *calls.front();
  const NameId own = NameOf({first.thread, first.call});
  const bool is_implicit = trace_.RoleOf(own) == CallRole::kImplicitBarrier;
  const Place around = Find(first, &RegionBarrier::around);
  Construct found;
  found.name = own;
  if (is_implicit && KindOf(RoleOf(around))) {
    found.name = NameOf(around);
  } else if (const NameId before = LongestBefore(calls, is_implicit); before.valid()) {
    found.name = before;
  } else if (is_implicit && RoleOf(around) == CallRole::kParallel) {
    return {WaitKind::kImbalanceInParallelRegion, NameOf(around), {}};
  }
  found.kind = KindOf(trace_.RoleOf(found.name)).value_or(WaitKind::kImbalanceAtBarrier);
  if (found.kind == WaitKind::kImbalanceInParallelSections) {
    for (const RuntimeCall* call : calls) found.sections.push_back(CountSections(*call, found.name));
  }
  return found;
}

// `which` is RegionBarrier::around or RegionBarrier::before.
ConstructBarriers::Place ConstructBarriers::Find(const RuntimeCall& barrier, CallId RegionBarrier::*which) const {
  const RegionBarrier* const region = runtime_.BarrierOf(static_cast<std::size_t>(&barrier - runtime_.calls.data()));
  return {barrier.thread, region == nullptr ? CallId() : region->*which};
}

NameId ConstructBarriers::NameOf(const Place& place) const {
  return place.call.valid() ? trace_.threads[place.thread].calls.function[place.call.value] : NameId();
}

CallRole ConstructBarriers::RoleOf(const Place& place) const {
  return place.call.valid() ? trace_.RoleOf(NameOf(place)) : CallRole::kFunction;
}

// Among the constructs that directly precede a barrier, returns the one in which the team spent the most time. The team
// must have spent at least as much time in it as between the construct and the barrier. `master` is executed by one
// thread and has no implicit barrier; all other constructs have one.
NameId ConstructBarriers::LongestBefore(const std::vector<const RuntimeCall*>& calls, bool is_implicit) const {
  struct Times {
    std::int64_t within = 0, between = 0;
  };
  std::map<NameId, Times> times;
  for (const RuntimeCall* call : calls) {
    const Place before = Find(*call, &RegionBarrier::before);
    const CallRole role = RoleOf(before);
    if (!KindOf(role) || (role == CallRole::kMaster) == is_implicit) continue;
    const CallTree& tree = trace_.threads[before.thread].calls;
    const auto begin = static_cast<std::int64_t>(tree.start[before.call.value]);
    const auto within = static_cast<std::int64_t>(tree.duration[before.call.value]);
    Times& sum = times[NameOf(before)];
    sum.within += within;
    sum.between += call->begin - begin - within;
  }
  NameId longest;
  for (const auto& [name, sum] : times) {
    const bool is_longer = !longest.valid() || sum.within > times[longest].within;
    if (sum.within >= sum.between && is_longer) longest = name;
  }
  return longest;
}

// Counts the sections that a thread executed in the `sections` construct around the barrier or before the barrier.
std::size_t ConstructBarriers::CountSections(const RuntimeCall& barrier, NameId sections) const {
  const Place around = Find(barrier, &RegionBarrier::around);
  const Place construct = NameOf(around) == sections ? around : Find(barrier, &RegionBarrier::before);
  if (NameOf(construct) != sections) return 0;
  const CallTree& tree = trace_.threads[construct.thread].calls;
  const std::uint32_t end = tree.end[construct.call.value];
  std::size_t count = 0;
  for (std::uint32_t row = construct.call.value + 1; row < end; row = tree.end[row]) {
    if (trace_.RoleOf(tree.function[row]) == CallRole::kSection) ++count;
  }
  return count;
}

}  // namespace profdiff
