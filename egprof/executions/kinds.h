// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises profiles that other profilers wrote, and rejects options that do not apply to them.
// Tests: tests/cli/stacks/run.py.
#ifndef EGPROF_EXECUTIONS_KINDS_H_
#define EGPROF_EXECUTIONS_KINDS_H_

#include <string>

#include "egprof/executions/sides.h"
#include "egprof/options/options.h"

namespace egprof {

// Returns tests that recognise images and other profilers' profiles by their content; all other files are taken for
// gprof profiles. For profiles, --input-format and -O take precedence over the content. A pipe cannot be examined
// before it is read, so it counts as another profiler's profile, never as an image.
FileTests TestsOf(const ProfileOptions& options);

// True if a file is another profiler's profile. False for an unreadable file: reading it later reports the error.
bool LooksLikeStacks(const std::string& path);

// True if a side's profiles were written by a profiler other than gprof.
bool HasStacks(const ProfileOptions& options, const Side& side);

// Throws for options that have no effect on these sides: options that need addresses, source lines or blocks that a
// side lacks, and options for other profilers' files if there is no such file. Errors: kBadArgument.
void RefuseForKinds(const CommandLine& line, const ProfileOptions& options, const Sides& sides);

// Throws for options that need data that trials of a store lack. Errors: kBadArgument.
void RefuseForTrials(const CommandLine& line, const Sides& sides);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_KINDS_H_
