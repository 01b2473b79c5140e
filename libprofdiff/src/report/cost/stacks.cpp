// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the stacks for formats that contain stacks, such as pprof's. Each node of a context tree becomes one stack.
// Without a tree, a function's self time is divided among its callers in proportion to calls, as in the call graph. The
// self time of a cycle's member is divided in proportion to the calls of this member, not of the whole cycle.
#include "report/cost/stacks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "profdiff/context_tree.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr double kMostTicks = 1e18;
constexpr std::string_view kNumbersTooLarge = "numbers as large as these";

bool IsTime(std::string_view unit) { return unit == "seconds"; }

// ---- stacks of at most two functions ----

// One side's call graph, without the data that stacks do not need. Times are in seconds, counts are counts.
struct CallSide {
  struct Call {
    FunctionId caller, callee;
    std::uint64_t count = 0;
    double self = 0;  // the callee's self time on behalf of the caller
  };
  std::vector<double> self;  // by FunctionId
  std::vector<Call> calls;   // by ArcId
  double unattributed = 0;
};

// Self times, in the unit of CallSide, divided among callers. `of_call`, by ArcId, is the callee's time on behalf of
// the caller; `alone`, by FunctionId, is the rest of the function's time, which has no caller.
struct Shares {
  std::vector<double> of_call, alone;
};

bool Counts(const CallSide::Call& call) { return call.caller != call.callee && call.count != 0; }

// Divides self times among callers. The call graph divides the time of a whole cycle among the calls from outside, so
// the self time of a cycle's member is divided in proportion to the calls of this member instead. The same is done with
// counts, whose profiles do not contain a function's own part of its calls.
Shares Divide(const CallSide& side, const std::vector<CycleId>& cycle, bool is_time) {
  std::vector<double> calls(side.self.size());
  for (const CallSide::Call& call : side.calls) {
    if (Counts(call)) calls[call.callee.value] += static_cast<double>(call.count);
  }
  Shares shares{std::vector<double>(side.calls.size()), side.self};
  for (std::size_t i = 0; i < side.calls.size(); ++i) {
    const CallSide::Call& call = side.calls[i];
    if (!Counts(call)) continue;
    std::uint32_t callee = call.callee.value;
    double part = static_cast<double>(call.count) / calls[callee];
    shares.of_call[i] = cycle[callee].valid() || !is_time ? side.self[callee] * part : call.self;
    shares.alone[callee] -= shares.of_call[i];
  }
  return shares;
}

CallSide SideOf(const Execution& execution) {
  const Profile& profile = execution.profile;
  CallSide side;
  for (std::size_t f = 0; f < execution.functions.size(); ++f) {
    side.self.push_back(profile.Seconds(execution.graph.functions[f].Self()));
  }
  for (std::size_t i = 0; i < profile.arcs.size(); ++i) {
    const Arc& arc = profile.arcs[i];
    if (arc.callee.value >= side.self.size()) continue;  // skips FunctionTable::indirect
    side.calls.push_back({arc.caller, arc.callee, arc.count, profile.Seconds(execution.graph.TimeOf(arc).self)});
  }
  side.unattributed = profile.Seconds(profile.unattributed_ticks);
  return side;
}

CallSide SideOf(const Difference& difference, SideNumbers Difference::Row::*of_row, SideArc Difference::ArcRow::*of_arc,
                const SideTotals& totals) {
  CallSide side;
  for (const Difference::Row& row : difference.functions) side.self.push_back((row.*of_row).kept_self);
  for (const Difference::ArcRow& arc : difference.arcs) {
    side.calls.push_back({arc.caller, arc.callee, (arc.*of_arc).count, (arc.*of_arc).self});
  }
  side.unattributed = totals.unattributed_seconds;
  return side;
}

