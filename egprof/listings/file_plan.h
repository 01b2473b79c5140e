// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a command line reads and writes, which are checked before the first one is opened.
// Tests: tests/unit/egprof/listings/file_plan_test.cpp, tests/cli/files/outputs.py.
#ifndef EGPROF_LISTINGS_FILE_PLAN_H_
#define EGPROF_LISTINGS_FILE_PLAN_H_

#include <string>
#include <vector>

#include "egprof/console/file_guard.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"

namespace egprof {

struct PlannedOutput {
  std::string name;
  std::string path;  // "" and "-" mean standard output
  bool listing;      // true for human-readable text; only such outputs may share standard output
};

using PlannedOutputs = std::vector<PlannedOutput>;

// Registers outputs. If several outputs go to standard output, all of them must be listings. Errors: kBadArgument for
// any other combination; those of FileGuard.
void PlanOutputs(const PlannedOutputs& outputs, FileGuard& files);

// Registers the files of a command that lists profiles. gmon.sum may be both an input and the output of a sum: `-s prog
// gmon.out gmon.sum`. Errors: those of PlanOutputs.
void PlanFiles(const ProfileOptions& options, const Sides& sides, FileGuard& files);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_FILE_PLAN_H_
