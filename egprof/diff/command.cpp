// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof diff`. Except for the report, its outputs are the same as in the gprof-compatible form.
// Tests: tests/cli/diff/run.py.
#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "egprof/commands.h"
#include "egprof/diff/options.h"
#include "egprof/executions/baseline.h"
#include "egprof/executions/kinds.h"
#include "egprof/listings/difference_report.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/ranks.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

// Rejects a value of --by that the profiles do not support: only gprof's profiles have lines and files, and only other
// profiles have libraries.
void RequireRowsOf(const DiffOptions& options, const Side& base) {
  using Rows = DiffOptions::Rows;
  const bool has_stacks = HasStacks(options, base);
  const char* why = nullptr;
  if (options.rows == Rows::kLibraries && !has_stacks) {
    why = "--by=library: a gprof profile covers only the program itself, not its libraries";
  } else if (options.rows == Rows::kLines && has_stacks) {
    why = "--by=line needs addresses, which only gprof profiles have";
  } else if (options.rows == Rows::kFiles && has_stacks) {
    why = "--by=file needs source files, which are known only for gprof profiles; use --by=library";
  }
  if (why != nullptr) throw profdiff::Error(profdiff::ErrorCode::kBadArgument, why);
}

void RunDiff(DiffOptions options, Output& output) {
  Prepare(options, output);
  Sides sides = ChooseDiffSides(options, TestsOf(options));
  if (!options.baseline.empty() && options.rank_pair) RefuseRankPair();
  const bool is_parted = std::ranges::any_of(
      options.operands, [](const Operand& operand) { return operand.kind == Operand::Kind::kSubtract; });
  TakeBaseline(is_parted ? std::span<const Operand>(options.operands) : std::span<const Operand>(), options, sides);
  RefuseForKinds(options, options, sides);
  RequireRowsOf(options, sides.base);
  if (options.ranks) RefuseRankOptions(options, options);
  options.own_report = WritesReport(options);
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
  options.runs = options.runs || (!options.add && (base.profiles.size() > 1 || other->profiles.size() > 1));
  WriteReportOrListings(options, base, *other, output);
}

}  // namespace

constexpr Command kDiffCommand = {
    .word = "diff",
    .summary = "shows what changed between two executions",
    .operands = "[OPTION]... [IMAGE] PROFILE... [-- [IMAGE] PROFILE...]",
    .about =
        "Shows what changed between two executions: whether the change is more than noise, and which functions "
        "changed. Differences are base minus other, so a positive number is what the other execution saves. The "
        "files before -- or --subtract are the base, and those after it are the other side; two profiles need "
        "neither. The IMAGE of a side comes first; without one, the base uses a.out, and the other side uses the "
        "image of the base. Several profiles of a side are runs of one program.",
    .notes = "See egprof-diff(1) for more.",
    .operand = "image or profile",
    .page = "egprof-diff",
    .rows = DiffRows,
    .parse = ParseTo<DiffOptions, ParseDiffOptions>,
    .run = RunOn<DiffOptions, RunDiff>,
};

}  // namespace egprof
