// SPDX-License-Identifier: GPL-3.0-or-later
// Iterates over the calls of a thread that a filter keeps, in order, with function ids that are the same in all runs.
// Tests: tests/unit/analyze/loops/fold_test.cpp.
#ifndef PROFDIFF_ANALYZE_LOOPS_KEPT_CALLS_H_
#define PROFDIFF_ANALYZE_LOOPS_KEPT_CALLS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

// The functions of several runs, without those that a filter drops.
struct KeptNames {
  std::vector<std::string> names;  // kept functions that are called in any run, sorted; indexed by the ids in `runs`
  // Indexed by run, then by the trace's own NameId: index in `names`; invalid for functions that are not kept.
  std::vector<std::vector<NameId>> runs;
  NameId returns;  // the id of FoldedTraces::kReturn; invalid if returns are dropped
};

// Finds the functions that the filter keeps in any run. If several processes share the runs, `others` are the names
// that the other processes keep; they are added to KeptNames::names.
KeptNames FindKeptNames(Runs runs, const RankFilter& filter, std::vector<std::string> others = {});

// Calls enter(row, name) when a kept call begins, and leave(row) when it returns, in the order of these events. `names`
// maps the trace's NameIds to the ids of kept functions; for other functions, it has invalid ids.
template <class Enter, class Leave>
void WalkKept(const CallTree& tree, const std::vector<NameId>& names, const Enter& enter, const Leave& leave) {
  std::vector<std::uint32_t> inside;  // rows of the kept calls that enclose the current row, outermost first
  const auto size = static_cast<std::uint32_t>(tree.size());
  for (std::uint32_t row = 0; row < size; ++row) {
    for (; !inside.empty() && tree.end[inside.back()] <= row; inside.pop_back()) leave(inside.back());
    const NameId name = names[tree.function[row].value];
    if (!name.valid()) continue;
    enter(row, name);
    inside.push_back(row);
  }
  // Calls leave(row) only for calls that returned. All rows after an open call are its descendants, so `inside` and
  // `tree.open` list nested calls in the same order. One walk from the ends of both lists finds the kept calls that are
  // open.
  std::size_t open = tree.open.size();
  for (; !inside.empty(); inside.pop_back()) {
    while (open > 0 && tree.open[open - 1].value > inside.back()) --open;
    if (open == 0 || tree.open[open - 1].value != inside.back()) leave(inside.back());
  }
}

// Like WalkKept, but without returns.
template <class Enter>
void WalkKeptCalls(const CallTree& tree, const std::vector<NameId>& names, const Enter& enter) {
  const auto size = static_cast<std::uint32_t>(tree.size());
  for (std::uint32_t row = 0; row < size; ++row) {
    const NameId name = names[tree.function[row].value];
    if (name.valid()) enter(row, name);
  }
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_LOOPS_KEPT_CALLS_H_
