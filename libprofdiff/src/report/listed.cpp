// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/listed.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/name_key.h"
#include "base/prefetch.h"
#include "base/sort_on_threads.h"

namespace profdiff {

namespace {

// What rows of a flat profile are sorted by, side by side.
struct FlatKey {
  double ticks;
  std::uint64_t calls;
  std::uint64_t name;
  FunctionId function;
};

// In the order of the table.
std::vector<FunctionId> ListedFunctions(const Execution& execution, bool show_unused, unsigned threads) {
  std::array<std::vector<FunctionId>, 2> halves;
  DoHalves(execution.functions.size(), threads, [&](std::size_t begin, std::size_t end) {
    std::vector<FunctionId>& rows = halves[begin == 0 ? 0 : 1];
    rows.reserve(end - begin);
    for (std::size_t f = begin; f < end; ++f) {
      if (IsListed(execution, FunctionId(f), show_unused)) rows.push_back(FunctionId(f));
    }
  });
  halves[0].insert(halves[0].end(), halves[1].begin(), halves[1].end());
  return std::move(halves[0]);
}

}  // namespace

std::vector<FunctionId> SortFlatRows(const Execution& execution, bool show_unused, unsigned threads) {
  const Profile& profile = execution.profile;
  std::vector<FunctionId> rows = ListedFunctions(execution, show_unused, threads);
  auto name_of = [&](FunctionId f) { return execution.functions[f].name; };
  const std::size_t place = CommonBytes(rows, name_of, threads);
  std::vector<FlatKey> keys(rows.size());
  const auto fill = [&](std::size_t i) {
    const FunctionId f = rows[i];
    keys[i] = {profile.self_ticks[f.value], profile.calls[f.value], NameKey(name_of(f), place), f};
  };
  DoHalves(rows.size(), threads, [&](std::size_t begin, std::size_t end) {
    WalkAhead(begin, end, fill, [&](std::size_t i) { Prefetch(name_of(rows[i]).data() + place); });
  });
  SortOnThreads(std::span(keys), threads, [&](const FlatKey& a, const FlatKey& b) {
    if (a.ticks != b.ticks) return a.ticks > b.ticks;
    if (a.calls != b.calls) return a.calls > b.calls;
    if (a.name != b.name) return a.name < b.name;
    const int order = name_of(a.function).compare(name_of(b.function));
    return order != 0 ? order < 0 : a.function < b.function;
  });
  std::ranges::transform(keys, rows.begin(), &FlatKey::function);
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
                                  ? graph.cycles[entry.cycle.value].calls + graph.cycle_inner_calls[entry.cycle.value]
                                  : profile.calls[entry.function.value] + profile.self_calls[entry.function.value];
  return times.shown && (show_unused || calls != 0 || times.Self() != 0 || times.child != 0);
}

}  // namespace profdiff
