// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/properties/golden/run.py for profiles, tests/cli/trace/run.py for traces.
#include "egprof/listings/difference_listings.h"

#include <optional>
#include <string>

#include "egprof/listings/listings.h"
#include "egprof/listings/machine_listings.h"
#include "profdiff/call_graph.h"
#include "profdiff/context_listing.h"
#include "profdiff/formats.h"

namespace egprof {
namespace {

using profdiff::Difference;

// Returns the columns that the user chose. If there are none, returns the default columns and, with --significance, the
// columns of verdicts.
profdiff::ColumnChoice ColumnsFor(const ProfileOptions& options, const profdiff::Significance* significance) {
  using profdiff::Column;
  profdiff::ColumnChoice choice;
  choice.significance = significance;
  if (options.columns) {
    choice.columns = *options.columns;
  } else if (options.significance) {
    choice.columns = {Column::kImpact, Column::kSelf, Column::kInterval, Column::kCalls};
    if (options.runs) choice.columns.insert(choice.columns.begin() + 3, Column::kDeviation);
    if (significance != nullptr && !significance->totals.empty()) {
      choice.columns.insert(choice.columns.end() - 1, {Column::kTotal, Column::kInterval});
    }
  }
  return choice;
}

void WriteSideBySide(const ProfileOptions& options, Styles styles, const Subtraction& result, Output& output) {
  if (styles.Has(Style::kFlat)) {
    profdiff::WriteFlatSideBySide(output.text, result.difference, result.labels, options.listing,
                                  ColumnsFor(options, result.significance));
  }
  if (styles.Has(Style::kGraph)) {
    profdiff::WriteGraphSideBySide(output.text, result.difference, result.labels, options.listing);
  }
}

void WriteClassicLayout(const ProfileOptions& options, Styles styles, const Difference& difference, Output& output) {
  auto write_flat = [&] {
    if (!styles.Has(Style::kFlat)) return;
    ReportLimit(profdiff::WriteFlatDifference(output.text, difference, options.listing), "rows of the flat profile",
                output);
  };
  auto write_graph = [&] {
    if (!styles.Has(Style::kGraph)) return;
    ReportLimit(profdiff::WriteGraphDifference(output.text, difference, options.listing), "entries of the call graph",
                output);
  };
  if (options.listing.traditional) {
    write_graph();
    write_flat();
  } else {
    write_flat();
    write_graph();
  }
  if (styles.Has(Style::kGraph)) profdiff::WriteIndexDifference(output.text, difference, options.listing);
}

// True if the listings have gprof's columns, in which a difference could be mistaken for a profile.
bool LooksLikeProfile(const ProfileOptions& options, Styles styles) {
  return !options.side_by_side && (styles.Has(Style::kFlat) || styles.Has(Style::kGraph));
}

void WriteText(const ProfileOptions& options, Styles styles, const Subtraction& result, Output& output) {
  if (options.side_by_side) {
    WriteSideBySide(options, styles, result, output);
  } else {
    WriteClassicLayout(options, styles, result.difference, output);
  }
  if (styles.Has(Style::kExecCounts)) {
    ReportLimit(profdiff::WriteCountsDifference(output.text, result.difference, result.labels, options.listing),
                "rows of the counts", output);
  }
  if (styles.Has(Style::kTree)) {
    profdiff::WriteContextTree(output.text, result.difference, result.labels, result.significance, options.tree,
                               TreeOptions(options));
  }
  if (LooksLikeProfile(options, styles)) profdiff::WriteDifferenceLabels(output.text, result.labels);
  if (!OnlyFiles(styles)) profdiff::WriteTotals(output.text, result.difference);
}

}  // namespace

void WriteDifference(const ProfileOptions& options, Styles styles, const Subtraction& result, Output& output) {
  if (styles.Has(Style::kTree)) {
    const std::string note = profdiff::DescribeUncommonContexts(result.difference);
    if (!note.empty()) output.notes.push_back(note);
  }
  if (!WantsTables(options, styles)) {
    WriteText(options, styles, result, output);
  } else if (!OnlyFiles(styles)) {
    WriteTables(options, styles, result.difference, result.labels, result.significance, output);
  }
  WriteGraphs(options, result.difference, output);
}

void WriteOneSided(const ProfileOptions& options, Styles styles, const Subtraction& result,
                   const profdiff::Selection& selection, Output& output) {
  const Difference& difference = result.difference;
  profdiff::Profile profile = profdiff::OneSidedProfile(difference, *options.direction);
  profdiff::CallGraph graph = profdiff::MakeCallGraph(profile, selection);
  const std::string label = result.labels.base + " - " + result.labels.other;
  std::optional<profdiff::ScaledContexts> contexts;
  if (difference.contexts) contexts = profdiff::OneSidedContexts(*difference.contexts, *options.direction);
  WriteExecution(options, styles,
                 {difference.match.functions, profile, graph, selection, contexts ? &*contexts : nullptr}, label,
                 output);
}

}  // namespace egprof
