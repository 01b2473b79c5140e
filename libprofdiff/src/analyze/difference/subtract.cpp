// SPDX-License-Identifier: GPL-3.0-or-later
// Subtracts the other side from the base. Each side keeps its own function ids and its own order of arcs while its time
// is propagated over the cycles of the joined graph (the union of both sides' arcs); the results are joined afterwards.
// Subtracting first would be wrong: the share of an arc is its count divided by the calls of its callee, and
// differences of calls may be zero or negative.
// Source: section 3.1 of the eGprof paper.
// Test: tests/unit/analyze/difference/subtract_test.cpp.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "analyze/difference/subtract_arcs.h"
#include "analyze/difference/subtract_cycles.h"
#include "analyze/profile/exact_times.h"
#include "analyze/profile/propagate.h"
#include "base/in_order.h"
#include "base/text.h"
#include "profdiff/context_tree.h"
#include "profdiff/difference.h"

namespace profdiff {
namespace {

// ---- values of one side ----

class SideReader {
 public:
  SideReader(const SideInput& input, CallLists calls, SideCycles cycles) : input_(input), cycles_(std::move(cycles)) {
    graph_ = Propagate(input.profile, input.selection, std::move(calls), std::move(cycles_.components));
    graph_.calls = {};
  }

  const SideCycles& cycles() const { return cycles_; }

  SideTotals Totals() const {
    const Profile& profile = input_.profile;
    double ticks = 0;
    for (double self_ticks : profile.self_ticks) ticks += self_ticks;
    SideTotals totals;
    totals.seconds = Seconds(ticks);
    totals.unattributed_seconds = Seconds(profile.unattributed_ticks);
    totals.missing_seconds = Seconds(profile.missing_ticks);
    totals.rate = profile.rate;
    totals.scale = profile.scale;
    totals.dimension = profile.dimension;
    totals.abbreviation = profile.abbreviation;
    totals.has_histogram = profile.has_histogram;
    totals.has_arcs = profile.has_arcs;
    totals.calls_known = profile.calls_known;
    totals.is_exact = profile.exact.has_value();
    totals.arc_self_known = !profile.exact || profile.exact->arc_self_known;
    totals.origin = profile.origin;
    totals.loss = profile.loss;
    return totals;
  }

  SideNumbers OfFunction(FunctionId id) const {
    SideNumbers numbers;
    if (!id.valid()) return numbers;
    const Profile& profile = input_.profile;
    const Propagated& times = graph_.functions[id.value];
    numbers.present = true;
    numbers.selected = input_.selection.Selects(SpecTable::kFlat, id);
    numbers.counted = input_.selection.Selects(SpecTable::kExec, id);
    numbers.shown = times.shown;
    numbers.self = Seconds(profile.self_ticks[id.value]);
    numbers.total = Seconds(profile.self_ticks[id.value] + times.child_ticks);
    numbers.kept_self = Seconds(times.Self());
    numbers.kept_child = Seconds(times.child);
    numbers.calls = profile.calls[id.value];
    numbers.self_calls = profile.self_calls[id.value];
    numbers.is_exact = graph_.is_exact;
    return numbers;
  }

  // Returns the values of a joined cycle on this side. `present` is true if the side's image has at least one member.
  // If only one of the members runs on this side, the side has no cycle, and the result has the values of that
  // function.
  SideNumbers OfCycle(CycleId joined, bool present) const {
    SideNumbers numbers;
    numbers.present = present;
    const std::vector<FunctionId>& members = cycles_.members[joined.value];
    if (members.empty()) return numbers;
    if (members.size() == 1) {
      numbers = OfFunction(members[0]);
      numbers.self_calls = 0;
      return numbers;
    }
    CycleId id = graph_.CycleOf(members[0]);
    const Propagated& times = graph_.cycles[id.value];
    numbers.selected = true;
    numbers.self = Seconds(times.own_ticks);
    numbers.total = Seconds(times.own_ticks + times.child_ticks);
    numbers.calls = times.calls;
    numbers.self_calls = graph_.cycle_inner_calls[id.value];
    numbers.kept_self = Seconds(times.Self());
    numbers.kept_child = Seconds(times.child);
    numbers.shown = times.shown;
    if (times.fraction == 0) AddKeptOfMembers(members, numbers);
    return numbers;
  }

  // Sets the times of an arc between two functions, which are given by the side's own ids.
  void AddTimes(FunctionId caller, FunctionId callee, SideArc& arc) const {
    if (!arc.present) return;
    const ArcTime time = graph_.TimeOf({caller, callee, arc.count});
    arc.self = Seconds(time.self);
    arc.child = Seconds(time.child);
  }

 private:
  double Seconds(double ticks) const { return input_.profile.rate > 0 ? ticks / input_.profile.rate : 0; }

