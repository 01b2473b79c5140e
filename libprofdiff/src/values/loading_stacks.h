// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of loading sampled stacks that no command calls.
#ifndef PROFDIFF_VALUES_LOADING_STACKS_H_
#define PROFDIFF_VALUES_LOADING_STACKS_H_

#include <cstddef>
#include <optional>

#include "profdiff/context_tree.h"

namespace profdiff {

// Makes the profile of a tree: it has exact self and inclusive times; its calls are unknown unless the tree has them.
// `functions` is the size of the function table. Units: ticks of the event.
// Cost: linear in nodes, without recursion.
Profile ProfileOfContexts(const ContextTree& contexts, std::size_t functions, const StackEvent& event);

// Makes the profile of a file, with or without stacks. The second function uses `contexts`, which KeepStacks returned,
// instead of the file's own stacks.
Profile ProfileOfStacks(const StackProfile& stacks);

// Returns the stacks that a selection keeps. If the selection includes functions by time (-F, -n) or in the graph (-f),
// only stacks that contain one of these functions are kept. Stacks that contain a function excluded by time (-E, -N)
// are dropped. Functions that are excluded only from the graph (-e) stay in their stacks.
ContextTree KeepStacks(const ContextTree& contexts, const Selection& selection);

Profile ProfileOfStacks(const StackProfile& stacks, const ContextTree& contexts);

// Returns the stacks of one of several profiles. The tree's FunctionIds refer to `functions`, the table of the sum of
// all profiles (AddStacks).
ContextTree ContextsOn(const FunctionTable& functions, const StackProfile& part);

// Returns the counts of one of several profiles without stacks, with the same FunctionIds as ContextsOn. Errors:
// kBadArgument for a profile with stacks.
Profile CountsOn(const FunctionTable& functions, const StackProfile& part);

// Returns the share of broken stacks, from 0 to 1. A stack is broken if its outermost function is not one that starts a
// thread, such as _start or clone: the callers of that function were lost, so inclusive times are too small. Returns
// nullopt for files without calls. Also returns nullopt for a format other than perf's if no stack begins with a
// function that starts a thread, because files in such a format may omit that function.
std::optional<double> ShareOfBrokenStacks(const StackProfile& stacks);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_LOADING_STACKS_H_
