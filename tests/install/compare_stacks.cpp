// SPDX-License-Identifier: GPL-3.0-or-later
// Subtracts the sampled stacks of two executions, and prints call paths, those with the largest differences in samples
// first.
//   compare_stacks BASE OTHER
#include <profdiff/context_tree.h>
#include <profdiff/error.h>
#include <profdiff/listing.h>
#include <profdiff/match.h>

#include <iostream>
#include <memory>
#include <string>

using namespace profdiff;

// Returns the tree of a side, with costs in the event's unit.
static ScaledContexts Contexts(const StackProfile& side) {
  return {std::make_shared<const ContextTree>(side.contexts), 1 / side.events[side.event].rate};
}

int main(int argc, char** argv) try {
  if (argc != 3) return 2;
  const StackProfile base = ReadStacks(argv[1]), other = ReadStacks(argv[2]);
  const Match match = MatchFunctions(base.functions, other.functions, false);
  const ContextDifference difference{JoinContexts(base.contexts, other.contexts, match), Contexts(base),
                                     Contexts(other)};
  for (const ContextRow& row : ChooseContexts(difference, match, {}).rows) {
    std::cout << std::string(2 * row.depth, ' ') << match.functions[row.function].name << ' ' << row.base.self << ' '
              << row.other.self << '\n';
  }
} catch (const Error& error) {
  std::cerr << TextOf(error.message()) << '\n';
  return 1;
}
