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

// What decides, apart from OutputOptions, whether a command writes text to standard output.
struct TextOutputs {
  bool ranks = false;               // a table of ranks is written
  bool sum = false;                 // gmon.sum is written; it replaces the default listings
  bool is_source_separate = false;  // annotated source goes to files of its own
};

// True if one of these files is standard output, so that the report is not written there.
bool ReplacesReport(const CommentOptions& options);
bool ReplacesReport(const BesideOptions& options);

// Adds the file of --markdown, if given.
void AddComment(const CommentOptions& options, PlannedOutputs& outputs);

// Returns the outputs of a command that lists profiles. Errors: kUnsupported if this build cannot write a page, or
// JSON.
PlannedOutputs ListingOutputs(const OutputOptions& options, const TextOutputs& text);

// Registers the files of a command that lists profiles. `named` contains the input files that options name. gmon.sum
// may be both an input and the output of a sum: `-s prog gmon.out gmon.sum`. Errors: those of PlanOutputs.
void PlanFiles(const Sides& sides, const std::vector<std::string>& named, const PlannedOutputs& outputs,
               FileGuard& files);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_FILE_PLAN_H_
