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

Side SideOf(const DbOptions& options, const profdiff::TrialPath& path) { return {"", {path.Text()}, options.store}; }

bool HasSeveralRuns(const DbOptions& options) {
  return std::ranges::any_of(options.paths, [&](const profdiff::TrialPath& path) {
    const std::vector<profdiff::TrialEntry> found = profdiff::ListTrials(options.store, path);
    return !found.empty() && found.front().runs > 1;
  });
}

}  // namespace

void RunDbDiff(DbOptions options, Output& output) {
  using Rows = ReportOptions::Rows;
  const Sides sides{SideOf(options, options.paths[0]), SideOf(options, options.paths[1])};
  RefuseForTrials(options, sides);
  if (options.rows == Rows::kLines) {
    throw profdiff::Error(
        profdiff::ErrorCode::kBadArgument,
        "--by=line needs addresses, which a store does not keep: compare the original profiles with 'egprof diff'");
  }
  options.own_report = WritesReport(options);
  PlanFiles(options, sides, output.files);
  options.runs = !options.add && HasSeveralRuns(options);
  WriteReportOrListings(options, sides.base, *sides.other, output);
}

}  // namespace egprof
