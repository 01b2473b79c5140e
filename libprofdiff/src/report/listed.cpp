// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/listed.h"

#include <algorithm>
#include <cstdint>

namespace profdiff {

std::vector<FunctionId> SortFlatRows(const Execution& execution) {
  std::vector<FunctionId> rows;
  for (std::size_t f = 0; f < execution.functions.size(); ++f) rows.push_back(FunctionId(f));
  const Profile& profile = execution.profile;
  std::ranges::stable_sort(rows, [&](FunctionId a, FunctionId b) {
    double time_a = profile.self_ticks[a.value];
    double time_b = profile.self_ticks[b.value];
    if (time_a != time_b) return time_a > time_b;
    std::uint64_t calls_a = profile.calls[a.value];
    std::uint64_t calls_b = profile.calls[b.value];
    return calls_a != calls_b ? calls_a > calls_b : execution.functions[a].name < execution.functions[b].name;
  });
  return rows;
}

bool IsListed(const Execution& execution, FunctionId f, bool show_unused) {
  if (!execution.selection.Selects(SpecTable::kFlat, f)) return false;
  return show_unused || execution.profile.calls[f.value] != 0 || execution.profile.self_ticks[f.value] != 0;
}

bool IsListed(const Execution& execution, const EntryOrder::Entry& entry, bool show_unused) {
  const CallGraph& graph = execution.graph;
  const Profile& profile = execution.profile;
  const bool is_cycle = entry.cycle.valid();
  if (execution.functions.by_line && (is_cycle || !execution.functions[entry.function].is_function)) return false;
  const Propagated& times = is_cycle ? graph.cycles[entry.cycle.value] : graph.functions[entry.function.value];
  const std::uint64_t calls = is_cycle
                                  ? graph.cycle_calls[entry.cycle.value] + graph.cycle_inner_calls[entry.cycle.value]
                                  : profile.calls[entry.function.value] + profile.self_calls[entry.function.value];
  return times.shown && (show_unused || calls != 0 || times.self != 0 || times.child != 0);
}

}  // namespace profdiff
