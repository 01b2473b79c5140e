// SPDX-License-Identifier: GPL-3.0-or-later
// Writes listings in gprof's order: the flat profile comes before the call graph or, in the BSD layout, after it.
#include "egprof/listings/listings.h"

#include <optional>
#include <vector>

#include "egprof/console/output_file.h"
#include "egprof/listings/machine_listings.h"
#include "egprof/listings/report_page.h"
#include "egprof/listings/source_listings.h"
#include "egprof/process/threads.h"
#include "profdiff/listing.h"

namespace egprof {
namespace {

void WriteGraph(const profdiff::ListingOptions& listing, const profdiff::Execution& execution,
                const profdiff::EntryOrder& order, TextSink& out, Messages& messages) {
  ReportLimit(profdiff::WriteCallGraph(out.text, execution, order, listing), "entries of the call graph", messages);
}

void WriteFunctionOrder(const ListingPlan& plan, const std::vector<profdiff::SymbolSpec>& specs,
                        const profdiff::Execution& execution, const profdiff::EntryOrder& order, std::string& text) {
  const profdiff::FunctionTable& table = execution.functions;
  profdiff::SpecCalls calls = profdiff::FindSpecCalls(table, specs);
  std::optional<profdiff::Adjacency> listed;
  if (plan.styles.Has(Style::kGraph)) listed = profdiff::ListArcs(execution, order, plan.layout.listing);
  std::optional<profdiff::Profile> annotated;
  if (plan.styles.Has(Style::kAnnotatedSource)) annotated = profdiff::ProfileAfterAnnotation(execution);
  const profdiff::Profile& profile = annotated ? *annotated : execution.profile;
  profdiff::WriteFunctionOrder(text, table,
                               profdiff::FindFunctionOrder(table, profile, calls, listed ? &*listed : nullptr));
}

void WriteFileOrder(const std::vector<profdiff::SymbolSpec>& specs, const profdiff::Execution& execution,
                    const profdiff::OrderMap& map, std::string& text) {
  profdiff::SpecCalls calls = profdiff::FindSpecCalls(execution.functions, specs);
  profdiff::WriteFileOrder(text, profdiff::FindFileOrder(execution.functions, execution.profile, map, calls));
}

void WriteText(const ListingPlan& plan, const profdiff::Execution& execution, const Outlets& to,
               const SourceListings* sources) {
  TextSink& out = to.out;
  const Styles styles = plan.styles;
  const profdiff::ListingOptions listing = Streamed(plan.layout.listing, out);
  const bool graph = styles.Has(Style::kGraph);
  const bool traditional = listing.traditional;
  // Entries' index numbers are needed for the call graph and, in the BSD layout, for the flat profile as well.
  profdiff::EntryOrder order;
  if (graph || traditional) order = profdiff::NumberEntries(execution);
  if (graph && traditional) WriteGraph(listing, execution, order, out, to.messages);
  if (styles.Has(Style::kFlat)) {
    ReportLimit(profdiff::WriteFlatProfile(out.text, execution, order, listing), "rows of the flat profile",
                to.messages);
  }
  if (graph && !traditional) WriteGraph(listing, execution, order, out, to.messages);
  if (graph) profdiff::WriteIndex(out.text, execution, order, listing);
  if (styles.Has(Style::kExecCounts)) profdiff::WriteExecCounts(out.text, execution, listing);
  if (sources != nullptr && styles.Has(Style::kAnnotatedSource)) {
    WriteAnnotatedSource(sources->options, listing.show_unused, execution,
                         /*after_counts=*/styles.Has(Style::kExecCounts), to);
  }
  if (styles.Has(Style::kTree)) {
    profdiff::WriteContextTree(out.text, execution, plan.outputs.tree, Streamed(TreeOptions(plan.layout), out));
  }
  if (sources == nullptr) return;
  if (styles.Has(Style::kFunctionOrder)) WriteFunctionOrder(plan, sources->specs, execution, order, out.text);
  if (styles.Has(Style::kFileOrder)) WriteFileOrder(sources->specs, execution, sources->map, out.text);
}

}  // namespace

void Prepare(WorkOptions& work, LayoutOptions& layout) {
  if (work.threads == 0) work.threads = OwnThreads();
  layout.listing.threads = work.threads;
}

profdiff::ListingOptions Streamed(profdiff::ListingOptions listing, TextSink& out) {
  listing.drain = out.Drainer();
  return listing;
}

Styles WithDefaults(const OutputOptions& options, bool has_histogram, bool has_arcs) {
  Styles styles = options.styles;
  if (!styles.empty()) return styles;
  if (has_histogram) styles.Add(Style::kFlat);
  if (has_arcs) styles.Add(Style::kGraph);
  if (!has_histogram && !has_arcs) styles.Add(Style::kExecCounts);
  styles.Remove(options.mentioned);
  return styles;
}

bool OnlyFiles(Styles styles) {
  for (Style style : {Style::kGraphFile, Style::kPage, Style::kMatches, Style::kSuggestions, Style::kCycles})
    styles.Remove(style);
  return styles.empty();
}

void WriteExecution(const ListingPlan& plan, const profdiff::Execution& execution, const std::string& label,
                    const Outlets& to, const SourceListings* sources) {
  if (!WantsTables(plan.outputs, plan.styles)) {
    WriteText(plan, execution, to, sources);
  } else if (!OnlyFiles(plan.styles)) {
    WriteTables(plan, execution, label, to.out, to.messages);
  }
  WriteGraphs(plan.outputs, plan.layout.listing.names, execution, label, to);
  DeliverReportPage(plan, execution, label, to);
}

profdiff::ListingOptions TreeOptions(const LayoutOptions& options) {
  constexpr std::size_t kDefaultLines = 40;
  profdiff::ListingOptions listing = options.listing;
  if (!options.has_limit) listing.limit = kDefaultLines;
  return listing;
}

void ReportLimit(std::size_t left_out, const std::string& what, Messages& messages) {
  if (left_out != 0) messages.Note("--limit left out " + std::to_string(left_out) + " " + what);
}

void WriteFile(const std::string& file, const std::string& text, FileGuard& files) {
  files.RequireNoInput(file);
  WriteOutputFile(file, text);
}

void Deliver(const std::string& file, const std::string& text, TextSink& out, FileGuard& files) {
  LeadsToStandardOutput(file) ? void(out.text += text) : WriteFile(file, text, files);
}

void DeliverTo(const std::optional<std::string>& file, TextSink& out, FileGuard& files,
               const std::function<void(std::string& text)>& write) {
  if (!file) return;
  std::string text;
  write(text);
  Deliver(*file, text, out, files);
}

void DeliverInParts(const std::string& file, const PartWriter& write, TextSink& out, FileGuard& files) {
  if (LeadsToStandardOutput(file)) return write(out.text, out.Drainer());
  files.RequireNoInput(file);
  OutputFile to(file);
  std::string text;
  write(text, [&to](std::string& part) {
    to.Append(std::string_view(part).substr(0, part.size() - 1));
    part.erase(0, part.size() - 1);
  });
  to.Append(text);
  to.Finish();
}

}  // namespace egprof
