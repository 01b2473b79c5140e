// SPDX-License-Identifier: GPL-3.0-or-later
// One side's profiles of another profiler: reading, then attribution to functions.
#ifndef PROFDIFF_LOAD_STACKS_H_
#define PROFDIFF_LOAD_STACKS_H_

#include <memory>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/difference.h"
#include "profdiff/profile.h"

namespace profdiff {

struct StackFiles {
  std::shared_ptr<const StackProfile> sum;
  std::vector<StackProfile> parts;  // one per file with LoadingOptions::runs; otherwise empty
};

// Reads all files, except unusable ones with `keep_going`. Functions without a name get it by address from the side's
// image, which is read only if needed. Errors: those of ReadStacks and AddStacks; of ReadImage.
StackFiles ReadStackFiles(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer);

// Fills in the profile and the context tree of an execution from its `stacks` and `selection`. With `runs`, returns the
// profile of each run.
// Errors: kUnsupported for specs that choose stacks where a file has none.
std::vector<Profile> CreditStacks(StackFiles files, bool runs, LoadedExecution& execution);

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_STACKS_H_
