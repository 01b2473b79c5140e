// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a command line reads and writes, for checks before the first is opened.
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
  std::string path;  // "" and "-": standard output
  bool listing;      // text for people; several of them make one text
};

using PlannedOutputs = std::vector<PlannedOutput>;

// Announces outputs. What follows another output on standard output must be a listing, and so must that be.
// Errors: kBadArgument, for such a mixture as well; those of FileGuard.
void PlanOutputs(const PlannedOutputs& outputs, FileGuard& files);

// Announces the files of a command that lists profiles. gmon.sum may be added up with others and replaced by the sum:
// `-s prog gmon.out gmon.sum`.
// Errors: those of PlanOutputs.
void PlanFiles(const ProfileOptions& options, const Sides& sides, const std::vector<std::string>& argument_files,
               FileGuard& files);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_FILE_PLAN_H_
