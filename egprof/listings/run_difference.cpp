// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the difference of two executions as gprof's listings, or as the outputs that replace them.
// Source: ARCHITECTURE.md ("The difference, rule by rule").
#include <algorithm>
#include <optional>

#include "egprof/listings/comparison.h"
#include "egprof/listings/gates.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/report_page.h"

namespace egprof {
namespace {

// True if --columns selects columns that need verdicts: some columns consist of verdicts only, and with several runs
// the column of calls shows a range, which is computed with the verdicts.
bool ColumnsNeedSignificance(const ProfileOptions& options) {
  if (!options.columns) return false;
  return options.runs || std::ranges::any_of(*options.columns, [](profdiff::Column column) {
           return column == profdiff::Column::kInterval || column == profdiff::Column::kDeviation;
         });
}

// Returns verdicts if an output needs them, and adds notes about what limits the reliability of these verdicts.
std::optional<profdiff::Significance> Verdicts(const ProfileOptions& options, const Comparison& comparison,
                                               Output& output) {
  const bool shown = options.significance || ColumnsNeedSignificance(options);
  if (!shown && !profdiff::GatesNeedSignificance(options.gates, options.gate_functions)) return std::nullopt;
  profdiff::Significance significance = JudgeFunctions(comparison, output);
  for (const std::string& ground : significance.grounds) output.notes.push_back(ground);
  return significance;
}

}  // namespace

void RunDifference(const ProfileOptions& options, const Side& base_side, const Side& other_side, Output& output) {
  Loading loading(options, base_side, other_side, output);
  const Executions& loaded = loading.sides();
  Styles styles = WithDefaults(options, loaded.base.has_histogram || loaded.other.has_histogram,
                               loaded.base.has_arcs || loaded.other.has_arcs);
  if (options.styles.empty()) styles.Remove(Style::kExecCounts);
  loading.RequireRecords(styles);
  const Comparison comparison = loading.Subtract(output);
  NoteWhatListingsLack(options, comparison, output);

  const std::optional<profdiff::Significance> significance = Verdicts(options, comparison, output);
  const profdiff::Significance* const verdicts = significance ? &*significance : nullptr;
  output.stages.Begin(Stage::kWrite);
  WriteComparison(options, styles, comparison, verdicts, output);
  profdiff::ReportPageOptions page = PageOptionsFor(options, output);
  page.scale = comparison.scale;
  page.gates = CheckGates(options, comparison.difference, verdicts, output);
  if (options.direction) return;  // WriteOneSided has already written the page
  DeliverReportPage(options, {comparison.difference, comparison.labels, verdicts}, page, output);
}

}  // namespace egprof
