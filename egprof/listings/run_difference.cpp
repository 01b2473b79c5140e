// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the difference of two executions as gprof's listings, or as the outputs that replace them.
// Source: ARCHITECTURE.md ("The difference, rule by rule").
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "egprof/console/message_text.h"
#include "egprof/console/remedies.h"
#include "egprof/listings/comparison.h"
#include "egprof/listings/difference_report.h"
#include "egprof/listings/gates.h"
#include "egprof/listings/report_page.h"

namespace egprof {
namespace {

// True if --columns selects columns that need verdicts: some columns consist of verdicts only, and with several runs
// the column of calls shows a range, which is computed with the verdicts.
bool ColumnsNeedSignificance(const DifferenceOptions& options) {
  if (!options.columns) return false;
  return options.runs || std::ranges::any_of(profdiff::DifferenceColumns(), [&options](const profdiff::Column& column) {
           return column.needs_significance &&
                  std::ranges::find(*options.columns, column.name) != options.columns->end();
         });
}

// True if there is a listing with gprof's columns, in which the conclusion has no place.
bool IsListing(Styles styles) { return styles.Has(Style::kFlat) || styles.Has(Style::kGraph); }

// Returns verdicts if an output needs them, and adds notes about what limits the reliability of these verdicts.
std::optional<profdiff::Significance> Verdicts(const ComparisonOptions& options, const BesideOptions& beside,
                                               const Comparison& comparison, Messages& messages) {
  const bool in_file = (beside.json || beside.markdown) && profdiff::CanJudge();
  const bool shown = options.significance || ColumnsNeedSignificance(options) || in_file;
  if (!shown && !profdiff::GatesNeedSignificance(options.gates, options.gate_functions)) return std::nullopt;
  profdiff::Significance significance = JudgeFunctions(comparison, messages);
  for (const profdiff::Message& ground : significance.grounds) messages.Note(ground);
  return significance;
}

}  // namespace

void RunDifference(Loading loading, const ReportOptions& report, const ComparisonOptions& options,
                   const OutputOptions& outputs, const LayoutOptions& layout, Console& console) {
  const Executions& loaded = loading.sides();
  Styles styles = WithDefaults(outputs, loaded.base.has_histogram || loaded.other.has_histogram,
                               loaded.base.has_arcs || loaded.other.has_arcs);
  if (outputs.styles.empty()) styles.Remove(Style::kExecCounts);
  loading.RequireRecords(outputs, styles);
  Comparison comparison = loading.Subtract(options.normalize, console.messages);
  loading.NoteWhatListingsLack(comparison, console.messages);

  const std::vector<profdiff::Message> caveats =
      CaveatsOf(console.messages.entries(), console.messages.left_out().size());
  const std::optional<profdiff::Significance> significance = Verdicts(options, outputs, comparison, console.messages);
  const profdiff::Significance* const verdicts = significance ? &*significance : nullptr;
  console.stages.Begin(Stage::kWrite);
  CheckGates(options, layout.listing.names.demangle, verdicts, comparison);
  AddCaveats(caveats, comparison.conclusion);
  if (verdicts != nullptr) AddCaveats(verdicts->remarks, comparison.conclusion);
  WriteComparison({styles, outputs, layout, options.direction}, options, comparison, verdicts, console.outlets());
  profdiff::ReportPageOptions page = PageOptionsFor(outputs, layout.listing, options.direction,
                                                    console.messages.entries(), console.messages.wording());
  page.scale = comparison.scale;
  page.gates = comparison.conclusion.gates;
  page.conclusion = &comparison.conclusion;
  if (IsListing(styles) && !options.side_by_side && !options.direction && outputs.WritesText()) {
    console.messages.Note(profdiff::TextOf(comparison.conclusion, comparison.difference, WordsForRemedy));
  }
  ReportGates(layout.listing.names.demangle, comparison, console.gate_log());
  WriteBeside(report, outputs, layout, comparison, verdicts, console.messages.entries(), console);
  if (options.direction) return;  // WriteOneSided has already written the page
  DeliverReportPage(outputs.page, {comparison.difference, comparison.labels, verdicts, comparison.conclusion}, page,
                    console.out, console.files);
}

}  // namespace egprof
