// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/properties/machine/run.py, with independent readers.
#include "egprof/listings/machine_listings.h"

#include "egprof/console/remedies.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

profdiff::MachineListings ListingsOf(Styles styles, profdiff::TreeDirection tree) {
  profdiff::MachineListings listings = {styles.Has(Style::kFlat), styles.Has(Style::kGraph),
                                        styles.Has(Style::kExecCounts), std::nullopt, nullptr};
  if (styles.Has(Style::kTree)) listings.tree = tree;
  return listings;
}

void ReportLeftOut(const profdiff::MachineLeftOut& left_out, Messages& messages) {
  ReportLimit(left_out.flat, "rows of the flat profile", messages);
  ReportLimit(left_out.graph, "entries of the call graph", messages);
  ReportLimit(left_out.counts, "rows of the counts", messages);
  ReportLimit(left_out.tree, "paths of the tree", messages);
}

// Writes each selected call graph. write(format, out, options) appends a call graph in that format.
template <class Write>
void WriteEachGraph(const GraphOptions& options, const profdiff::NameStyle& names, const Outlets& to, Write write) {
  profdiff::GmlOptions choice = options.gml;
  choice.names = names;
  for (const GraphOutput& graph : options.graphs) {
    std::string text;
    const profdiff::GmlResult result = write(*graph.format, text, choice);
    Deliver(graph.file, text, to.out, to.files);
    if (result.left_out == 0) continue;
    to.messages.Note("the graph shows " + std::to_string(result.nodes) + " functions and leaves out " +
                     std::to_string(result.left_out) + "; --gml-nodes=0 shows all");
  }
}

}  // namespace

bool WantsTables(const TableOptions& options, Styles styles) {
  if (options.WritesText()) return false;
  for (Style style : {Style::kAnnotatedSource, Style::kFunctionOrder, Style::kFileOrder, Style::kFileInfo,
                      Style::kMatches, Style::kSuggestions, Style::kCycles}) {
    if (styles.Has(style)) {
      throw Error(ErrorCode::kBadArgument,
                  "--format is only for -p, -q, -C and --tree; the other listings can only be text");
    }
  }
  return true;
}

void WriteTables(const ListingPlan& plan, const profdiff::Execution& execution, const std::string& label, TextSink& out,
                 Messages& messages) {
  ReportLeftOut(profdiff::WriteListings(out.text, *plan.outputs.table_format, execution, label,
                                        ListingsOf(plan.styles, plan.outputs.tree), Streamed(plan.layout.listing, out)),
                messages);
}

void WriteTables(const ListingPlan& plan, const Subtraction& result, TextSink& out, Messages& messages) {
  profdiff::ListingOptions listing = Streamed(plan.layout.listing, out);
  listing.words = WordsForRemedy;
  profdiff::MachineListings listings = ListingsOf(plan.styles, plan.outputs.tree);
  listings.record = result.record;
  ReportLeftOut(profdiff::WriteListings(out.text, *plan.outputs.table_format, result.difference, result.labels,
                                        result.significance, listings, listing, &result.conclusion),
                messages);
}

void WriteGraphs(const GraphOptions& options, const profdiff::NameStyle& names, const profdiff::Execution& execution,
                 const std::string& label, const Outlets& to) {
  WriteEachGraph(options, names, to, [&](const profdiff::GraphFormat& format, std::string& text, const auto& choice) {
    return format.write(text, execution, label, choice);
  });
}

void WriteGraphs(const GraphOptions& options, const profdiff::NameStyle& names, const profdiff::Difference& difference,
                 const profdiff::Conclusion& conclusion, const Outlets& to) {
  WriteEachGraph(options, names, to, [&](const profdiff::GraphFormat& format, std::string& text, const auto& choice) {
    profdiff::GmlOptions with_conclusion = choice;
    with_conclusion.conclusion = &conclusion;
    return format.write_difference(text, difference, with_conclusion);
  });
}

}  // namespace egprof
