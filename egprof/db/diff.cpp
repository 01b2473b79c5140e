// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two stored trials as `egprof diff` compares files.
// Tests: tests/cli/db/run.py.
#include <algorithm>

#include "egprof/db/verbs.h"
#include "egprof/executions/kinds.h"
#include "egprof/listings/difference_report.h"
#include "egprof/listings/file_plan.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

Side SideOf(const std::string& store, const profdiff::TrialPath& path) { return {"", {path.Text()}, store}; }

bool HasSeveralRuns(const std::string& store, const std::vector<profdiff::TrialPath>& paths) {
  return std::ranges::any_of(paths, [&](const profdiff::TrialPath& path) {
    const std::vector<profdiff::TrialEntry> found = profdiff::ListTrials(store, path);
    return !found.empty() && found.front().runs > 1;
  });
}

}  // namespace

void RunDbDiff(DbOptions options, Console& console) {
  using Rows = ReportOptions::Rows;
  const Sides sides{SideOf(options.store, options.paths[0]), SideOf(options.store, options.paths[1])};
  RefuseForTrials(options, sides);
  if (options.rows == Rows::kLines) {
    throw profdiff::Error(
        profdiff::ErrorCode::kBadArgument,
        "--by=line needs addresses, which a store does not keep: compare the original profiles with 'egprof diff'");
  }
  options.own_report = WritesReport(options, {}, options);
  PlanFiles(sides, options.rename_files, ListingOutputs(options, {}), console.files);
  options.runs = !options.add && HasSeveralRuns(options.store, options.paths);
  RequireSingleChoice(options.side_by_side, options.direction.has_value(), options);
  const LoadPlan load =
      LoadPlanOf(options, options, options, options, NeedsOf(options, options.listing, options, options));
  LoadLog log = console.load_log();
  WriteReportOrListings(Loading(load, options, sides.base, *sides.other, log), options, options, options, options,
                        console);
}

}  // namespace egprof
