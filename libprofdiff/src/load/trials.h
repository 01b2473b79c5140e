// SPDX-License-Identifier: GPL-3.0-or-later
// Loads trials from a store instead of files.
// Tests: tests/cli/db/run.py.
#ifndef PROFDIFF_LOAD_TRIALS_H_
#define PROFDIFF_LOAD_TRIALS_H_

#include <string>
#include <vector>

#include "profdiff/difference.h"

namespace profdiff {

// A loaded execution and the identity of its image.
struct TrialFiles {
  LoadedExecution execution;
  std::vector<Profile> runs;
  std::string identity;  // hash of the image; empty if unknown
};

// Reads the trials. Specs select functions and calls of trials by the same rules as those of profiles in files.
// Errors: those of ReadTrial and ProfilesOf.
TrialFiles ReadTrialFiles(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer);

// Applies the selection to times, arcs and stacks. Must be called after both sides are read, as a spec that is active
// on either side is active on both.
void SelectTrials(const LoadingOptions& options, LoadedExecution& execution, std::vector<Profile>& runs);

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_TRIALS_H_