  // Replaces a cycle's kept times (the parts that the selection keeps) by the sums of its members' kept times. gprof
  // prints no time for a cycle without outside callers, because the fraction in the cycle's header remains 0 (GPROF.md,
  // section 8.4). The missing time would look like a change if the cycle has outside callers in the other execution.
  void AddKeptOfMembers(const std::vector<FunctionId>& members, SideNumbers& numbers) const {
    double self_ticks = 0, child_ticks = 0;
    for (FunctionId member : members) {
      const Propagated& times = graph_.functions[member.value];
      self_ticks += times.Self();
      child_ticks += times.child;
      numbers.shown = numbers.shown || times.shown;
    }
    numbers.kept_self = Seconds(self_ticks);
    numbers.kept_child = Seconds(child_ticks);
  }

  const SideInput& input_;
  SideCycles cycles_;
  CallGraph graph_;
};

// ---- the join ----

void JoinFunctionRows(Difference& difference, const SideReader& base, const SideReader& other, unsigned threads) {
  const std::vector<Match::Pair>& pairs = difference.match.pairs;
  difference.functions.resize(pairs.size());
  DoChunks(pairs.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      difference.functions[i] = {base.OfFunction(pairs[i].base), other.OfFunction(pairs[i].other)};
    }
  });
  // Sums in one thread and in the order of rows: a sum of doubles must not depend on the number of threads.
  for (const Difference::Row& row : difference.functions) {
    difference.sum_abs_self += std::abs(SecondsDifference(row.base.self, row.other.self));
    if (row.base.Used() || row.other.Used()) difference.function_presence.Count(row.base.present, row.other.present);
  }
}

void AddTimesOfArcs(Difference& difference, const SideReader& base, const SideReader& other, unsigned threads) {
  DoChunks(difference.arcs.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (Difference::ArcRow& row : std::span(difference.arcs).subspan(begin, end - begin)) {
      const Match::Pair& caller = difference.match.pairs[row.caller.value];
      const Match::Pair& callee = difference.match.pairs[row.callee.value];
      base.AddTimes(caller.base, callee.base, row.base);
      other.AddTimes(caller.other, callee.other, row.other);
    }
  });
}

void JoinCycleRows(Difference& difference, const SideReader& base, const SideReader& other) {
  for (std::size_t c = 0; c < difference.components.members.size(); ++c) {
    bool in_base = false, in_other = false;
    for (FunctionId member : difference.components.members[c]) {
      in_base = in_base || difference.match.pairs[member.value].base.valid();
      in_other = in_other || difference.match.pairs[member.value].other.valid();
    }
    difference.cycles.push_back({base.OfCycle(CycleId(c), in_base), other.OfCycle(CycleId(c), in_other)});
  }
}

void WarnOfOddSides(const Difference& difference, Diagnostics& diagnostics) {
  const SideTotals& base = difference.base;
  const SideTotals& other = difference.other;
  if (base.is_exact != other.is_exact) {
    const char* side = base.is_exact ? "the other side" : "the base";
    diagnostics.Warn(
        std::string("inclusive times of ") + side +
        " are estimates, propagated by counts of calls; the times that they are compared with were measured");
  }
  if (base.has_histogram && other.has_histogram && base.rate != other.rate && !base.is_exact && !other.is_exact) {
    std::string text = "sampling rates differ: base ";
    AppendGeneral(text, base.rate);
    text += ", other ";
    AppendGeneral(text, other.rate);
    diagnostics.Warn(text + " per second; the sides are compared in " + base.dimension);
  }
  if (base.has_histogram && other.has_histogram && base.dimension != other.dimension) {
    diagnostics.Warn("the base is measured in " + base.dimension + ", the other side in " + other.dimension);
  }
  bool any_match = std::any_of(difference.match.pairs.begin(), difference.match.pairs.end(),
                               [](const Match::Pair& pair) { return pair.base.valid() && pair.other.valid(); });
  if (any_match) return;
  diagnostics.Warn(base.ListsAllFunctions() && other.ListsAllFunctions()
                       ? "no function of the base is in the other image: everything is on one side only"
                       : "no function has samples on both sides: everything is on one side only");
}

// Rejects counts that do not fit into 63 bits, because differences of counts have a sign.
void RequireSignedCounts(const Profile& profile) {
  // Sum over all arcs. Any other number of calls on this side is at most this sum.
  std::uint64_t calls = 0;
  for (const Arc& arc : profile.arcs) {
    if (arc.count > SideArc::kMostCalls - calls) {
      throw Error(ErrorCode::kOverflow, "a side with more than 9,223,372,036,854,775,807 calls cannot be subtracted");
    }
    calls += arc.count;
  }
}