// Formats a power of ten with commas, for example "1,000,000".
std::string WithCommas(double number) {
  std::string text = std::to_string(static_cast<std::uint64_t>(number));
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

// Throws an error for sums above kMostTicks, instead of writing saturated numbers.
void RequireRoom(const CallSide& side, bool is_time, double scale, std::string_view format) {
  double sum = side.unattributed;
  for (double own : side.self) sum += std::abs(own);
  if (!std::isfinite(sum) || sum * scale <= kMostTicks) return;
  const std::string most =
      is_time ? "more than " + WithCommas(kMostTicks / scale) + " seconds" : std::string(kNumbersTooLarge);
  throw Error(ErrorCode::kOverflow, std::string(format) + " cannot hold " + most);
}

// Rounds the parts of a sum to whole ticks that add up to the rounded sum. The first part may be slightly negative
// because of rounding errors.
class PartsOfTicks {
 public:
  explicit PartsOfTicks(double scale) : scale_(scale) {}

  void Begin() { sum_ = 0, ticks_ = 0; }
  std::int64_t Next(double part) {
    if (std::isfinite(part) && part > 0) sum_ += part;
    const std::int64_t before = std::exchange(ticks_, std::llround(sum_ * scale_));
    return ticks_ - before;
  }

 private:
  double scale_;
  double sum_ = 0;
  std::int64_t ticks_ = 0;
};

// Returns stacks of at most two frames. Each function has a one-frame stack for its time without callers, followed by a
// two-frame stack for each caller, whose Stacks::caller is the caller's one-frame stack. `dimension` is the unit of the
// sides' numbers.
Stacks StacksOfCalls(const FunctionTable& functions, const std::vector<CallSide>& sides,
                     const std::vector<CycleId>& cycle, std::string_view dimension, const StackUnits& units) {
  const bool is_time = IsTime(dimension);
  const double scale = is_time ? units.ticks_of_two_frames : 1;
  std::vector<Shares> shares;
  for (const CallSide& side : sides) {
    RequireRoom(side, is_time, scale, units.format);
    shares.push_back(Divide(side, cycle, is_time));
  }
  const std::vector<CallSide::Call>& calls = sides[0].calls;  // joined arcs, the same on all sides
  std::vector<std::vector<std::size_t>> callers(functions.size());
  for (std::size_t i = 0; i < calls.size(); ++i) callers[calls[i].callee.value].push_back(i);

  Stacks stacks{functions, is_time, {}, {}, std::vector<Stacks::Side>(sides.size())};
  std::vector<std::uint32_t> alone(functions.size());  // index of each function's one-frame stack, by FunctionId
  for (std::size_t f = 0, next = 0; f < functions.size(); next += 1 + callers[f++].size()) {
    alone[f] = static_cast<std::uint32_t>(next);
  }
  std::vector<PartsOfTicks> parts(sides.size(), PartsOfTicks(scale));
  const auto append = [&](FunctionId function, std::uint32_t caller, const auto& share_of) {
    stacks.function.push_back(function);
    stacks.caller.push_back(caller);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      stacks.sides[i].ticks.push_back(parts[i].Next(share_of(shares[i])));
    }
  };
  for (std::size_t f = 0; f < functions.size(); ++f) {
    for (PartsOfTicks& part : parts) part.Begin();
    append(FunctionId(f), kNoParent, [f](const Shares& side) { return side.alone[f]; });
    for (std::size_t i : callers[f]) {
      append(FunctionId(f), alone[calls[i].caller.value], [i](const Shares& side) { return side.of_call[i]; });
    }
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    parts[i].Begin();
    stacks.sides[i].stackless = parts[i].Next(sides[i].unattributed);
  }
  return stacks;
}

// ---- whole stacks ----

// The numbers of one side's context tree, by node.
class TreeSide {
 public:
  TreeSide(const ScaledContexts& contexts, const std::string& unit, double rate, const StackUnits& units)
      : tree_(*contexts.tree) {
    // If the scale is 1 except for rounding, the tree's integers are kept exactly.
    factor_ = contexts.scale * (IsTime(unit) ? 1e9 : 1);
    if (std::abs(factor_ - 1) < 1e-9) factor_ = 1;
    // For the mean of several runs, sample counts are omitted, because the tree contains the samples of all runs.
    const bool is_scaled = std::abs(contexts.scale * rate - 1) > 1e-9;
    has_samples_ = !is_scaled && !tree_.samples.empty();
    RequireRoom(units);
    side_.stackless = Scaled(tree_.stackless);
    if (has_samples_) side_.stackless_samples = tree_.stackless_samples;
    if (has_samples_ && tree_.squares.empty()) FindWeight();
  }

