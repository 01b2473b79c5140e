// SPDX-License-Identifier: GPL-3.0-or-later
// Plausibility checks outside the library: for files that are named twice, for broken stacks, and for functions that
// are missing in gprof's listings.
// Test: tests/unit/egprof/executions/plausibility_test.cpp.
#include "egprof/executions/plausibility.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "profdiff/context_tree.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

// Returns the share of stacks that end before the start of their thread; 0 if unknown.
double BrokenShare(const profdiff::LoadedExecution& execution) {
  return execution.stacks ? profdiff::ShareOfBrokenStacks(*execution.stacks).value_or(0) : 0;
}

std::string Percent(double share) {
  char text[20];
  std::snprintf(text, sizeof text, "%.0f%%", 100 * share);
  return text;
}

void NoteEvent(const profdiff::LoadedExecution& execution, bool was_chosen, Output& output) {
  if (!execution.stacks || execution.stacks->events.size() < 2 || was_chosen) return;
  const profdiff::StackProfile& stacks = *execution.stacks;
  std::string others;
  for (std::size_t i = 0; i < stacks.events.size(); ++i) {
    if (i != stacks.event) others += (others.empty() ? "" : ", ") + stacks.events[i].name;
  }
  std::string note = "event " + stacks.events[stacks.event].name + "; other events: " + others + " (--event=NAME)";
  if (std::ranges::find(output.notes, note) == output.notes.end()) output.notes.push_back(std::move(note));
}

void NoteBrokenStacks(const std::string& whose, double share, Output& output) {
  constexpr double kMany = 0.05;
  if (share <= kMany) return;
  output.notes.push_back(
      Percent(share) + " of " + whose +
      " do not begin at the start of their thread: callers were lost, so inclusive times are too small");
}

}  // namespace

void CheckStacks(const profdiff::LoadedExecution& execution, bool was_chosen, Output& output) {
  NoteEvent(execution, was_chosen, output);
  NoteBrokenStacks("the stacks", BrokenShare(execution), output);
}

void CheckStacks(const profdiff::LoadedExecutions& executions, bool was_chosen, Output& output) {
  constexpr double kFarApart = 0.05;
  const double base = BrokenShare(executions.base), other = BrokenShare(executions.other);
  NoteEvent(executions.base, was_chosen, output);
  NoteEvent(executions.other, was_chosen, output);
  if (std::abs(base - other) >= kFarApart) {
    return output.Warn(Percent(base) + " of the base's stacks and " + Percent(other) +
                       " of the other side's do not begin at the start of their thread: callers were lost, so "
                       "inclusive times differ too");
  }
  NoteBrokenStacks("the base's stacks", base, output);
  NoteBrokenStacks("the other side's stacks", other, output);
}

void CheckFiles(const Side& base, const Side& other, Output& output) {
  if (base.store.empty() != other.store.empty()) return;
  for (const std::string& profile : base.profiles) {
    if (std::any_of(other.profiles.begin(), other.profiles.end(),
                    [&profile](const std::string& path) { return IsSameFile(profile, path); })) {
      return output.Warn("the same file is on both sides: " + profile);
    }
  }
}

void NoteExtraFunctions(const profdiff::Difference& difference, const profdiff::FunctionTable& base,
                        const profdiff::FunctionTable& other, Output& output) {
  constexpr std::size_t kLongest = 60;
  const auto is_extra = [](const profdiff::FunctionTable& table, profdiff::FunctionId id,
                           const profdiff::SideNumbers& numbers) {
    return id.valid() && numbers.Used() && !profdiff::IsForGprof(table[id]);
  };
  std::size_t count = 0;
  std::string first;
  for (std::size_t i = 0; i < difference.functions.size(); ++i) {
    const profdiff::Match::Pair& pair = difference.match.pairs[i];
    const profdiff::Difference::Row& row = difference.functions[i];
    if (!is_extra(base, pair.base, row.base) && !is_extra(other, pair.other, row.other)) continue;
    if (count++ == 0) first = difference.match.functions.functions[i].name;
  }
  if (count == 0) return;
  if (first.size() > kLongest) first = first.substr(0, kLongest - 3) + "...";
  output.notes.push_back(std::to_string(count) + (count == 1 ? " function, " : " functions, such as ") + first +
                         (count == 1 ? ", is" : ", are") +
                         " not in gprof's listings, which assign such time and calls to neighbouring functions; "
                         "--symbols=gprof compares gprof's numbers");
}

}  // namespace egprof
