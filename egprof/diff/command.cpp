// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof diff`. Outputs that are not its report are those of the gprof form.
// Tests: tests/cli/diff/run.py.
#include "egprof/diff/command.h"

#include <optional>
#include <utility>

#include "egprof/diff/options.h"
#include "egprof/diff/report.h"
#include "egprof/gprof/run.h"
#include "egprof/listings/comparison.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/gates.h"
#include "egprof/process/threads.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

// The report, with files beside it.
void Report(const Options& options, const Side& base, const Side& other, Output& output) {
  Loading loading(options, base, other, output);
  RequireSomethingInCommon(loading.sides(), base, other);
  loading.RequireRecords(options.styles);
  const Comparison comparison = loading.Subtract(output);
  std::optional<profdiff::Significance> significance;
  if (options.significance) significance = JudgeFunctions(comparison, output);
  const profdiff::Significance* const verdicts = significance ? &*significance : nullptr;
  output.stages.Begin(Stage::kWrite);
  WriteReport(options, comparison, verdicts, output);
  WriteComparison(options, options.styles, comparison, verdicts, output);
  CheckGates(options, comparison.difference, verdicts, output);
}

}  // namespace

void RunDiff(Options options, Output& output) {
  output.house_style = true;
  Prepare(options, output);
  Sides sides = ChooseDiffSides(options, profdiff::IsImage);
  if (options.ranks) RefuseRankOptions(options);
  PlanFiles(options, sides, output.files);
  Side& base = sides.base;
  std::optional<Side>& other = sides.other;
  if (options.rank_pair) {
    if (other) RefuseRankPair();
    std::pair<Side, Side> ranks = ChooseRankPair(options, base);
    base = std::move(ranks.first);
    other = std::move(ranks.second);
  } else if (options.ranks) {
    return RunRanks(options, base, *other, output);
  }
  options.runs = !options.diff->add && (base.profiles.size() > 1 || other->profiles.size() > 1);
  const bool has_verdicts =
      WritesReport(options) || options.side_by_side || options.output_format != Options::Format::kText;
  options.significance = has_verdicts && profdiff::CanJudge();
  WritesReport(options) ? Report(options, base, *other, output) : RunDifference(options, base, *other, output);
}

}  // namespace egprof
