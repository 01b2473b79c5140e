// SPDX-License-Identifier: GPL-3.0-or-later
// One execution or two? Everything after that question is in run_classic.cpp and run_difference.cpp.
#include "egprof/gprof/run.h"

#include <cstdio>
#include <string>

#include "egprof/cli/option_table.h"
#include "egprof/listings/file_plan.h"
#include "egprof/process/threads.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

// --side-by-side and its like without a second execution.
void RefuseDifferenceOptions(const Options& options) {
  for (const char* name : {"side-by-side", "growth", "shrink", "columns", "normalize", "runs", "significance", "rename",
                           "rename-demangled", "rename-file", "suggest-renames", "explain-matches", "explain-cycles",
                           "fail-if", "fail-on-function"}) {
    if (!options.Used(name)) continue;
    throw Error(ErrorCode::kBadArgument,
                std::string("--") + name + " needs two executions: name the other one after --subtract");
  }
}

// Options that have no difference; an -s counts only where it does not split the line.
void RefuseClassicOptions(const Options& options, bool sum) {
  for (const OptionRow* row : options.used) {
    if (row->in_difference != InDifference::kError || (row->letter == 's' && !sum)) continue;
    std::string what = row->letter == 's' ? "-s, as a sum," : OptionName(*row);
    throw Error(ErrorCode::kBadArgument, what + " has no difference; use it for each execution alone");
  }
}

}  // namespace

// The table of ranks is none of the listings that these are for. Of two ranks, --ranks=A,B, there is a difference.
void RefuseRankOptions(const Options& options) {
  if (options.rank_pair) return;
  for (const char* name :
       {"growth", "shrink", "columns", "normalize", "runs", "significance", "suggest-renames", "explain-matches",
        "explain-cycles", "fail-if", "fail-on-function", "callgrind", "folded", "gml", "line"}) {
    if (!options.Used(name)) continue;
    throw Error(ErrorCode::kBadArgument, std::string("--") + name + " is not for --ranks, but for --ranks=A,B");
  }
}

// gprof prints each level at once; it prints much more after that, which nobody has asked for in earnest.
void ReportDebugLevels(const Options& options, Output& output) {
  for (unsigned level : options.debug_levels) {
    char line[40];
    std::snprintf(line, sizeof line, "[main] debug-level=0x%x\n", level);
    output.head += line;
  }
}

void Prepare(Options& options, Output& output) {
  if (options.threads == 0) options.threads = OwnThreads();
  options.listing.threads = options.threads;
  // Only what goes to standard output grows so long that it is worth it, and that is all in `text`.
  options.listing.drain = [&output](std::string& text) {
    if (&text == &output.text) output.Drain();
  };
}

void Run(Options options, Output& output) {
  Prepare(options, output);
  Sides sides = ChooseSides(options.operands, options.short_form, profdiff::IsImage);
  output.house_style = output.house_style || options.ranks || sides.other;
  if (options.ranks) RefuseRankOptions(options);
  if (sides.other) RefuseClassicOptions(options, sides.sum);
  if (!options.ranks && !sides.other) RefuseDifferenceOptions(options);
  PlanFiles(options, sides, output.files);
  if (options.ranks) {
    return sides.other ? RunRanks(options, sides.base, *sides.other, output) : RunRanks(options, sides.base, output);
  }
  if (sides.other) return RunDifference(options, sides.base, *sides.other, output);
  if (sides.sum) {
    options.styles.Add(Style::kSum);
    options.lines = true;  // gprof's sums speak of lines
  }
  RunClassic(options, sides.base, output);
}

}  // namespace egprof
