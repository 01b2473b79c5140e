// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of call-graph entries. Every function and cycle gets one, printed or not, so printed numbers have gaps.
// Source: gprof 2.40, indexing of the call graph. Tests: tests/unit/report/listing_test.cpp.
#include <algorithm>
#include <span>

#include "base/name_key.h"
#include "base/sort_by_number.h"
#include "profdiff/listing.h"

namespace profdiff {
namespace {

bool StartsWithUnderscore(std::string_view name) { return !name.empty() && name[0] == '_'; }

double TotalOf(const CallGraph& graph, const EntryOrder::Entry& entry) {
  return (entry.cycle.valid() ? graph.cycles[entry.cycle.value] : graph.functions[entry.function.value]).Total();
}

// What entries are sorted by, side by side: time, then cycles, names and names that begin with an underscore, then
// calls and names.
constexpr std::uint32_t kCycle = 0, kName = 1, kUnderscoredName = 2;

struct EntryKey {
  double total;
  std::uint64_t calls;
  std::uint64_t name;
  std::uint32_t rank;
  EntryOrder::Entry entry;
};

std::string_view NameOf(const Execution& execution, const EntryOrder::Entry& entry) {
  return execution.functions[entry.function].name;
}

std::vector<EntryKey> KeysOf(const Execution& execution, const std::vector<EntryOrder::Entry>& entries) {
  const std::size_t place = CommonBytes(execution.functions.functions, [](const Function& f) { return f.name; });
  std::vector<EntryKey> keys;
  keys.reserve(entries.size());
  for (const EntryOrder::Entry& entry : entries) {
    EntryKey key{TotalOf(execution.graph, entry), 0, 0, kCycle, entry};
    if (!entry.cycle.valid()) {
      const std::string_view name = NameOf(execution, entry);
      key.calls = execution.profile.calls[entry.function.value];
      key.name = NameKey(name, place);
      key.rank = StartsWithUnderscore(name) ? kUnderscoredName : kName;
    }
    keys.push_back(key);
  }
  return keys;
}

// By the last number first. What is still in doubt then are names that have eight bytes in common; cycles keep their
// order.
void SortKeys(const Execution& execution, std::span<EntryKey> keys) {
  SortByNumber(keys, [](const EntryKey& key) { return key.name; });
  SortByNumber(keys, [](const EntryKey& key) { return ~key.calls; });
  SortByNumber(keys, [](const EntryKey& key) { return std::uint64_t{key.rank}; });
  SortByNumber(keys, [](const EntryKey& key) { return ~SortableNumber(key.total); });
  const auto alike = [](const EntryKey& a, const EntryKey& b) {
    return a.total == b.total && a.rank == b.rank && a.calls == b.calls && a.name == b.name;
  };
  ForEachRun(keys, alike, [&](std::span<EntryKey> run) {
    if (run.size() == 1 || run[0].rank == kCycle) return;
    std::ranges::stable_sort(run, {}, [&](const EntryKey& key) { return NameOf(execution, key.entry); });
  });
}

}  // namespace

EntryOrder NumberEntries(const Execution& execution) {
  const CallGraph& graph = execution.graph;
  EntryOrder order;
  order.entries.reserve(execution.functions.size() + graph.cycles.size());
  for (std::size_t f = 0; f < execution.functions.size(); ++f) order.entries.push_back({FunctionId(f), {}});
  for (std::size_t c = 0; c < graph.cycles.size(); ++c) order.entries.push_back({{}, CycleId(c)});

  std::vector<EntryKey> keys = KeysOf(execution, order.entries);
  SortKeys(execution, keys);
  std::ranges::transform(keys, order.entries.begin(), &EntryKey::entry);

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
