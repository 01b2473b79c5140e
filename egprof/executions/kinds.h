// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes profiles of other profilers, and options that do not apply to them.
// Tests: tests/cli/stacks/run.py.
#ifndef EGPROF_EXECUTIONS_KINDS_H_
#define EGPROF_EXECUTIONS_KINDS_H_

#include <string>

#include "egprof/executions/sides.h"
#include "egprof/options/options.h"

namespace egprof {

// Recognises images, profiles of gprof and other profiles by their content, in this order; --input-format and -O decide
// for profiles. What cannot be looked at beforehand, a pipe or standard input, is no image: in an image's place it is
// another profiler's profile.
FileTests TestsOf(const ProfileOptions& options);

// True if a file is another profiler's profile. False for an unreadable file: reading it later reports the error.
bool LooksLikeStacks(const std::string& path);

// True if a side's profiles are another profiler's.
bool HasStacks(const ProfileOptions& options, const Side& side);

// Throws for options without effect here: options that need addresses, source lines or blocks, if a side has none of
// them; those for other profilers' files, if there is no such file.
// Errors: kBadArgument.
void RefuseForKinds(const CommandLine& line, const ProfileOptions& options, const Sides& sides);

// The same for options that need what trials of a store lack.
void RefuseForTrials(const CommandLine& line, const Sides& sides);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_KINDS_H_
