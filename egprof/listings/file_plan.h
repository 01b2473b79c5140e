// SPDX-License-Identifier: GPL-3.0-or-later
// Which files a command line reads and writes, said before any of it is done.
// Tests: tests/unit/egprof/listings/file_plan_test.cpp, tests/cli/files/outputs.py.
#ifndef EGPROF_LISTINGS_FILE_PLAN_H_
#define EGPROF_LISTINGS_FILE_PLAN_H_

#include "egprof/cli/options.h"
#include "egprof/console/file_guard.h"
#include "egprof/executions/sides.h"

namespace egprof {

// Announces the files of both forms of the command. Under gprof's name nothing is announced: files are overwritten as
// gprof overwrites them. gmon.sum may be added up with others and replaced by the sum: `-s prog gmon.out gmon.sum`.
// What follows another output on standard output must be a listing, and so must that be.
// Errors: kBadArgument, for such a mixture as well; those of FileGuard.
void PlanFiles(const Options& options, const Sides& sides, FileGuard& files);
void PlanTraceFiles(const Options& options, FileGuard& files);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_FILE_PLAN_H_
