// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a profile from the values of one event, summed over the locations that the options choose. A table with paths
// of calls gives a tree. Other tables give functions with measured inclusive values, and arcs.
// Tests: tests/unit/read/regions/tau_test.cpp, caliper_test.cpp.
#include <cmath>
#include <utility>

#include "read/regions/region_table.h"
#include "values/arc_index.h"

namespace profdiff {
namespace {

class RegionStacks {
 public:
  RegionStacks(const StackInput& input, RegionTable table)
      : input_(input), table_(std::move(table)), frames_(input.options), threads_(input.options) {
    for (const RegionMetric& metric : table_.metrics) profile_.events.push_back(metric.event);
    profile_.event = ChooseEvent(input, profile_.events, table_.preferred);
    profile_.missing = std::move(table_.missing);
    profile_.remarks = std::move(table_.remarks);
  }

  StackProfile Make() {
    const std::vector<bool> counts = CountedLocations();
    if (!table_.is_tree) return MakeCounts(counts);
    AddNodes();
    std::vector<double> calls(table_.nodes.size());
    for (const RegionValue& value : table_.values) {
      if (!counts[value.location] || !IsOfEvent(value)) continue;
      if (value.node != RegionTable::kNone) calls[value.node] += value.calls;
      const ContextBuilder::Node node =
          value.node == RegionTable::kNone ? ContextBuilder::Root(Event()) : to_[value.node];
      if (HasTime(value) && !builder_.Add(node, TicksOf(value.self), 0)) FailOfSize(input_);
    }
    if (table_.has_calls) AddCalls(calls);
    profile_.threads = threads_.Take();
    return FinishStacks(input_, std::move(profile_), builder_, frames_, profile_.event, WithoutValues::kAreRead);
  }

 private:
  std::size_t Event() const { return profile_.event; }
  bool HasTime(const RegionValue& value) const { return value.metric == Event(); }
  bool IsOfEvent(const RegionValue& value) const { return HasTime(value) || value.metric == RegionTable::kNone; }

  std::int64_t TicksOf(double value) const {
    constexpr double kMost = 9e18;  // below 2^63
    const double ticks = value * table_.metrics[Event()].ticks;
    if (!(std::abs(ticks) <= kMost)) FailOfSize(input_);
    return std::llround(ticks);
  }

  // Returns for each location whether the filters keep it.
  std::vector<bool> CountedLocations() {
    std::vector<std::uint64_t> values(table_.locations.size());
    for (const RegionValue& value : table_.values) values[value.location] += HasTime(value) ? 1 : 0;
    std::vector<bool> counts;
    for (std::size_t i = 0; i < table_.locations.size(); ++i) {
      const auto text = [](std::optional<std::uint32_t> number) { return number ? std::to_string(*number) : ""; };
      const Location& location = table_.locations[i];
      StackThread about{table_.location_names[i], text(location.rank), text(location.thread), values[i]};
      if (about.name.empty() && location.rank) about.name = "rank " + about.process;
      counts.push_back(threads_.Find(std::to_string(i), [&](std::string_view) { return std::move(about); }).counts);
    }
    return counts;
  }

  // Maps the nodes of the table to nodes of the builder. The node of a hidden frame is that of its caller.
  void AddNodes() {
    std::vector<FunctionId> functions;
    for (std::size_t f = 0; f < table_.names.size(); ++f) {
      functions.push_back(frames_.Find(table_.names.NameOf(FunctionId(f)), table_.names.ImageOf(FunctionId(f))));
    }
    for (const RegionTable::Node& node : table_.nodes) {
      const bool is_top = node.parent == RegionTable::kNone;
      ContextBuilder::Node at = is_top ? ContextBuilder::Root(Event()) : to_[node.parent];
      const FunctionId function = functions[node.function.value];
      if (function.valid() && !builder_.Child(at, function, at)) FailOfSize(input_);
      to_.push_back(at);
      is_hidden_.push_back(!function.valid());
    }
  }

