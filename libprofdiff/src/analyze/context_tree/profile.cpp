// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a profile of a tree in one walk. The inclusive samples of a node are added to its function and to the arc from
// its caller, unless the function, or the arc, already occurs further up on the path. Each stack thus counts once for
// each function and arc on it, however deep the recursion.
// Tests: tests/unit/analyze/context_tree/profile_test.cpp.
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "analyze/context_tree/inclusive.h"
#include "profdiff/context_tree.h"
#include "values/arc_index.h"
#include "values/loading_stacks.h"

namespace profdiff {
namespace {

// Values of one kind: each node's own value, and the sum over the node and all nodes below it.
template <class Value>
struct NodeSums {
  const std::vector<Value>& own;
  std::vector<Value> all;

  NodeSums(const ContextTree& tree, const std::vector<Value>& values) : own(values), all(AddUp(tree, values)) {}

  // Adds a node's values to its function. `is_first` is true if the function does not occur further up on the path.
  template <class Sum>
  void AddTo(std::uint32_t node, FunctionId function, bool is_first, std::vector<Sum>& self,
             std::vector<Sum>& total) const {
    if (own.empty()) return;
    self[function.value] += static_cast<Sum>(own[node]);
    if (is_first) total[function.value] += static_cast<Sum>(all[node]);
  }
};

class Adder {
 public:
  Adder(const ContextTree& tree, std::size_t functions)
      : tree_(tree),
        ticks_(tree, tree.self),
        samples_(tree, tree.samples),
        squares_(tree, tree.squares),
        open_(functions),
        self_(functions),
        total_(functions),
        arc_of_(tree.size()) {
    // Empty vectors mean "unknown" in a profile, so they are resized only if the tree has sample counts.
    if (!tree.samples.empty()) exact_.samples = exact_.total_samples = std::vector<std::uint64_t>(functions);
    if (!tree.squares.empty()) exact_.squares = exact_.total_squares = std::vector<double>(functions);
    profile_.calls.resize(functions);
    profile_.self_calls.resize(functions);
  }

  Profile Run() {
    WalkTree(
        tree_.end, [this](std::uint32_t node, std::uint32_t parent) { Enter(node, parent); },
        [this](std::uint32_t node) { Leave(node); });
    // Sums times as integers and converts them last, so sums are exact up to 2^53 ticks.
    for (std::int64_t ticks : self_) profile_.self_ticks.push_back(static_cast<double>(ticks));
    for (std::int64_t ticks : total_) exact_.total_ticks.push_back(static_cast<double>(ticks));
    for (const Times& times : times_) {
      exact_.arcs.push_back({static_cast<double>(times.self), static_cast<double>(times.total)});
    }
    profile_.exact = std::move(exact_);
    return std::move(profile_);
  }

 private:
  // Calls from other functions, from the function itself, and along the arc from the caller.
  void AddCalls(std::uint32_t node, FunctionId function, std::uint32_t parent) {
    if (tree_.calls.empty()) return;
    const bool is_of_itself = parent != kNoParent && tree_.function[parent] == function;
    (is_of_itself ? profile_.self_calls : profile_.calls)[function.value] += tree_.calls[node];
    if (parent != kNoParent) profile_.arcs[arc_of_[node].value].count += tree_.calls[node];
  }

  struct Times {
    std::int64_t self = 0, total = 0;
    std::uint32_t open = 0;  // number of occurrences of the arc on the current path
  };

  void Enter(std::uint32_t node, std::uint32_t parent) {
    const FunctionId function = tree_.function[node];
    const bool is_first = open_[function.value]++ == 0;
    ticks_.AddTo(node, function, is_first, self_, total_);
    samples_.AddTo(node, function, is_first, exact_.samples, exact_.total_samples);
    squares_.AddTo(node, function, is_first, exact_.squares, exact_.total_squares);
    if (parent == kNoParent) return AddCalls(node, function, parent);
    arc_of_[node] = arcs_.FindOrAdd(tree_.function[parent], function, profile_.arcs);
    times_.resize(profile_.arcs.size());
    Times& times = times_[arc_of_[node].value];
    times.self += tree_.self[node];
    if (times.open++ == 0) times.total += ticks_.all[node];
    AddCalls(node, function, parent);
  }

