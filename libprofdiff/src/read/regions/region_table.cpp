// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/regions/region_table.h"

#include <algorithm>
#include <queue>
#include <set>
#include <utility>

#include "base/mix.h"

namespace profdiff {

RegionMetric MetricOf(std::string name, std::string_view unit) {
  if (unit == "sec") unit = "s";
  ScaledEvent scaled = EventOfUnit(std::move(name), unit);
  scaled.event.is_sampled = false;
  return {std::move(scaled.event), scaled.ticks};
}

FunctionId RegionTable::FindFunction(std::string_view name, std::string_view file) {
  if (name.empty()) name = "[unknown]";
  const FunctionId id = names.Intern(name, file);
  if (id.value >= kinds.size()) kinds.resize(id.value + 1);
  return id;
}

std::uint32_t RegionTable::FindNode(std::uint32_t parent, FunctionId function) {
  // Mix is a bijection, so equal keys have the same parent and function.
  const std::uint64_t key = Mix(std::uint64_t{parent} << 32 | function.value);
  const std::uint32_t node = node_ids_.Find(key, [](std::uint32_t) { return true; });
  if (node == nodes.size()) nodes.push_back({parent, function});
  return node;
}

std::uint32_t RegionTable::FindLocation(const Location& location, std::string_view name) {
  std::size_t at = 0;
  while (at < locations.size() && (locations[at] != location || location_names[at] != name)) ++at;
  if (at == locations.size()) {
    locations.push_back(location);
    location_names.emplace_back(name);
  }
  return static_cast<std::uint32_t>(at);
}

std::uint32_t RegionTable::FindMetric(const RegionMetric& metric) {
  std::size_t at = 0;
  while (at < metrics.size() && metrics[at].event.name != metric.event.name) ++at;
  if (at == metrics.size()) metrics.push_back(metric);
  return static_cast<std::uint32_t>(at);
}

void RegionTable::SubtractCallees(std::uint32_t metric, WithoutValue without_value) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].metric == metric && values[i].node != kNone) order.push_back(i);
  }
  const auto key = [this](std::size_t i) { return std::pair(values[i].location, ~values[i].node); };
  std::ranges::stable_sort(order, {}, key);
  // By node: the sum of the inclusive values of its callees at the current location. Nodes are visited from the last to
  // the first, so callees come before their callers.
  std::vector<double> below(nodes.size());
  const auto add = [&](std::uint32_t node, double inclusive) {
    if (nodes[node].parent != kNone) below[nodes[node].parent] += inclusive;
  };
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    std::priority_queue<std::uint32_t> open;  // nodes that have a value, or a callee with one
    while (end < order.size() && values[order[end]].location == values[order[begin]].location) ++end;
    for (std::size_t i = begin; i < end; ++i) open.push(values[order[i]].node);
    for (std::size_t i = begin; !open.empty();) {
      const std::uint32_t node = open.top();
      while (!open.empty() && open.top() == node) open.pop();
      double inclusive = 0;
      const std::size_t first = i;
      for (; i < end && values[order[i]].node == node; ++i) {
        inclusive += values[order[i]].inclusive;
        values[order[i]].self = 0;
      }
      const bool has_value = i != first;
      if (has_value) {
        // Values that the file rounds may be a little less than the sum of their parts.
        constexpr double kRounding = 1e-5;
        const double own = inclusive - below[node];
        values[order[first]].self = own < 0 && own >= -kRounding * below[node] ? 0 : own;
      }
      if (!has_value && without_value == WithoutValue::kIsZero && below[node] != 0) {
        values.push_back({node, values[order[begin]].location, metric, -below[node], 0, 0});
      }
      add(node, has_value || without_value == WithoutValue::kIsZero ? inclusive : below[node]);
      below[node] = 0;
      if (nodes[node].parent != kNone) open.push(nodes[node].parent);
    }
  }
}

RegionSelection SelectionOf(const MeasureOptions& options) {
  StackOptions reading;
  reading.salvage = options.salvage;
  return RegionSelection(reading);
}

RegionSelection::RegionSelection(const StackOptions& options) : ranks_(options.processes), salvages_(options.salvage) {
  for (const auto& [key, expression] : options.labels) {
    const auto found = std::ranges::find(labels_, key, [](const auto& label) { return label.first; });
    if (found != labels_.end()) continue;
    std::vector<std::string> expressions;
    for (const auto& [other, text] : options.labels) {
      if (other == key) expressions.push_back(text);
    }
    labels_.emplace_back(key, NamePatterns(expressions));
  }
}

bool RegionSelection::Keeps(const Labels& labels) const {
  return std::ranges::all_of(labels_, [&](const auto& wanted) {
    return std::ranges::any_of(
        labels, [&](const auto& label) { return label.first == wanted.first && wanted.second.Find(label.second); });
  });
}

std::vector<std::uint32_t> RanksOfRegions(const RegionTable& table) {
  std::set<std::uint32_t> ranks;
  for (const Location& location : table.locations) {
    if (location.rank) ranks.insert(*location.rank);
  }
  return {ranks.begin(), ranks.end()};
}

}  // namespace profdiff