  void AddCalls(const std::vector<double>& calls) {
    for (std::size_t node = 0; node < calls.size(); ++node) {
      if (!is_hidden_[node] && !builder_.AddCalls(to_[node], CallsOf(calls[node]))) FailOfSize(input_);
    }
  }

  std::uint64_t CallsOf(double calls) const {
    constexpr double kMost = 9e18;  // below 2^63
    if (!(calls <= kMost)) FailOfSize(input_);
    return calls > 0 ? static_cast<std::uint64_t>(std::llround(calls)) : 0;
  }

  // Makes a profile without stacks.
  StackProfile MakeCounts(const std::vector<bool>& counts) {
    if (!input_.options.hide.empty()) {
      throw FileError(input_, ErrorCode::kBadArgument, "has no stacks: frames cannot be left out");
    }
    SortedFunctions order = SortFunctions(table_.names, std::vector<bool>(table_.names.size(), true));
    Profile made = EmptyCounts(order.table.size());
    ArcIndex arcs;
    std::vector<double> calls(made.calls.size()), arc_calls, self_calls(made.calls.size());
    for (const RegionValue& value : table_.values) {
      if (!counts[value.location] || !IsOfEvent(value)) continue;
      const auto self = static_cast<double>(TicksOf(value.self));
      const auto inclusive = static_cast<double>(TicksOf(value.inclusive));
      if (value.node == RegionTable::kNone) {
        made.unattributed_ticks += self;
        continue;
      }
      const RegionTable::Node& node = table_.nodes[value.node];
      const FunctionId callee = order.id_of[node.function.value];
      if (node.parent == RegionTable::kNone) {
        made.self_ticks[callee.value] += self;
        made.exact->total_ticks[callee.value] += inclusive;
        calls[callee.value] += value.calls;
        continue;
      }
      const FunctionId caller = order.id_of[table_.nodes[node.parent].function.value];
      const ArcId arc = arcs.FindOrAdd(caller, callee, made.arcs);
      made.exact->arcs.resize(made.arcs.size());
      arc_calls.resize(made.arcs.size());
      made.exact->arcs[arc.value].self += self;
      made.exact->arcs[arc.value].total += inclusive;
      arc_calls[arc.value] += value.calls;
      if (caller == callee) self_calls[callee.value] += value.calls;
    }
    for (std::size_t f = 0; f < calls.size(); ++f) {
      made.calls[f] = CallsOf(calls[f] - self_calls[f]);
      made.self_calls[f] = CallsOf(self_calls[f]);
      made.total_ticks += made.self_ticks[f];
    }
    for (std::size_t a = 0; a < arc_calls.size(); ++a) made.arcs[a].count = CallsOf(arc_calls[a]);
    made.total_ticks += made.unattributed_ticks;
    made.has_arcs = table_.has_calls;
    profile_.functions = std::move(order.table);
    profile_.counted = std::move(made);
    profile_.path = input_.path;
    profile_.format = &input_.format;
    profile_.threads = threads_.Take();
    return std::move(profile_);
  }

  Profile EmptyCounts(std::size_t functions) const {
    const StackEvent& event = profile_.events[Event()];
    Profile made;
    made.self_ticks.resize(functions);
    made.calls.resize(functions);
    made.self_calls.resize(functions);
    made.exact.emplace();
    made.exact->total_ticks.resize(functions);
    made.rate = event.rate;
    made.dimension = event.unit;
    made.abbreviation = event.unit.empty() ? ' ' : event.unit[0];
    made.has_histogram = true;
    made.calls_known = table_.has_calls;
    return made;
  }

  const StackInput& input_;
  RegionTable table_;
  Frames frames_;
  Threads threads_;
  ContextBuilder builder_;
  std::vector<ContextBuilder::Node> to_;  // by node of the table
  std::vector<bool> is_hidden_;           // by node of the table
  StackProfile profile_;
};

}  // namespace

StackProfile StacksOfRegions(const StackInput& input, RegionTable table) {
  return RegionStacks(input, std::move(table)).Make();
}

}  // namespace profdiff
