// SPDX-License-Identifier: GPL-3.0-or-later
// Index numbers of call-graph entries. Every function and cycle gets one, printed or not, so printed numbers have gaps.
// Source: GPROF.md, section 8.6. Tests: tests/unit/report/gprof/listing_test.cpp.
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/sort_rows.h"
#include "profdiff/listing.h"

namespace profdiff {
namespace {

double TotalOf(const CallGraph& graph, const EntryOrder::Entry& entry) {
  return (entry.cycle.valid() ? graph.cycles[entry.cycle.value] : graph.functions[entry.function.value]).Total();
}

// Entries are sorted by propagated total, then by kind (cycles first, then names without a leading underscore, then
// names with one), then by calls and name. Cycles with equal totals are in the order of their cycle numbers.
constexpr std::uint32_t kCycle = 0, kName = 1, kUnderscoredName = 2;

std::string_view NameOf(const Execution& execution, const EntryOrder::Entry& entry) {
  return entry.cycle.valid() ? std::string_view() : execution.functions[entry.function].name;
}

std::vector<SortRow> RowsOf(const Execution& execution, const std::vector<EntryOrder::Entry>& entries) {
  std::vector<SortRow> rows(entries.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const EntryOrder::Entry& entry = entries[i];
    rows[i] = {TotalOf(execution.graph, entry), kCycle, static_cast<std::uint32_t>(i), 0};
    if (entry.cycle.valid()) continue;
    rows[i].kind = NameOf(execution, entry).starts_with('_') ? kUnderscoredName : kName;
    rows[i].calls = execution.profile.calls[entry.function.value];
  }
  return rows;
}

}  // namespace

EntryOrder NumberEntries(const Execution& execution) {
  const CallGraph& graph = execution.graph;
  std::vector<EntryOrder::Entry> entries;
  entries.reserve(execution.functions.size() + graph.cycles.size());
  for (std::size_t f = 0; f < execution.functions.size(); ++f) entries.push_back({FunctionId(f), {}});
  for (std::size_t c = 0; c < graph.cycles.size(); ++c) entries.push_back({{}, CycleId(c)});

  std::vector<SortRow> rows = RowsOf(execution, entries);
  SortRows(std::span(rows), [&](std::uint32_t i) { return NameOf(execution, entries[i]); });

  EntryOrder order;
  order.entries.reserve(entries.size());
  for (const SortRow& row : rows) order.entries.push_back(entries[row.at]);
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
