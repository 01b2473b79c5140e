// SPDX-License-Identifier: GPL-3.0-or-later
// Splits the paths of a command line into recordings and programs. Each program is followed by the profiles that its
// processes wrote. Test: tests/cli/check/run.py.
#ifndef EGPROF_CHECK_PROGRAMS_H_
#define EGPROF_CHECK_PROGRAMS_H_

#include <vector>

#include "profdiff/input.h"

namespace egprof {

struct ProgramRun {
  std::vector<profdiff::Input> inputs;  // a program and its profiles, or one recording
  bool is_program = false;
};

// Splits the paths of a command line. With `several` (for --table), every program begins a run of its own, and
// recordings may precede the first program. Otherwise, the paths are either one program with its profiles, or
// recordings. Errors: kBadArgument for a second program unless `several` is set.
std::vector<ProgramRun> SplitAtPrograms(const std::vector<profdiff::Input>& inputs, bool several);

}  // namespace egprof

#endif  // EGPROF_CHECK_PROGRAMS_H_
