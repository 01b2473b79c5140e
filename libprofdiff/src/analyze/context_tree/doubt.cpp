// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the share of incomplete stacks. The outermost frame of a complete stack is a function in which threads start.
// In code without frame pointers, the chain of frames ends earlier, and the outer callers are missing. If one run has
// more incomplete stacks than the other, they look like a difference between the runs.
// Tests: tests/unit/analyze/context_tree/doubt_test.cpp.
#include <algorithm>
#include <array>
#include <string_view>

#include "profdiff/context_tree.h"
#include "values/loading_stacks.h"

namespace profdiff {
namespace {

// True for functions that the C library, the kernel and the Go runtime use to start threads.
bool StartsThread(std::string_view name) {
  constexpr std::array<std::string_view, 13> kNames = {
      "_start",         "start_thread",   "thread_start",  "_dl_start_user", "runtime.main",      "runtime.goexit",
      "goexit",         "runtime.mstart", "runtime.mcall", "do_idle",        "cpu_startup_entry", "(below main)",
      "start_secondary"};
  constexpr std::array<std::string_view, 13> kBeginnings = {
      "__libc_start_",  "clone",         "__clone",       "__GI___clone",      "entry_SYSCALL",
      "entry_SYSENTER", "asm_",          "ret_from_fork", "secondary_startup", "el0",
      "runtime.goexit", "x86_64_start_", "__start_thread"};
  return std::ranges::find(kNames, name) != kNames.end() ||
         std::ranges::any_of(kBeginnings, [&](std::string_view start) { return name.starts_with(start); });
}

// Returns the number of stacks through a top-level node, or their ticks if samples were not counted.
double StacksThrough(const ContextTree& tree, std::uint32_t node) {
  double stacks = 0;
  for (std::uint32_t below = node; below < tree.end[node]; ++below) {
    stacks += tree.samples.empty() ? static_cast<double>(tree.self[below]) : static_cast<double>(tree.samples[below]);
  }
  return stacks;
}

}  // namespace

std::optional<double> ShareOfBrokenStacks(const StackProfile& stacks) {
  const ContextTree& tree = stacks.contexts;
  double whole = 0, broken = 0;
  bool has_calls = false, is_of_go = false;
  for (std::uint32_t node = 0; node < tree.size(); node = tree.end[node]) {
    const std::string_view name = stacks.functions[tree.function[node]].name;
    const bool starts = StartsThread(name);
    is_of_go = is_of_go || name.starts_with("runtime.");
    (starts ? whole : broken) += StacksThrough(tree, node);
    has_calls = has_calls || tree.end[node] > node + 1;
  }
  // Go's own profiles omit runtime.goexit, so the outermost frame of a goroutine can be any function.
  const bool is_known = stacks.format != nullptr;
  if (is_of_go && is_known && stacks.format->name == "pprof") return std::nullopt;
  // Only perf's stacks are certain to contain the functions that start threads. Other profilers may have removed these
  // functions, so stacks without them need not be incomplete.
  const bool is_unwound = is_known && stacks.format->begins_at_start;
  if (!has_calls || whole + broken <= 0 || (whole <= 0 && !is_unwound)) return std::nullopt;
  return broken / (whole + broken);
}

}  // namespace profdiff
