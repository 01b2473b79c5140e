// SPDX-License-Identifier: GPL-3.0-or-later
// Writes listings in gprof's order: the flat profile comes before the call graph or, in the BSD layout, after it.
#include "egprof/listings/listings.h"

#include <optional>

#include "egprof/console/output_file.h"
#include "egprof/listings/machine_listings.h"
#include "egprof/listings/report_page.h"
#include "egprof/listings/source_listings.h"
#include "egprof/process/threads.h"
#include "profdiff/listing.h"

namespace egprof {
namespace {

void WriteGraph(const ProfileOptions& options, const profdiff::Execution& execution, const profdiff::EntryOrder& order,
                Output& output) {
  ReportLimit(profdiff::WriteCallGraph(output.text, execution, order, options.listing), "entries of the call graph",
              output);
}

// Writes names for a linker, without headings or separators. As in gprof, two earlier listings affect the order of the
// names: the call graph sorts the arcs, and annotated source changes the numbers of calls.
void WriteFunctionOrder(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution,
                        const profdiff::EntryOrder& order, Output& output) {
  const profdiff::FunctionTable& table = execution.functions;
  profdiff::SpecCalls calls = profdiff::FindSpecCalls(table, options.specs);
  std::optional<profdiff::Adjacency> listed;
  if (styles.Has(Style::kGraph)) listed = profdiff::ListArcs(execution, order, options.listing);
  std::optional<profdiff::Profile> annotated;
  if (styles.Has(Style::kAnnotatedSource)) annotated = profdiff::ProfileAfterAnnotation(execution);
  const profdiff::Profile& profile = annotated ? *annotated : execution.profile;
  profdiff::WriteFunctionOrder(output.text, table,
                               profdiff::FindFunctionOrder(table, profile, calls, listed ? &*listed : nullptr));
}

void WriteFileOrder(const ProfileOptions& options, const profdiff::Execution& execution, const profdiff::OrderMap& map,
                    Output& output) {
  profdiff::SpecCalls calls = profdiff::FindSpecCalls(execution.functions, options.specs);
  profdiff::WriteFileOrder(output.text, profdiff::FindFileOrder(execution.functions, execution.profile, map, calls));
}

// Writes all human-readable listings.
void WriteText(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution, Output& output,
               const profdiff::OrderMap& map) {
  const bool graph = styles.Has(Style::kGraph);
  const bool traditional = options.listing.traditional;
  // Entries' index numbers are needed for the call graph and, in the BSD layout, for the flat profile as well.
  profdiff::EntryOrder order;
  if (graph || traditional) order = profdiff::NumberEntries(execution);
  if (graph && traditional) WriteGraph(options, execution, order, output);
  if (styles.Has(Style::kFlat)) {
    ReportLimit(profdiff::WriteFlatProfile(output.text, execution, order, options.listing), "rows of the flat profile",
                output);
  }
  if (graph && !traditional) WriteGraph(options, execution, order, output);
  if (graph) profdiff::WriteIndex(output.text, execution, order, options.listing);
  if (styles.Has(Style::kExecCounts)) profdiff::WriteExecCounts(output.text, execution, options.listing);
  if (styles.Has(Style::kAnnotatedSource)) {
    WriteAnnotatedSource(options, execution, /*after_counts=*/styles.Has(Style::kExecCounts), output);
  }
  if (styles.Has(Style::kTree)) {
    profdiff::WriteContextTree(output.text, execution, options.tree, TreeOptions(options));
  }
  if (styles.Has(Style::kFunctionOrder)) WriteFunctionOrder(options, styles, execution, order, output);
  if (styles.Has(Style::kFileOrder)) WriteFileOrder(options, execution, map, output);
}

}  // namespace

void Prepare(ProfileOptions& options, Output& output) {
  if (options.threads == 0) options.threads = OwnThreads();
  options.listing.threads = options.threads;
  // Drains only output.text, the text for standard output. No other text can become so long that it must be drained.
  options.listing.drain = [&output](std::string& text) {
    if (&text == &output.text) output.Drain();
  };
}

Styles WithDefaults(const ProfileOptions& options, bool has_histogram, bool has_arcs) {
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

void WriteExecution(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution,
                    const std::string& label, Output& output, const profdiff::OrderMap& map) {
  if (!WantsTables(options, styles)) {
    WriteText(options, styles, execution, output, map);
  } else if (!OnlyFiles(styles)) {
    WriteTables(options, styles, execution, label, output);
  }
  WriteGraphs(options, execution, label, output);
  DeliverReportPage(options, execution, label, output);
}

profdiff::ListingOptions TreeOptions(const ProfileOptions& options) {
  constexpr std::size_t kDefaultLines = 40;
  profdiff::ListingOptions listing = options.listing;
  if (!options.has_limit) listing.limit = kDefaultLines;
  return listing;
}

void ReportLimit(std::size_t left_out, const std::string& what, Output& output) {
  if (left_out != 0) output.notes.push_back("--limit left out " + std::to_string(left_out) + " " + what);
}

void WriteFile(const std::string& file, const std::string& text, Output& output) {
  output.files.RequireNoInput(file);
  WriteOutputFile(file, text);
}

void Deliver(const std::string& file, const std::string& text, Output& output) {
  LeadsToStandardOutput(file) ? void(output.text += text) : WriteFile(file, text, output);
}

void DeliverTo(const std::optional<std::string>& file, Output& output,
               const std::function<void(std::string& text)>& write) {
  if (!file) return;
  std::string text;
  write(text);
  Deliver(*file, text, output);
}

void DeliverInParts(const std::string& file, const PartWriter& write, Output& output) {
  if (LeadsToStandardOutput(file)) return write(output.text, [&output](std::string&) { output.Drain(); });
  output.files.RequireNoInput(file);
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
