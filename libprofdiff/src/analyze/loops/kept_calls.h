// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of a thread that a filter lets through, in order, with ids that are the same in every run.
// Tests: tests/unit/analyze/loops/fold_test.cpp.
#ifndef PROFDIFF_ANALYZE_LOOPS_KEPT_CALLS_H_
#define PROFDIFF_ANALYZE_LOOPS_KEPT_CALLS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

// Which functions of several runs a filter keeps.
struct KeptNames {
  std::vector<std::string> names;         // of functions that any run calls, sorted; by the NameId below
  std::vector<std::vector<NameId>> runs;  // by run and the trace's own NameId: invalid where it is not kept
  NameId returns;                         // of FoldedTraces::kReturn; invalid where returns are dropped
};

// `others` are names that are kept in parts of the runs which another process has; they are added to `names`.
KeptNames FindKeptNames(Runs runs, const RankFilter& filter, std::vector<std::string> others = {});

// Calls enter(row, name) for each kept call and leave(row) for each that was left, in order. `names` is by the trace's
// NameId.
template <class Enter, class Leave>
void WalkKept(const CallTree& tree, const std::vector<NameId>& names, const Enter& enter, const Leave& leave) {
  std::vector<std::uint32_t> inside;  // rows of kept calls, the outermost first
  const auto size = static_cast<std::uint32_t>(tree.size());
  for (std::uint32_t row = 0; row < size; ++row) {
    for (; !inside.empty() && tree.end[inside.back()] <= row; inside.pop_back()) leave(inside.back());
    const NameId name = names[tree.function[row].value];
    if (!name.valid()) continue;
    enter(row, name);
    inside.push_back(row);
  }
  // All rows after an open call are its descendants.
  std::size_t open = tree.open.size();
  for (; !inside.empty(); inside.pop_back()) {
    while (open > 0 && tree.open[open - 1].value > inside.back()) --open;
    if (open == 0 || tree.open[open - 1].value != inside.back()) leave(inside.back());
  }
}

// The same without returns.
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
