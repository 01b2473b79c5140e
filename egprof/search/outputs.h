// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the outputs of a search before the first run: they must not overwrite what the runs need, and it must be
// possible to write them.
// Test: tests/cli/search/refused.py.
#ifndef EGPROF_SEARCH_OUTPUTS_H_
#define EGPROF_SEARCH_OUTPUTS_H_

#include <string>
#include <vector>

#include "egprof/listings/file_plan.h"
#include "egprof/search/options.h"

namespace egprof {

// Returns the paths of files that the recorded commands may read: their programs, all other words, the part of a word
// after "=", and standard input. Some of these paths may not exist.
std::vector<std::string> CommandFiles(const SearchOptions& options);

// Checks the outputs of a search that records into `folder`. Creates nothing. Errors: kBadArgument if an output would
// have the name of a recording in `folder`; those of RequireWritable and RequireNewTrial.
void RequireOutputs(const SearchOptions& options, const PlannedOutputs& outputs, const std::string& folder);

}  // namespace egprof

#endif  // EGPROF_SEARCH_OUTPUTS_H_
