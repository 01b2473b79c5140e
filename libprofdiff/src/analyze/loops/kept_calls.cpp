// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a filter once for each name of a run, not for each call. Kept names have the same ids in all runs.
#include "analyze/loops/kept_calls.h"

#include <algorithm>
#include <utility>

#include "analyze/trace/name_filter.h"

namespace profdiff {
namespace {

// True for entries of the procedure linkage table, and for the function that resolves them.
bool IsStub(std::string_view name) {
  return name.ends_with("@plt") || name.ends_with(".plt") || name == "_dl_runtime_resolve";
}

std::vector<bool> CalledNames(const Trace& trace) {
  std::vector<bool> called(trace.names.size());
  for (const ThreadTrace& thread : trace.threads) {
    for (const NameId name : thread.calls.function) called[name.value] = true;
  }
  return called;
}

// Returns the names, indexed by NameId. A name is empty if the filter drops it. The names of functions that are never
// called are empty as well, because ids must not depend on names that a trace lists but does not use.
std::vector<std::string> NamesThatCount(const Trace& trace, const NameFilter& names, bool drop_stubs) {
  std::vector<std::string> kept = trace.names;
  const std::vector<bool> called = CalledNames(trace);
  for (std::size_t id = 0; id < kept.size(); ++id) {
    if (!called[id] || (drop_stubs && IsStub(kept[id])) || !names.Keeps(kept[id])) kept[id].clear();
  }
  return kept;
}

NameId Find(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::ranges::lower_bound(names, name);
  return NameId(static_cast<std::size_t>(found - names.begin()));
}

}  // namespace

KeptNames FindKeptNames(Runs runs, const RankFilter& filter, std::vector<std::string> others) {
  const NameFilter names(filter.keep, {});
  std::vector<std::vector<std::string>> by_run;
  KeptNames kept;
  kept.names = std::move(others);
  for (const Trace* run : runs) {
    by_run.push_back(NamesThatCount(*run, names, filter.drop_stubs));
    for (const std::string& name : by_run.back()) {
      if (!name.empty()) kept.names.push_back(name);
    }
  }
  if (!filter.drop_returns) kept.names.emplace_back(FoldedTraces::kReturn);
  std::ranges::sort(kept.names);
  kept.names.erase(std::unique(kept.names.begin(), kept.names.end()), kept.names.end());
  for (const std::vector<std::string>& run : by_run) {
    std::vector<NameId>& ids = kept.runs.emplace_back(run.size());
    for (std::size_t id = 0; id < run.size(); ++id) {
      if (!run[id].empty()) ids[id] = Find(kept.names, run[id]);
    }
  }
  if (!filter.drop_returns) kept.returns = Find(kept.names, FoldedTraces::kReturn);
  return kept;
}

}  // namespace profdiff
