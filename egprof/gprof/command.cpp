// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether the command line names one execution or two. The rest is in run_classic.cpp,
// listings/run_difference.cpp and listings/ranks.cpp.
// Tests: tests/unit/egprof/commands_test.cpp, tests/oracle.
#include <string>
#include <vector>

#include "egprof/commands.h"
#include "egprof/executions/baseline.h"
#include "egprof/executions/execution.h"
#include "egprof/executions/inputs.h"
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

constexpr profdiff::InputNeed kGprofTakes[] = {{profdiff::InputKind::kImage},
                                               {profdiff::InputKind::kProfile},
                                               {profdiff::InputKind::kTrace, profdiff::kGivesStacks}};

// Refuses options that cannot be combined with a difference. `sum` is true if an -s requests gprof's sum; an -s that
// means --subtract is accepted.
void RefuseClassicOptions(const CommandLine& line, bool sum) {
  for (const OptionRow* row : line.used) {
    if (row->in_difference != InDifference::kError || (row->letter == 's' && !sum)) continue;
    std::string what = row->letter == 's' ? "-s as a sum" : OptionName(*row);
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          what + " cannot be used for a difference; use it for each execution separately");
  }
}

// Makes the plan for loading profiles. Called when the options are final.
LoadPlan PlanLoading(const GprofOptions& options) {
  return LoadPlanOf(options, options, options, options, NeedsOf(options, options.listing, options, options));
}

void RunTwo(const GprofOptions& options, const Side& base, const Side& other, Console& console) {
  RequireSingleChoice(options.side_by_side, options.direction.has_value(), options);
  LoadLog log = console.load_log();
  RunDifference(Loading(PlanLoading(options), options, base, other, log), {}, options, options, options, console);
}

void RunGprofRanks(GprofOptions& options, const Sides& sides, Console& console) {
  if (options.rank_pair) {
    if (sides.other) RefuseRankPair();
    const auto [first, second] = ChooseRankPair(options, sides.base);
    options.side_by_side = true;
    return RunTwo(options, first, second, console);
  }
  const LoadPlan load = PlanLoading(options);
  const RankOutput output{*options.table_format, options, options.listing};
  sides.other ? RunRanks(load, output, options, sides.base, *sides.other, console)
              : RunRanks(load, output, sides.base, console);
}

}  // namespace

void PlanGprofFiles(const GprofOptions& options, const Sides& sides, FileGuard& files) {
  std::vector<std::string> named = options.rename_files;
  if (options.symbol_file) named.push_back(*options.symbol_file);
  if (options.styles.Has(Style::kFileOrder)) named.push_back(options.order_map);
  PlanFiles(sides, named, ListingOutputs(options, {options.ranks, sides.sum, options.separate_files}), files);
}

void RunGprof(GprofOptions options, Console& console) {
  Prepare(options, options);
  const bool only_gmon = options.strict || !options.short_form;
  if (only_gmon) options.told = profdiff::FindInputFormat("gmon");
  const std::vector<LineItem> line = ItemsOf(options.operands, InputMaker(options, options));
  Sides sides = ChooseSides(line, options.short_form);
  if (sides.other && TakeBaseline(options.operands, options.baseline, sides)) options.runs = true;
  console.messages.set_own_style(options.ranks || sides.other);
  // gprof's listings of one execution have gprof's own messages
  if (options.ranks || sides.other || (!options.strict && profdiff::HasStacks(sides.base))) {
    RequireInputs(line, kGprofTakes, options);
    RequireImages(sides, kGprofTakes);
  }
  if (options.ranks) RefuseRankOptions(options, options);
  if (sides.other) RefuseClassicOptions(options, sides.sum);
  if (!options.ranks && !sides.other) RefuseThoseThatNeed(options, kOtherExecution);
  if (!options.strict) RefuseForKinds(options, sides);
  if (!options.strict) PlanGprofFiles(options, sides, console.files);
  if (options.ranks) return RunGprofRanks(options, sides, console);
  if (sides.other) return RunTwo(options, sides.base, *sides.other, console);
  if (profdiff::HasStacks(sides.base)) {
    return RunExecution(PlanLoading(options), options, options, sides.base, console);
  }
  if (sides.sum) {
    options.styles.Add(Style::kSum);
    options.lines = true;  // gprof's -s also adds up counts by source line
  }
  RunClassic(options, PlanLoading(options), sides.base, console);
  if (sides.sum_between && options.short_form) {
    console.messages.Note(JoinNames(sides.base.profiles) +
                          " were added up (gmon.sum); to subtract the files after -s, write --subtract instead of it");
  }
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
    .takes = Taking<kGprofTakes>,
    .examples =
        "prog gmon.out\twhere prog spent its time\n"
        "diff prog before.out after.out\twhat changed between two executions\n"
        "diff before.perf after.perf\tthe same for another profiler's files",
    .rows = GprofRows,
    .parse = ParseTo<GprofOptions, ParseGprofOptions>,
    .run = RunOn<GprofOptions, RunGprof>,
};

}  // namespace egprof
