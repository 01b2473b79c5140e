// SPDX-License-Identifier: GPL-3.0-or-later
// Where two executions differ that any profiler sampled: paths of calls, and what ends there on both sides.
//   compare_stacks BASE OTHER
#include <profdiff/context_tree.h>
#include <profdiff/error.h>
#include <profdiff/match.h>

#include <iostream>
#include <string>
#include <vector>

using namespace profdiff;

// What ends in a node, in the event's unit.
static double Self(const StackProfile& side, std::uint32_t node) {
  if (node == JoinedContexts::kNone) return 0;
  return static_cast<double>(side.contexts.self[node]) / side.events[side.event].rate;
}

int main(int argc, char** argv) try {
  if (argc != 3) return 2;
  const StackProfile base = ReadStacks(argv[1]), other = ReadStacks(argv[2]);
  const Match match = MatchFunctions(base.functions, other.functions, false);
  const JoinedContexts joined = JoinContexts(base.contexts, other.contexts, match);
  std::vector<std::uint32_t> open;
  for (std::uint32_t node = 0; node < joined.size(); ++node) {
    while (!open.empty() && joined.end[open.back()] <= node) open.pop_back();
    std::cout << std::string(2 * open.size(), ' ') << match.functions[joined.function[node]].name << ' '
              << Self(base, joined.base[node]) << ' ' << Self(other, joined.other[node]) << '\n';
    open.push_back(node);
  }
} catch (const Error& error) {
  std::cerr << error.message() << '\n';
  return 1;
}
