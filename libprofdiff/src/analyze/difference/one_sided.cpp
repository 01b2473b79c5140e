// SPDX-License-Identifier: GPL-3.0-or-later
// Makes an ordinary profile that contains only the growth, or only the decrease, in a difference: programs that parse
// gprof's listings do not accept negative numbers. Measured inclusive times are subtracted directly, not propagated; an
// inclusive time that is less than the function's self time is raised to it.
// Test: tests/unit/analyze/difference/one_sided_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/listing.h"
#include "values/known_calls.h"
#include "values/loading_stacks.h"

namespace profdiff {
namespace {

// Converts a difference of seconds to ticks. Seconds are ticks divided by a rate, which is seldom exact in binary, so
// the result is rounded to a whole or half tick if it differs from that tick by no more than the rounding error. This
// error is at most a few units in the last place of `largest`, the larger of the two subtracted numbers.
double Ticks(double seconds, double largest, double rate) {
  const double ticks = seconds * rate;
  const double near = std::round(ticks * 2) / 2;
  constexpr double kRoundings = 8;
  const double slack = kRoundings * std::numeric_limits<double>::epsilon() * largest * rate;
  return std::abs(ticks - near) <= slack ? near : ticks;
}

class OneSided {
 public:
  OneSided(const Difference& difference, Direction direction) : difference_(difference), direction_(direction) {}

  Profile Make() {
    CopyHeader();
    AddTimes();
    SumCalls();
    for (const Difference::ArcRow& arc : difference_.arcs) AddArc(arc);
    return std::move(profile_);
  }

 private:
  bool grows() const { return direction_ == Direction::kGrowth; }

  double Kept(double base, double other) const {
    double seconds = grows() ? SecondsDifference(other, base) : SecondsDifference(base, other);
    return Ticks(std::max(seconds, 0.0), std::max(base, other), profile_.rate);
  }

  void CopyHeader() {
    const SideTotals& side = difference_.base.has_histogram ? difference_.base : difference_.other;
    profile_.rate = side.rate;
    profile_.scale = side.scale;
    profile_.dimension = side.dimension;
    profile_.abbreviation = side.abbreviation;
    profile_.has_histogram = difference_.base.has_histogram || difference_.other.has_histogram;
    profile_.has_arcs = difference_.base.has_arcs || difference_.other.has_arcs;
    profile_.calls_known = CallsKnown(difference_);
    profile_.origin = side.origin;
    // A difference has no samples of its own, and therefore no statistics.
    if (profile_.origin) profile_.origin->samples = 0;
    if (!difference_.base.is_exact && !difference_.other.is_exact) return;
    // Marks the result as exact if at least one side has exact times. Exact times do not depend on counts of calls, so
    // inclusive times of the result cannot be propagated by counts.
    profile_.exact.emplace();
    profile_.exact->arc_self_known = ArcSelfKnown(difference_);
  }

  void AddTimes() {
    const SideTotals& base = difference_.base;
    profile_.unattributed_ticks = Kept(base.unattributed_seconds, difference_.other.unattributed_seconds);
    profile_.total_ticks = profile_.unattributed_ticks;
    for (const Difference::Row& row : difference_.functions) {
      profile_.self_ticks.push_back(Kept(row.base.self, row.other.self));
      profile_.total_ticks += profile_.self_ticks.back();
      if (profile_.exact) AddTotal(row);
    }
    profile_.calls.assign(difference_.functions.size(), 0);
    profile_.self_calls.assign(difference_.functions.size(), 0);
  }

  // Raises the inclusive time to the self time if self time grew although inclusive time shrank: programs that read
  // profiles expect total >= self.
  void AddTotal(const Difference::Row& row) {
    profile_.exact->total_ticks.push_back(std::max(Kept(row.base.total, row.other.total), profile_.self_ticks.back()));
  }

  // The calls of one function by all others. 128 bits hold the product of two numbers of calls.
  struct Calls {
    __extension__ using Count = unsigned __int128;

