// SPDX-License-Identifier: GPL-3.0-or-later
// Divides the paths of a command line into programs, each with profiles of its processes, and recordings.
// Test: tests/cli/check/run.py.
#ifndef EGPROF_CHECK_PROGRAMS_H_
#define EGPROF_CHECK_PROGRAMS_H_

#include <string>
#include <vector>

namespace egprof {

struct ProgramRun {
  std::vector<std::string> paths;  // a program and its profiles, or one recording
  bool is_program = false;
};

// With `several`, every program begins a run of its own, and recordings may come before the first one; without it a
// side is one program or recordings. Errors: kBadArgument for a second program.
std::vector<ProgramRun> SplitAtPrograms(const std::vector<std::string>& paths, bool several);

}  // namespace egprof

#endif  // EGPROF_CHECK_PROGRAMS_H_
