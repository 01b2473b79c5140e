// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of call-graph entries. Every function and cycle gets one, printed or not, so printed numbers have gaps.
// Source: gprof 2.40, indexing of the call graph. Tests: tests/unit/report/listing_test.cpp.
#include <algorithm>

#include "profdiff/listing.h"

namespace profdiff {
namespace {

bool StartsWithUnderscore(std::string_view name) { return !name.empty() && name[0] == '_'; }

// True if function `a` is numbered before `b`, their times being equal.
bool NamedBefore(const Execution& execution, FunctionId a, FunctionId b) {
  std::string_view name_a = execution.functions[a].name;
  std::string_view name_b = execution.functions[b].name;
  if (StartsWithUnderscore(name_a) != StartsWithUnderscore(name_b)) return StartsWithUnderscore(name_b);
  std::uint64_t calls_a = execution.profile.calls[a.value];
  std::uint64_t calls_b = execution.profile.calls[b.value];
  return calls_a != calls_b ? calls_a > calls_b : name_a < name_b;
}

double TotalOf(const CallGraph& graph, const EntryOrder::Entry& entry) {
  return (entry.cycle.valid() ? graph.cycles[entry.cycle.value] : graph.functions[entry.function.value]).Total();
}

}  // namespace

EntryOrder NumberEntries(const Execution& execution) {
  const CallGraph& graph = execution.graph;
  EntryOrder order;
  order.entries.reserve(execution.functions.size() + graph.cycles.size());
  for (std::size_t f = 0; f < execution.functions.size(); ++f) order.entries.push_back({FunctionId(f), {}});
  for (std::size_t c = 0; c < graph.cycles.size(); ++c) order.entries.push_back({{}, CycleId(c)});

  std::ranges::stable_sort(order.entries, [&](const EntryOrder::Entry& a, const EntryOrder::Entry& b) {
    double total_a = TotalOf(graph, a);
    double total_b = TotalOf(graph, b);
    if (total_a != total_b) return total_a > total_b;
    if (a.cycle.valid() || b.cycle.valid()) return a.cycle.valid() && !b.cycle.valid();
    return NamedBefore(execution, a.function, b.function);
  });

  order.function_number.assign(graph.functions.size(), 0);
  order.cycle_number.assign(graph.cycles.size(), 0);
  for (std::size_t i = 0; i < order.entries.size(); ++i) {
    const EntryOrder::Entry& entry = order.entries[i];
    auto number = static_cast<std::uint32_t>(i + 1);
    (entry.cycle.valid() ? order.cycle_number[entry.cycle.value] : order.function_number[entry.function.value]) =
        number;
  }
  return order;
}

}  // namespace profdiff
