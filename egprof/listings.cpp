// SPDX-License-Identifier: GPL-3.0-or-later
// gprof's order of sections: flat profile before call graph, but after it in the BSD layout.
#include "egprof/listings.h"

#include "egprof/output_file.h"
#include "egprof/source_listings.h"
#include "profdiff/gml.h"
#include "profdiff/source_listing.h"

namespace egprof {
namespace {

void WriteGraph(const Options& options, const profdiff::Execution& execution, const profdiff::EntryOrder& order,
                Output& output) {
  ReportLimit(profdiff::WriteCallGraph(output.text, execution, order, options.listing), "entries of the call graph",
              output);
}

}  // namespace

Styles WithDefaults(const Options& options, bool has_histogram, bool has_arcs) {
  Styles styles = options.styles;
  if (!styles.empty()) return styles;
  if (has_histogram) styles.Add(Style::kFlat);
  if (has_arcs) styles.Add(Style::kGraph);
  if (!has_histogram && !has_arcs) styles.Add(Style::kExecCounts);
  styles.Remove(options.mentioned);
  return styles;
}

void WriteExecution(const Options& options, Styles styles, const profdiff::Execution& execution, Output& output) {
  const bool graph = styles.Has(Style::kGraph);
  const bool traditional = options.listing.traditional;
  profdiff::EntryOrder order = profdiff::NumberEntries(execution);
  if (graph && traditional) WriteGraph(options, execution, order, output);
  if (styles.Has(Style::kFlat)) {
    ReportLimit(profdiff::WriteFlatProfile(output.text, execution, order, options.listing), "rows of the flat profile",
                output);
  }
  if (graph && !traditional) WriteGraph(options, execution, order, output);
  if (graph) profdiff::WriteIndex(output.text, execution, order, options.listing);
  if (styles.Has(Style::kExecCounts)) profdiff::WriteExecCounts(output.text, execution, options.listing);
  if (styles.Has(Style::kAnnotatedSource)) WriteAnnotatedSource(options, execution, output);
  if (styles.Has(Style::kGml)) {
    std::string gml;
    profdiff::GmlResult result = profdiff::WriteGml(gml, execution, GmlOptionsFor(options));
    DeliverGml(options, gml, result, output);
  }
}

void ReportLimit(std::size_t left_out, const std::string& what, Output& output) {
  if (left_out != 0) output.notes.push_back("--limit left out " + std::to_string(left_out) + " " + what);
}

void DeliverGml(const Options& options, const std::string& gml, const profdiff::GmlResult& result, Output& output) {
  if (options.gml_file.empty() || options.gml_file == "-") {
    output.text += gml;
  } else {
    WriteOutputFile(options.gml_file, gml);
  }
  if (result.left_out == 0) return;
  output.notes.push_back("the graph shows " + std::to_string(result.nodes) + " functions and leaves out " +
                         std::to_string(result.left_out) + "; --gml-nodes=0 shows all");
}

profdiff::GmlOptions GmlOptionsFor(const Options& options) {
  profdiff::GmlOptions gml = options.gml;
  gml.names = options.listing.names;
  return gml;
}

}  // namespace egprof