// Rejects event counts of different units, which cannot be subtracted. Different units of gprof's own profiles cause
// only a warning, because the unit in such a file is free text.
void RequireOneUnit(const Profile& base, const Profile& other) {
  if ((!base.exact && !other.exact) || !base.has_histogram || !other.has_histogram) return;
  if (base.dimension == other.dimension) return;
  throw Error(ErrorCode::kIncompatible,
              "the base is measured in " + base.dimension + ", the other side in " + other.dimension);
}

// Returns the numbers of samples of joined functions; empty unless both sides have samples.
std::vector<SampleNumbers> JoinSamples(const Profile& base, const Profile& other, const Match& match) {
  const auto has_samples = [](const Profile& profile) { return profile.exact && !profile.exact->samples.empty(); };
  std::vector<SampleNumbers> joined;
  if (!has_samples(base) || !has_samples(other)) return joined;
  joined.reserve(match.pairs.size());
  for (const auto& [b, o, rule] : match.pairs) {
    SampleNumbers numbers;
    if (b.valid()) numbers.base = base.exact->samples[b.value];
    if (b.valid()) numbers.base_total = base.exact->total_samples[b.value];
    if (o.valid()) numbers.other = other.exact->samples[o.value];
    if (o.valid()) numbers.other_total = other.exact->total_samples[o.value];
    joined.push_back(numbers);
  }
  return joined;
}

std::vector<FunctionId> SideIds(const Match& match, FunctionId Match::Pair::*side) {
  std::vector<FunctionId> ids;
  ids.reserve(match.pairs.size());
  for (const Match::Pair& pair : match.pairs) ids.push_back(pair.*side);
  return ids;
}

}  // namespace

double SecondsDifference(double a, double b) {
  // Treats a difference of less than half a nanosecond as a rounding error: times are quotients of ticks and rates.
  double difference = a - b;
  return std::abs(difference) < 0.5e-9 ? 0.0 : difference;
}

Difference Subtract(const SideInput& base, const SideInput& other, Match match, Diagnostics& diagnostics,
                    unsigned threads) {
  for (const Profile* profile : {&base.profile, &other.profile}) RequireSignedCounts(*profile);
  RequireOneUnit(base.profile, other.profile);
  Difference difference;
  difference.match = std::move(match);
  const Match& joined = difference.match;
  difference.arcs = JoinArcs(base.profile, other.profile, joined, threads, difference.arc_presence);
  IndexRows(joined.pairs.size(), difference.arcs, threads, difference.adjacency, difference.components);
  // Skips cycles if a side has measured inclusive times: measured times need no cycles, and are compared with the times
  // of the other side function by function.
  if (base.profile.exact || other.profile.exact) difference.components = WithoutCycles(joined.pairs.size());
  std::optional<SideReader> base_side, other_side;
  auto propagate = [&](std::optional<SideReader>& reader, const SideInput& side,
                       const std::vector<FunctionId>& to_joined, FunctionId Match::Pair::*from_joined) {
    CallLists calls = ListCalls(side.profile.self_ticks.size(), side.profile.arcs);
    SideCycles cycles =
        BringCyclesToSide(difference.components, side.profile, calls, to_joined, SideIds(joined, from_joined));
    reader.emplace(side, std::move(calls), std::move(cycles));
  };
  DoBoth(
      threads, [&] { propagate(base_side, base, joined.from_base, &Match::Pair::base); },
      [&] { propagate(other_side, other, joined.from_other, &Match::Pair::other); });
  difference.base = base_side->Totals();
  difference.other = other_side->Totals();
  difference.samples = JoinSamples(base.profile, other.profile, joined);
  JoinFunctionRows(difference, *base_side, *other_side, threads);
  AddTimesOfArcs(difference, *base_side, *other_side, threads);
  JoinCycleRows(difference, *base_side, *other_side);
  difference.unshared_cycles = FindUnsharedCycles(base_side->cycles(), other_side->cycles());
  difference.joined_cycles = DescribeCycles(difference.unshared_cycles, difference.components, joined.functions);
  WarnOfOddSides(difference, diagnostics);
  return difference;
}

Difference Subtract(const LoadedExecutions& executions, Diagnostics& diagnostics, const Renames* renames,
                    unsigned threads) {
  const auto& [base, other, same_image] = executions;
  Match match = MatchFunctions(*base.functions, *other.functions, same_image, renames, threads);
  Difference difference =
      Subtract({*base.functions, base.profile, base.selection}, {*other.functions, other.profile, other.selection},
               std::move(match), diagnostics, threads);
  if (base.contexts && other.contexts) {
    difference.contexts = std::make_shared<const ContextDifference>(
        ContextDifference{JoinContexts(*base.contexts, *other.contexts, difference.match),
                          {base.contexts, base.context_scale},
                          {other.contexts, other.context_scale}});
  }
  return difference;
}

}  // namespace profdiff
