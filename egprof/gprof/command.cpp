// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether the command line names one execution or two. The rest is in run_classic.cpp,
// listings/run_difference.cpp and listings/ranks.cpp.
// Tests: tests/unit/egprof/commands_test.cpp, tests/oracle.
#include <string>

#include "egprof/commands.h"
#include "egprof/executions/baseline.h"
#include "egprof/executions/kinds.h"
#include "egprof/executions/sides.h"
#include "egprof/gprof/run.h"
#include "egprof/listings/comparison.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/ranks.h"
#include "egprof/listings/run_execution.h"
#include "egprof/options/profile_rows.h"
#include "profdiff/error.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

// Refuses options that cannot be combined with a difference. `sum` is true if an -s requests gprof's sum; an -s that
// means --subtract is accepted.
void RefuseClassicOptions(const GprofOptions& options, bool sum) {
  for (const OptionRow* row : options.used) {
    if (row->in_difference != InDifference::kError || (row->letter == 's' && !sum)) continue;
    std::string what = row->letter == 's' ? "-s as a sum" : OptionName(*row);
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          what + " cannot be used for a difference; use it for each execution separately");
  }
}

}  // namespace

void RunGprof(GprofOptions options, Output& output) {
  Prepare(options, output);
  const bool only_gmon = options.strict || !options.short_form;
  const FileTests tests = only_gmon ? FileTests{profdiff::IsImage} : TestsOf(options);
  Sides sides = ChooseSides(options.operands, options.short_form, tests);
  if (sides.other) TakeBaseline(options.operands, options, sides);
  output.house_style = options.ranks || sides.other;
  if (options.ranks) RefuseRankOptions(options, options);
  if (sides.other) RefuseClassicOptions(options, sides.sum);
  if (!options.ranks && !sides.other) RefuseThoseThatNeed(options, kOtherExecution);
  if (only_gmon) options.only_gmon = true;
  if (!options.strict) RefuseForKinds(options, options, sides);
  if (!options.strict) PlanFiles(options, sides, output.files);
  if (options.ranks) {
    return sides.other ? RunRanks(options, sides.base, *sides.other, output) : RunRanks(options, sides.base, output);
  }
  if (sides.other) return RunDifference(options, sides.base, *sides.other, output);
  if (HasStacks(options, sides.base)) return RunExecution(options, sides.base, output);
  if (sides.sum) {
    options.styles.Add(Style::kSum);
    options.lines = true;  // gprof's -s also adds up counts by source line
  }
  RunClassic(options, sides.base, output);
}

constexpr Command kGprofCommand = {
    .summary = "gprof's listings, and differences in their layout",
    .operands =
        "[OPTION]... [IMAGE [PROFILE...]]\n"
        "[OPTION]... [IMAGE] PROFILE... --subtract [IMAGE] PROFILE...\n"
        "-b BASE.out -s OTHER.out",
    .about =
        "Shows where a program compiled with -pg spent its time, from its executable, "
        "IMAGE (a.out), and the PROFILEs that it wrote (gmon.out).",
    .more =
        "The second form subtracts two executions: base minus other, so a positive number is what the other "
        "execution saves. The third is a short form of the second.",
    .notes =
        "SPEC is a function, FILE.c, FILE.c:FUNCTION, FILE.c:LINE, or CALLER/CALLEE for calls; values in brackets "
        "are optional and directly follow the option. @FILE is replaced by the arguments in FILE. See egprof(1) for "
        "more.",
    .operand = "image or profile",
    .rows = GprofRows,
    .parse = ParseTo<GprofOptions, ParseGprofOptions>,
    .run = RunOn<GprofOptions, RunGprof>,
};

}  // namespace egprof
