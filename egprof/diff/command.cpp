// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof diff`. Except for the report, its outputs are the same as in the gprof-compatible form.
// Tests: tests/cli/diff/run.py.
#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/diff/options.h"
#include "egprof/executions/baseline.h"
#include "egprof/executions/kinds.h"
#include "egprof/listings/difference_report.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/ranks.h"
#include "egprof/recordings/report.h"
#include "egprof/recordings/sides.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

constexpr profdiff::InputNeed kDiffTakes[] = {{profdiff::InputKind::kImage},
                                              {profdiff::InputKind::kProfile},
                                              {profdiff::InputKind::kTrace, profdiff::kGivesStacks},
                                              {profdiff::InputKind::kRecord}};
constexpr profdiff::InputNeed kTraceTakes[] = {{profdiff::InputKind::kTrace}};

// Traces are compared as profiles, but not with profiles.
std::span<const profdiff::InputNeed> TakesFor(std::span<const LineItem> line) {
  const bool all_traces = std::ranges::all_of(line, [](const LineItem& item) {
    return item.operand.kind != Operand::Kind::kFile || item.input.kind() == profdiff::InputKind::kTrace;
  });
  return all_traces && !line.empty() ? std::span<const profdiff::InputNeed>(kTraceTakes) : kDiffTakes;
}

// Rejects a value of --by that the profiles do not support: only gprof's profiles have lines and files, and only other
// profiles have libraries.
void RequireRowsOf(ReportOptions::Rows rows, const Side& base) {
  using Rows = ReportOptions::Rows;
  const bool has_stacks = profdiff::HasStacks(base);
  const char* why = nullptr;
  if (rows == Rows::kLibraries && !has_stacks) {
    why = "--by=library: a gprof profile covers only the program itself, not its libraries";
  } else if (rows == Rows::kLines && has_stacks) {
    why = "--by=line needs addresses, which only gprof profiles have";
  } else if (rows == Rows::kFiles && has_stacks) {
    why = "--by=file needs source files, which are known only for gprof profiles; use --by=library";
  }
  if (why != nullptr) throw profdiff::Error(profdiff::ErrorCode::kBadArgument, why);
}

// Makes the plan for loading profiles. Called when the options are final.
LoadPlan PlanLoading(const DiffOptions& options) {
  return LoadPlanOf(options, options, options, options, NeedsOf(options, options.listing, options, options));
}

void RunDiff(DiffOptions options, Console& console) {
  Prepare(options, options);
  std::vector<LineItem> line = ItemsOf(options.operands, InputMaker(options, options));
  if (line.size() == 1 && IsRecording(line.front().input)) {
    return ReportRecording(line.front().input.path(), RecordingOptionsOf(options), console);
  }
  if (options.kernel) {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument, "--kernel is only for a folder of egprof record");
  }
  line = WithRunsOfFolders(line);
  const std::span<const profdiff::InputNeed> takes = TakesFor(line);
  RequireInputs(line, takes, options);
  Sides sides = ChooseDiffSides(options, line, takes);
  if (!options.baseline.empty() && options.rank_pair) RefuseRankPair();
  const bool is_parted = std::ranges::any_of(
      options.operands, [](const Operand& operand) { return operand.kind == Operand::Kind::kSubtract; });
  const std::span<const Operand> separated =
      is_parted ? std::span<const Operand>(options.operands) : std::span<const Operand>();
  if (TakeBaseline(separated, options.baseline, sides)) options.runs = true;
  RequireImages(sides, takes);
  RefuseForKinds(options, sides);
  RequireRowsOf(options.rows, sides.base);
  if (options.ranks) RefuseRankOptions(options, options);
  options.own_report = WritesReport(options, options, options);
  PlanFiles(sides, options.rename_files, ListingOutputs(options, {.ranks = options.ranks}), console.files);
  Side& base = sides.base;
  std::optional<Side>& other = sides.other;
  if (options.rank_pair) {
    if (other) RefuseRankPair();
    std::pair<Side, Side> ranks = ChooseRankPair(options, base);
    base = std::move(ranks.first);
    other = std::move(ranks.second);
  } else if (options.ranks) {
    return RunRanks(PlanLoading(options), {*options.table_format, options, options.listing}, options, base, *other,
                    console);
  }
  options.runs = options.runs || (!options.add && (base.profiles.size() > 1 || other->profiles.size() > 1));
  RequireSingleChoice(options.side_by_side, options.direction.has_value(), options);
  LoadLog log = console.load_log();
  WriteReportOrListings(Loading(PlanLoading(options), options, base, *other, log), options, options, options, options,
                        console);
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
    .takes = Taking<kDiffTakes>,
    .synonyms = "compare comparison difference delta subtract",
    .examples =
        "diff prog before.out after.out\tone program, a profile for each side\n"
        "diff old old.* --subtract new new.*\tseveral runs for each side: what is beyond noise\n"
        "diff --html=page.html --fail-if=significant old.perf new.perf\ta page as well, and status 3 if something "
        "changed",
    .page = "egprof-diff",
    .rows = DiffRows,
    .parse = ParseTo<DiffOptions, ParseDiffOptions>,
    .run = RunOn<DiffOptions, RunDiff>,
};

}  // namespace egprof
