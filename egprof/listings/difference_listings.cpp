// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/properties/golden/run.py for profiles, tests/cli/trace/run.py for traces.
#include "egprof/listings/difference_listings.h"

#include <optional>
#include <string>

#include "egprof/console/remedies.h"
#include "egprof/listings/machine_listings.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"
#include "profdiff/profile.h"

namespace egprof {
namespace {

using profdiff::Difference;

// Returns the columns that the user chose. If there are none, returns the default columns and, with --significance, the
// columns of verdicts.
profdiff::ColumnChoice ColumnsFor(const DifferenceOptions& options, const profdiff::Significance* significance) {
  profdiff::ColumnChoice choice;
  choice.significance = significance;
  if (options.columns) {
    choice.columns = *options.columns;
  } else if (options.significance) {
    choice.columns = {"impact", "self", "interval", "calls"};
    if (options.runs) choice.columns.insert(choice.columns.begin() + 3, "deviation");
    if (significance != nullptr && !significance->totals.empty()) {
      choice.columns.insert(choice.columns.end() - 1, {"total", "interval"});
    }
  }
  return choice;
}

void WriteSideBySide(const ListingPlan& plan, const profdiff::ColumnChoice& columns, const Subtraction& result,
                     TextSink& out) {
  const profdiff::ListingOptions listing = Streamed(plan.layout.listing, out);
  if (plan.styles.Has(Style::kFlat)) {
    profdiff::WriteFlatSideBySide(out.text, result.difference, result.labels, listing, columns);
  }
  if (plan.styles.Has(Style::kGraph)) {
    profdiff::WriteGraphSideBySide(out.text, result.difference, result.labels, listing);
  }
}

void WriteClassicLayout(Styles styles, const profdiff::ListingOptions& listing, const Difference& difference,
                        TextSink& out, Messages& messages) {
  auto write_flat = [&] {
    if (!styles.Has(Style::kFlat)) return;
    ReportLimit(profdiff::WriteFlatDifference(out.text, difference, listing), "rows of the flat profile", messages);
  };
  auto write_graph = [&] {
    if (!styles.Has(Style::kGraph)) return;
    ReportLimit(profdiff::WriteGraphDifference(out.text, difference, listing), "entries of the call graph", messages);
  };
  if (listing.traditional) {
    write_graph();
    write_flat();
  } else {
    write_flat();
    write_graph();
  }
  if (styles.Has(Style::kGraph)) profdiff::WriteIndexDifference(out.text, difference, listing);
}

// True if the listings have gprof's columns, in which a difference could be mistaken for a profile.
void WriteText(const ListingPlan& plan, const DifferenceOptions& options, const Subtraction& result, TextSink& out,
               Messages& messages) {
  const Styles styles = plan.styles;
  const profdiff::ListingOptions listing = Streamed(plan.layout.listing, out);
  if (options.side_by_side) {
    WriteSideBySide(plan, ColumnsFor(options, result.significance), result, out);
  } else {
    WriteClassicLayout(styles, listing, result.difference, out, messages);
  }
  if (styles.Has(Style::kExecCounts)) {
    ReportLimit(profdiff::WriteCountsDifference(out.text, result.difference, result.labels, listing),
                "rows of the counts", messages);
  }
  if (styles.Has(Style::kTree)) {
    profdiff::WriteContextTree(out.text, result.difference, result.labels, result.significance, plan.outputs.tree,
                               Streamed(TreeOptions(plan.layout), out));
  }
  const bool looks_like_profile = !options.side_by_side && (styles.Has(Style::kFlat) || styles.Has(Style::kGraph));
  if (looks_like_profile) profdiff::WriteDifferenceLabels(out.text, result.labels);
  if (OnlyFiles(styles)) return;
  // Below listings with gprof's columns, the sentence is short; the command reports the whole sentence.
  profdiff::WriteTotals(out.text, result.difference,
                        looks_like_profile ? profdiff::BriefTextOf(result.conclusion, result.difference)
                                           : profdiff::TextOf(result.conclusion, result.difference, WordsForRemedy));
}

}  // namespace

void WriteDifference(const ListingPlan& plan, const DifferenceOptions& options, const Subtraction& result,
                     const Outlets& to) {
  if (plan.styles.Has(Style::kTree)) {
    if (std::optional<profdiff::Message> note = profdiff::DescribeUncommonContexts(result.difference)) {
      to.messages.Note(*std::move(note));
    }
  }
  if (!WantsTables(plan.outputs, plan.styles)) {
    WriteText(plan, options, result, to.out, to.messages);
  } else if (!OnlyFiles(plan.styles)) {
    WriteTables(plan, result, to.out, to.messages);
  }
  WriteGraphs(plan.outputs, plan.layout.listing.names, result.difference, result.conclusion, to);
}

void WriteOneSided(const ListingPlan& plan, const Subtraction& result, const profdiff::Selection& selection,
                   const Outlets& to) {
  const Difference& difference = result.difference;
  profdiff::Profile profile = profdiff::OneSidedProfile(difference, *plan.direction);
  profdiff::CallGraph graph = profdiff::MakeCallGraph(profile, selection);
  const std::string label = result.labels.base + " - " + result.labels.other;
  std::optional<profdiff::ScaledContexts> contexts;
  if (difference.contexts) contexts = profdiff::OneSidedContexts(*difference.contexts, *plan.direction);
  WriteExecution(plan, {difference.match.functions, profile, graph, selection, contexts ? &*contexts : nullptr}, label,
                 to);
}

}  // namespace egprof