    Count from = 0, to = 0;  // on both sides, in the direction of the change
    Count more = 0;          // sum of the arcs that changed in this direction
    Count seen = 0;          // the part of `more` that AddArc has already divided among arcs

    // The change of the function itself: 0 if its callers only took calls from each other.
    Count Net() const { return to > from ? to - from : 0; }
    // Returns what an arc that changed by `count` gets of the function's own change.
    std::uint64_t Share(std::uint64_t count) {
      if (count == 0) return 0;
      const Count before = seen * Net() / more;
      seen += count;
      return static_cast<std::uint64_t>(seen * Net() / more - before);
    }
  };

  std::uint64_t From(const Difference::ArcRow& arc) const { return grows() ? arc.base.count : arc.other.count; }
  std::uint64_t To(const Difference::ArcRow& arc) const { return grows() ? arc.other.count : arc.base.count; }

  // Returns the number of calls by which the arc grew, or shrank; 0 if it changed in the other direction.
  std::uint64_t CallsOf(const Difference::ArcRow& arc) const { return To(arc) > From(arc) ? To(arc) - From(arc) : 0; }

  void SumCalls() {
    calls_.resize(difference_.functions.size());
    for (const Difference::ArcRow& arc : difference_.arcs) {
      if (arc.caller == arc.callee || arc.callee.value >= calls_.size()) continue;
      Calls& calls = calls_[arc.callee.value];
      calls.from += From(arc);
      calls.to += To(arc);
      calls.more += CallsOf(arc);
    }
  }

  // Returns the calls of an arc in the result. A function has as many calls as its arcs, so if callers took calls from
  // each other, their arcs share what the function itself gained.
  std::uint64_t SharedCalls(const Difference::ArcRow& arc) {
    if (arc.caller == arc.callee || arc.callee.value >= calls_.size()) return CallsOf(arc);
    return calls_[arc.callee.value].Share(CallsOf(arc));
  }

  void AddArc(const Difference::ArcRow& arc) {
    const std::uint64_t calls = profile_.exact && !profile_.calls_known ? 0 : SharedCalls(arc);
    double self = 0, total = 0;
    if (profile_.exact) {
      self = profile_.exact->arc_self_known ? Kept(arc.base.self, arc.other.self) : 0;
      total = std::max(Kept(arc.base.Total(), arc.other.Total()), self);
    }
    if (total == 0 && calls == 0) return;
    if (profile_.exact) profile_.exact->arcs.push_back({self, total});
    profile_.arcs.push_back({arc.caller, arc.callee, calls});
    (arc.caller == arc.callee ? profile_.self_calls : profile_.calls)[arc.callee.value] += calls;
  }

  const Difference& difference_;
  Direction direction_;
  std::vector<Calls> calls_;  // by joined FunctionId
  Profile profile_;
};

// Makes the profile from whole stacks, path by path: inclusive times are exact, and calls are unknown.
Profile ProfileOfStacksLeft(const Difference& difference, Direction direction) {
  const ScaledContexts contexts = OneSidedContexts(*difference.contexts, direction);
  const SideTotals& side = difference.base;
  // Uses the side's own rate if the tick of the result differs from the side's tick only by a rounding error, so that
  // numbers of ticks stay whole.
  const bool same_ticks = std::abs(contexts.scale * side.rate - 1) < 1e-9;
  StackEvent event;
  event.unit = side.dimension;
  event.rate = same_ticks ? side.rate : 1 / contexts.scale;
  Profile profile = ProfileOfContexts(*contexts.tree, difference.match.functions.size(), event);
  profile.origin = side.origin;
  if (profile.origin) profile.origin->samples = 0;
  return profile;
}

}  // namespace

Profile OneSidedProfile(const Difference& difference, Direction direction) {
  if (difference.contexts != nullptr) return ProfileOfStacksLeft(difference, direction);
  return OneSided(difference, direction).Make();
}

}  // namespace profdiff
