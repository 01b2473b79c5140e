// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/properties/machine/run.py, with independent readers.
#include "egprof/listings/machine_listings.h"

#include "egprof/listings/listings.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

profdiff::MachineListings ListingsOf(const OutputOptions& options, Styles styles) {
  profdiff::MachineListings listings = {styles.Has(Style::kFlat), styles.Has(Style::kGraph),
                                        styles.Has(Style::kExecCounts), std::nullopt};
  if (styles.Has(Style::kTree)) listings.tree = options.tree;
  return listings;
}

void ReportLeftOut(const profdiff::MachineLeftOut& left_out, Output& output) {
  ReportLimit(left_out.flat, "rows of the flat profile", output);
  ReportLimit(left_out.graph, "entries of the call graph", output);
  ReportLimit(left_out.counts, "rows of the counts", output);
  ReportLimit(left_out.tree, "paths of the tree", output);
}

// Writes each selected call graph. write(format, out, options) appends a call graph in that format.
template <class Write>
void WriteEachGraph(const ProfileOptions& options, Output& output, Write write) {
  profdiff::GmlOptions choice = options.gml;
  choice.names = options.listing.names;
  for (const GraphOutput& graph : options.graphs) {
    std::string text;
    const profdiff::GmlResult result = write(*graph.format, text, choice);
    Deliver(graph.file, text, output);
    if (result.left_out == 0) continue;
    output.notes.push_back("the graph shows " + std::to_string(result.nodes) + " functions and leaves out " +
                           std::to_string(result.left_out) + "; --gml-nodes=0 shows all");
  }
}

}  // namespace

bool WantsTables(const ProfileOptions& options, Styles styles) {
  if (options.table_format == nullptr) return false;
  for (Style style : {Style::kAnnotatedSource, Style::kFunctionOrder, Style::kFileOrder, Style::kFileInfo,
                      Style::kMatches, Style::kSuggestions, Style::kCycles}) {
    if (styles.Has(style)) {
      throw Error(ErrorCode::kBadArgument,
                  "--format is only for -p, -q, -C and --tree; the other listings can only be text");
    }
  }
  return true;
}

void WriteTables(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution,
                 const std::string& label, Output& output) {
  ReportLeftOut(profdiff::WriteListings(output.text, *options.table_format, execution, label,
                                        ListingsOf(options, styles), options.listing),
                output);
}

void WriteTables(const ProfileOptions& options, Styles styles, const profdiff::Difference& difference,
                 const profdiff::SideLabels& labels, const profdiff::Significance* significance, Output& output) {
  ReportLeftOut(profdiff::WriteListings(output.text, *options.table_format, difference, labels, significance,
                                        ListingsOf(options, styles), options.listing),
                output);
}

void WriteGraphs(const ProfileOptions& options, const profdiff::Execution& execution, const std::string& label,
                 Output& output) {
  WriteEachGraph(options, output, [&](const profdiff::GraphFormat& format, std::string& text, const auto& choice) {
    return format.write(text, execution, label, choice);
  });
}

void WriteGraphs(const ProfileOptions& options, const profdiff::Difference& difference, Output& output) {
  WriteEachGraph(options, output, [&](const profdiff::GraphFormat& format, std::string& text, const auto& choice) {
    return format.write_difference(text, difference, choice);
  });
}

}  // namespace egprof
