// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one side's profiles if they come from a profiler other than gprof, and attributes them to functions.
#ifndef PROFDIFF_LOAD_STACKS_H_
#define PROFDIFF_LOAD_STACKS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/difference.h"
#include "profdiff/profile.h"

namespace profdiff {

struct StackFiles {
  std::shared_ptr<const StackProfile> sum;
  std::vector<StackProfile> parts;  // the profile of each file if the runs are wanted; otherwise empty
};

// Returns the name of the event that was read.
inline const std::string& EventName(const StackProfile& stacks) { return stacks.events[stacks.event].name; }

// True for a file that lists events, but has no samples with a value of the event that was read.
inline bool IsWithoutValues(const StackProfile& stacks) {
  const ContextTree& contexts = stacks.contexts;
  return !stacks.counted && contexts.size() == 0 && contexts.stackless == 0 && contexts.stackless_samples == 0;
}

// Reads all files; with `keep_going`, all usable files. Functions without a name are looked up by address in the side's
// image, which is read only if needed. Errors: those of ReadStacks, AddStacks and ReadImage.
StackFiles ReadStackFiles(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer);

// Fills in the profile and the context tree of an execution from its `stacks` and `selection`. With
// LoadingOptions::runs, returns the profile of each run.
// Errors: kUnsupported for specs that choose stacks if a file has none.
std::vector<Profile> CreditStacks(StackFiles files, const LoadingOptions& options, LoadedExecution& execution);

// Removes the arcs that are excluded by -k from the profile, and calls `drop` with each of them.
void DropArcs(const FunctionTable& functions, const Selection& selection, Profile& profile,
              const std::function<void(const Arc&)>& drop);

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_STACKS_H_
