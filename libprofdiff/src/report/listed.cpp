// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/listed.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "base/name_key.h"
#include "base/prefetch.h"
#include "base/sort_by_number.h"
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

// False if names differ before `place`.
bool FillKeys(const Execution& execution, std::span<const FunctionId> rows, std::size_t place, unsigned threads,
              std::span<FlatKey> keys) {
  const Profile& profile = execution.profile;
  const auto name_of = [&](FunctionId f) { return execution.functions[f].name; };
  const std::string_view common = rows.empty() ? std::string_view() : name_of(rows[0]).substr(0, place);
  std::atomic<bool> is_common = true;
  DoHalves(rows.size(), threads, [&](std::size_t begin, std::size_t end) {
    bool all = true;
    const auto fill = [&](std::size_t i) {
      const FunctionId f = rows[i];
      const std::string_view name = name_of(f);
      all &= name.starts_with(common);
      keys[i] = {profile.self_ticks[f.value], profile.calls[f.value], NameKey(name, place), f};
    };
    WalkAhead(begin, end, fill, [&](std::size_t i) { Prefetch(name_of(rows[i]).data() + place); });
    if (!all) is_common = false;
  });
  return is_common;
}

std::vector<FlatKey> MakeKeys(const Execution& execution, const std::vector<FunctionId>& rows, unsigned threads) {
  const auto name_of = [&](FunctionId f) { return execution.functions[f].name; };
  std::vector<FlatKey> keys(rows.size());
  std::size_t place = GuessCommonBytes(rows, name_of);
  while (!FillKeys(execution, rows, place, threads, keys)) place = CommonBytes(rows, name_of, threads);
  return keys;
}

// Sorts keys of functions in the order of the table.
class FlatSorter {
 public:
  FlatSorter(const FunctionTable& functions, unsigned threads) : functions_(functions), threads_(threads) {}

  void Sort(std::span<FlatKey> keys) const {
    SortOnThreads(
        keys, threads_, [this](const FlatKey& a, const FlatKey& b) { return IsBefore(a, b); },
        [this](std::span<FlatKey> part) { SortPart(part); });
  }

 private:
  bool IsBefore(const FlatKey& a, const FlatKey& b) const {
    if (a.ticks != b.ticks) return a.ticks > b.ticks;
    if (a.calls != b.calls) return a.calls > b.calls;
    if (a.name != b.name) return a.name < b.name;
    const int order = functions_[a.function].name.compare(functions_[b.function].name);
    return order != 0 ? order < 0 : a.function < b.function;
  }

  // By the last number first. What is still in doubt then are names that have eight bytes in common.
  void SortPart(std::span<FlatKey> keys) const {
    SortByNumber(keys, [](const FlatKey& key) { return key.name; });
    SortByNumber(keys, [](const FlatKey& key) { return ~key.calls; });
    SortByNumber(keys, [](const FlatKey& key) { return ~SortableNumber(key.ticks); });
    const auto alike = [](const FlatKey& a, const FlatKey& b) {
      return a.ticks == b.ticks && a.calls == b.calls && a.name == b.name;
    };
    ForEachRun(keys, alike, [this](std::span<FlatKey> run) {
      if (run.size() == 1) return;
      std::ranges::sort(run, [this](const FlatKey& a, const FlatKey& b) { return IsBefore(a, b); });
    });
  }

  const FunctionTable& functions_;
  unsigned threads_;
};

}  // namespace

std::vector<FunctionId> SortFlatRows(const Execution& execution, bool show_unused, unsigned threads) {
  std::vector<FunctionId> rows = ListedFunctions(execution, show_unused, threads);
  std::vector<FlatKey> keys = MakeKeys(execution, rows, threads);
  FlatSorter(execution.functions, threads).Sort(keys);
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