  void Append(std::uint32_t node) {
    const bool present = node != JoinedContexts::kNone;
    side_.ticks.push_back(present ? Scaled(tree_.self[node]) : 0);
    if (has_samples_) side_.samples.push_back(present ? tree_.samples[node] : 0);
  }

  Stacks::Side Take() { return std::move(side_); }

 private:
  std::int64_t Scaled(std::int64_t ticks) const {
    return factor_ == 1 ? ticks : std::llround(static_cast<double>(ticks) * factor_);
  }

  void RequireRoom(const StackUnits& units) const {
    double sum = std::abs(static_cast<double>(tree_.stackless));
    for (std::int64_t ticks : tree_.self) sum += std::abs(static_cast<double>(ticks));
    if (factor_ == 1 || sum * factor_ <= kMostTicks) return;
    throw Error(ErrorCode::kOverflow, std::string(units.format) + " cannot hold " + std::string(kNumbersTooLarge));
  }

  // Sets the weight to the mean number of ticks per sample. All samples must have the same weight.
  void FindWeight() {
    double ticks = static_cast<double>(tree_.stackless), samples = static_cast<double>(tree_.stackless_samples);
    for (std::size_t node = 0; node < tree_.size(); ++node) {
      ticks += static_cast<double>(tree_.self[node]);
      samples += static_cast<double>(tree_.samples[node]);
    }
    side_.weight = samples > 0 ? ticks / samples * factor_ : 0;
  }

  const ContextTree& tree_;
  Stacks::Side side_;
  double factor_ = 1;
  bool has_samples_ = false;
};

Stacks StacksOfTree(const Execution& execution, const StackUnits& units) {
  const ContextTree& tree = *execution.contexts->tree;
  TreeSide side(*execution.contexts, execution.profile.dimension, execution.profile.rate, units);
  for (std::uint32_t node = 0; node < tree.size(); ++node) side.Append(node);
  return {execution.functions, IsTime(execution.profile.dimension), tree.function, ParentsOf(tree.end), {side.Take()}};
}

Stacks StacksOfTrees(const Difference& difference, const StackUnits& units) {
  const ContextDifference& contexts = *difference.contexts;
  const JoinedContexts& joined = contexts.joined;
  TreeSide base(contexts.base, difference.base.dimension, difference.base.rate, units);
  TreeSide other(contexts.other, difference.base.dimension, difference.other.rate, units);
  for (std::size_t node = 0; node < joined.size(); ++node) {
    base.Append(joined.base[node]);
    other.Append(joined.other[node]);
  }
  return {difference.match.functions,
          IsTime(difference.base.dimension),
          joined.function,
          ParentsOf(joined.end),
          {base.Take(), other.Take()}};
}

}  // namespace

double Stacks::Weight() const {
  const double weight = sides.front().weight;
  const auto is_same = [weight](const Side& side) { return side.weight == weight; };
  return std::ranges::all_of(sides, is_same) ? weight : 0;
}

void ListFrames(const Stacks& stacks, std::size_t stack, std::vector<FunctionId>& frames) {
  frames.clear();
  for (auto at = static_cast<std::uint32_t>(stack); at != kNoParent; at = stacks.caller[at]) {
    frames.push_back(stacks.function[at]);
  }
}

Stacks StacksOf(const Execution& execution, const StackUnits& units) {
  if (execution.contexts != nullptr && execution.contexts->tree != nullptr) return StacksOfTree(execution, units);
  return StacksOfCalls(execution.functions, {SideOf(execution)}, execution.graph.components.cycle,
                       execution.profile.dimension, units);
}

Stacks StacksOf(const Difference& difference, const StackUnits& units) {
  if (difference.contexts != nullptr) return StacksOfTrees(difference, units);
  const CallSide base = SideOf(difference, &Difference::Row::base, &Difference::ArcRow::base, difference.base);
  const CallSide other = SideOf(difference, &Difference::Row::other, &Difference::ArcRow::other, difference.other);
  return StacksOfCalls(difference.match.functions, {base, other}, difference.components.cycle,
                       difference.base.dimension, units);
}

}  // namespace profdiff