  void Leave(std::uint32_t node) {
    --open_[tree_.function[node].value];
    if (arc_of_[node].valid()) --times_[arc_of_[node].value].open;
  }

  const ContextTree& tree_;
  NodeSums<std::int64_t> ticks_;
  NodeSums<std::uint64_t> samples_;
  NodeSums<double> squares_;
  std::vector<std::uint32_t> open_;         // by function: number of occurrences on the current path
  std::vector<std::int64_t> self_, total_;  // by function id
  std::vector<ArcId> arc_of_;               // by node: the arc from its caller
  ArcIndex arcs_;
  std::vector<Times> times_;  // by arc
  ExactTimes exact_;
  Profile profile_;
};

// Returns the format, the events and the number of samples from which the profile is made. `tree` contains the part of
// `stacks` that remains after filtering.
ProfileOrigin OriginOf(const StackProfile& stacks, const ContextTree& tree) {
  ProfileOrigin origin;
  if (stacks.format != nullptr) origin.format = stacks.format->name;
  origin.event = stacks.events[stacks.event].name;
  for (const StackEvent& event : stacks.events) origin.events.push_back(event.name);
  origin.samples = std::accumulate(tree.samples.begin(), tree.samples.end(), tree.stackless_samples);
  if (stacks.counted && stacks.events[stacks.event].is_sampled) origin.samples = stacks.events[stacks.event].count;
  return origin;
}

// Estimates the ticks that a file lacks; infinite if nothing is known about them. Lost samples are worth as much as the
// others. Throttling stops a clock until the kernel's next tick, so for 10 ms at most: no kernel of today has fewer
// than 100 ticks per second. How much of another event was not counted meanwhile is unknown.
double MissingTicks(const StackProfile& stacks) {
  constexpr double kLongestTick = 0.01;  // seconds
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  const Loss& loss = stacks.loss;
  const StackEvent& event = stacks.events[stacks.event];
  const bool is_time = event.unit == "seconds";
  if (loss.lacks_times || (loss.throttles != 0 && !is_time)) return kUnknown;
  double missing = static_cast<double>(loss.throttles) * kLongestTick * event.rate;
  if (loss.samples == 0) return missing;
  const ContextTree& tree = stacks.contexts;
  const auto samples =
      static_cast<double>(std::accumulate(tree.samples.begin(), tree.samples.end(), tree.stackless_samples));
  if (samples <= 0) return kUnknown;
  const auto sum = std::accumulate(tree.self.begin(), tree.self.end(), tree.stackless);
  return missing + static_cast<double>(loss.samples) * static_cast<double>(sum) / samples;
}

// Fills in the origin and the loss of a profile.
void Describe(const StackProfile& stacks, const ContextTree& contexts, Profile& profile) {
  profile.origin = OriginOf(stacks, contexts);
  profile.loss = stacks.loss;
  profile.missing_ticks = MissingTicks(stacks);
  profile.loss.broken_stacks = ShareOfBrokenStacks(stacks).value_or(0);
}

}  // namespace

Profile ProfileOfContexts(const ContextTree& contexts, std::size_t functions, const StackEvent& event) {
  Profile profile = Adder(contexts, functions).Run();
  profile.calls_known = !contexts.calls.empty();
  profile.unattributed_ticks = static_cast<double>(contexts.stackless);
  profile.total_ticks = profile.unattributed_ticks;
  for (double ticks : profile.self_ticks) profile.total_ticks += ticks;
  profile.rate = event.rate;
  profile.dimension = event.unit;
  profile.abbreviation = event.unit.empty() ? ' ' : event.unit[0];
  profile.has_histogram = true;
  profile.has_arcs = !profile.arcs.empty();
  return profile;
}

Profile ProfileOfStacks(const StackProfile& stacks) {
  if (!stacks.counted) return ProfileOfStacks(stacks, stacks.contexts);
  Profile profile = *stacks.counted;
  Describe(stacks, stacks.contexts, profile);
  return profile;
}

Profile ProfileOfStacks(const StackProfile& stacks, const ContextTree& contexts) {
  Profile profile = ProfileOfContexts(contexts, stacks.functions.size(), stacks.events[stacks.event]);
  Describe(stacks, contexts, profile);
  return profile;
}

}  // namespace profdiff
