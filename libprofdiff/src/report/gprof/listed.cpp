// SPDX-License-Identifier: GPL-3.0-or-later
// Selects the rows of the flat profile and the call graph. Source: GPROF.md, sections 10.2 and 11.2.
//
// Test: tests/unit/report/gprof/listing_test.cpp.
#include "report/gprof/listed.h"

#include <algorithm>
#include <cstdint>

#include "base/in_order.h"
#include "base/sort_rows.h"

namespace profdiff {

namespace {

// Returns the functions with a row in the flat profile, in the order of the function table.
std::vector<FunctionId> ListedFunctions(const Execution& execution, bool show_unused) {
  std::vector<FunctionId> rows;
  rows.reserve(execution.functions.size());
  for (std::size_t f = 0; f < execution.functions.size(); ++f) {
    if (IsListed(execution, FunctionId(f), show_unused)) rows.push_back(FunctionId(f));
  }
  return rows;
}

std::vector<SortRow> MakeRows(const Profile& profile, const std::vector<FunctionId>& functions, unsigned threads) {
  std::vector<SortRow> rows(functions.size());
  DoChunks(rows.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const FunctionId f = functions[i];
      rows[i] = {profile.self_ticks[f.value], 0, f.value, profile.calls[f.value]};
    }
  });
  return rows;
}

}  // namespace

std::vector<FunctionId> SortFlatRows(const Execution& execution, bool show_unused, unsigned threads) {
  std::vector<FunctionId> functions = ListedFunctions(execution, show_unused);
  std::vector<SortRow> rows = MakeRows(execution.profile, functions, threads);
  // Rows are sorted by descending time, then by descending calls, then by linkage name. Equal rows keep the order of
  // the function table, which is sorted by address.
  const auto name_of = [&](std::uint32_t f) { return execution.functions[FunctionId(f)].name; };
  SortRows(std::span(rows), name_of, threads);
  std::ranges::transform(rows, functions.begin(), [](const SortRow& row) { return FunctionId(row.at); });
  return functions;
}

bool IsListed(const Execution& execution, FunctionId f, bool show_unused) {
  return execution.selection.Selects(SpecTable::kFlat, f) && (show_unused || IsUsed(execution.profile, f));
}

bool IsUsed(const Profile& profile, FunctionId f) {
  return profile.calls[f.value] != 0 || profile.self_ticks[f.value] != 0 ||
         (profile.exact && profile.exact->total_ticks[f.value] != 0);
}

bool IsListed(const Execution& execution, const EntryOrder::Entry& entry, bool show_unused) {
  const CallGraph& graph = execution.graph;
  const Profile& profile = execution.profile;
  const bool is_cycle = entry.cycle.valid();
  // In a table by line, the rows are source lines, and only rows at which a function begins have entries. gprof also
  // omits the entries of whole cycles in this case (GPROF.md, section 6, item 6).
  if (execution.functions.by_line && (is_cycle || !execution.functions[entry.function].is_function)) return false;
  const Propagated& times = is_cycle ? graph.cycles[entry.cycle.value] : graph.functions[entry.function.value];
  const std::uint64_t calls = is_cycle
                                  ? graph.cycles[entry.cycle.value].calls + graph.cycle_inner_calls[entry.cycle.value]
                                  : profile.calls[entry.function.value] + profile.self_calls[entry.function.value];
  return times.shown && (show_unused || calls != 0 || times.Self() != 0 || times.child != 0);
}

std::span<const BlockCount> BlocksIn(const Profile& profile, FunctionId f) {
  const auto first = std::ranges::lower_bound(profile.blocks, f, {}, &BlockCount::function);
  const auto last = std::ranges::upper_bound(first, profile.blocks.end(), f, {}, &BlockCount::function);
  return {first, last};
}

}  // namespace profdiff
