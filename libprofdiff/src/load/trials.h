// SPDX-License-Identifier: GPL-3.0-or-later
// Trials of a store in the place of files.
// Tests: tests/cli/db/run.py.
#ifndef PROFDIFF_LOAD_TRIALS_H_
#define PROFDIFF_LOAD_TRIALS_H_

#include <string>
#include <vector>

#include "profdiff/difference.h"

namespace profdiff {

// An execution that is read, and what tells its image from others.
struct TrialFiles {
  LoadedExecution execution;
  std::vector<Profile> runs;
  std::string identity;  // of the image; empty when unknown
};

// Reads the trials, and lets specs choose among their functions and calls as they do among those of files.
// Errors: those of ReadTrial and ProfilesOf.
TrialFiles ReadTrialFiles(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer);

// Leaves out what the selection does. Specs of the other side count here too, so it comes when both are known.
void SelectTrials(const LoadingOptions& options, TrialFiles& trials);

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_TRIALS_H_
