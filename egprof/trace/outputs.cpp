// SPDX-License-Identifier: GPL-3.0-or-later
// Plans and writes the outputs of `egprof trace`, each with its own function. Outputs on standard output come in the
// order of --help.
// Tests: tests/cli/trace/run.py; tests/cli/files/outputs.py for files that are inputs.
#include "egprof/trace/outputs.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "egprof/console/message_text.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/difference_listings.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/report_page.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/values.h"
#include "egprof/trace/gates.h"
#include "egprof/trace/options.h"
#include "profdiff/alignment.h"
#include "profdiff/context_tree.h"
#include "profdiff/difference.h"
#include "profdiff/formats.h"
#include "profdiff/match.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

using profdiff::TraceComparison;
using profdiff::TraceListingOptions;

PlannedOutputs OutputsOf(const TraceOptions& options) {
  PlannedOutputs outputs;
  if (!options.HasOtherText()) outputs.push_back({"the report", "", true});
  if (options.tree) outputs.push_back({"--tree", "", true});
  if (!options.ReportFormat().is_text && ReplacesReport(options)) outputs.push_back({"--format", "", false});
  AddComment(options, outputs);
  if (options.blocks) outputs.push_back({"--blocks", *options.blocks, !options.blocks->ends_with(".csv")});
  if (options.chrome) outputs.push_back({"--chrome", *options.chrome, false});
  if (options.profile) outputs.push_back({"--profile", *options.profile, ProfileFormatOf(options).IsText()});
  if (options.page) {
    profdiff::RequirePages();
    outputs.push_back({"--html", *options.page, false});
  }
  if (!options.timeline.empty()) outputs.push_back({"--timeline", options.timeline, false});
  return outputs;
}

// Returns the format whose extension a file has; the text if there is none.
const profdiff::TableFormat& FormatOf(std::string_view file) {
  const std::span<const profdiff::TableFormat> formats = profdiff::TableFormats();
  const auto found = std::ranges::find_if(
      formats, [file](const profdiff::TableFormat& format) { return file.ends_with(format.extension); });
  return found == formats.end() ? formats.front() : *found;
}

void WriteBlocks(const std::string& file, const TraceComparison& comparison, TraceListingOptions listing, TextSink& out,
                 FileGuard& files) {
  auto write = [&](std::string& text, const auto& drain) {
    listing.drain = drain;
    profdiff::WriteAlignmentBlocks(text, FormatOf(file), comparison, listing);
  };
  DeliverInParts(file, write, out, files);
}

profdiff::AlignedTraces AlignedOf(const TraceComparison& comparison) {
  return {comparison.a.trace, comparison.b.trace, comparison.alignment, comparison.label_a, comparison.label_b};
}

// Returns the options that the writers of trees, pages, timelines and Chrome's trace events have in common: the style
// of names, and the callback that flushes long text.
template <class PictureOptions>
PictureOptions PictureFor(const TraceListingOptions& listing, const std::function<void(std::string&)>& drain) {
  PictureOptions picture;
  picture.demangle = listing.demangle;
  picture.drain = drain;
  return picture;
}

void WriteTree(const TraceOptions& options, const TraceComparison& comparison, const TraceListingOptions& listing,
               TextSink& out) {
  auto tree = PictureFor<profdiff::TraceTreeOptions>(listing, listing.drain);
  tree.noise = listing.noise;
  if (options.has_limit) tree.limit = listing.limit;
  if (options.has_top) tree.top = options.top;
  // Without a number of lines, all paths are all lines.
  if (options.has_top && options.top == 0 && !options.has_limit) tree.limit = 0;
  profdiff::WriteTraceTree(out.text, comparison, tree);
}

void WritePage(const std::string& file, const TraceComparison& comparison, const TraceListingOptions& listing,
               TextSink& out, FileGuard& files) {
  auto write = [&](std::string& text, const auto& drain) {
    auto options = PictureFor<profdiff::TracePageOptions>(listing, drain);
    options.difference = &comparison.difference;
    options.top = listing.top;
    options.noise = listing.noise;
    profdiff::WriteTracePage(text, AlignedOf(comparison), options);
  };
  DeliverInParts(file, write, out, files);
}

void WriteTimeline(const std::string& file, const TraceComparison& comparison, const TraceListingOptions& listing,
                   TextSink& out, FileGuard& files) {
  if (file.ends_with(".html")) return WritePage(file, comparison, listing, out, files);
  auto write = [&](std::string& text, const auto& drain) {
    const auto options = PictureFor<profdiff::TimelineOptions>(listing, drain);
    profdiff::WriteTimeline(text, FormatOf(file), AlignedOf(comparison), options);
  };
  DeliverInParts(file, write, out, files);
}

void WriteChrome(const std::string& file, const TraceComparison& comparison, const TraceListingOptions& listing,
                 TextSink& out, FileGuard& files) {
  auto write = [&](std::string& text, const auto& drain) {
    const auto options = PictureFor<profdiff::TracePictureOptions>(listing, drain);
    profdiff::WriteChromeTrace(text, AlignedOf(comparison), options);
  };
  DeliverInParts(file, write, out, files);
}

profdiff::Selection SelectAll(const profdiff::FunctionTable& functions) {
  profdiff::Selection all;
  all.bits.resize(functions.size());
  return all;
}

// Returns the outputs of traces that are written as profiles. All listings are collected in one string, which is
// written to the file given with --profile.
OutputOptions AskFor(const ProfileFormat& format, const PageOptions& page) {
  OutputOptions asked;
  static_cast<PageOptions&>(asked) = page;
  asked.of_traces = true;
  static_cast<TableOptions&>(asked) = format.listings;
  if (format.graph != nullptr) {
    ChooseGraphFile(asked, *format.graph, nullptr);
  } else {
    asked.styles.Add(Style::kFlat);
    asked.styles.Add(Style::kGraph);
  }
  return asked;
}

// Returns the conditions of --fail-if, and the joined functions for which each condition holds.
profdiff::GateResults GatesFor(const TraceOptions& options, const TraceComparison& comparison,
                               const profdiff::FunctionTable& functions) {
  std::map<std::string_view, profdiff::FunctionId> by_name;
  for (std::size_t i = 0; i < functions.size(); ++i) by_name.emplace(functions.functions[i].name, i);
  profdiff::GateResults results;
  for (const TraceGateResult& found : FindTraceOffenders(options, comparison)) {
    profdiff::GateResult& gate = results.gates.emplace_back();
    gate.condition = found.condition;
    for (const profdiff::FunctionDifference* const function : found.offenders) {
      const auto& names = function->a.valid() ? comparison.a.trace.names : comparison.b.trace.names;
      const auto known = by_name.find(names[(function->a.valid() ? function->a : function->b).value]);
      if (known != by_name.end()) gate.offenders.push_back(known->second);
    }
    if (!found.offenders.empty()) gate.outcome = profdiff::GateOutcome::kFailed;
  }
  return results;
}

void WriteSubtracted(const profdiff::Difference& difference, const TraceComparison& comparison,
                     const TraceOptions& options, const Outlets& to) {
  const ProfileFormat format = ProfileFormatOf(options);
  const OutputOptions asked = AskFor(format, options);
  LayoutOptions layout;
  layout.listing = options.listing;
  layout.listing.threads = options.threads;
  const ListingPlan plan{asked.styles, asked, layout, options.direction};
  const profdiff::SideLabels labels{comparison.label_a, comparison.label_b};
  // A tracer records each call, so the difference of two recordings is exact.
  profdiff::RunTable counted;
  counted.runs = 1;
  counted.kind = profdiff::TimesOf::kCounts;
  profdiff::Conclusion conclusion = profdiff::Conclude(difference, counted, counted, {});
  conclusion.gates = GatesFor(options, comparison, difference.match.functions);
  const Subtraction result{difference, labels, nullptr, conclusion};
  TextSink listings;
  Messages notes;  // their own, because a page that WriteOneSided writes shows them
  if (options.direction) {
    WriteOneSided(plan, result, SelectAll(difference.match.functions), {listings, to.files, notes});
  } else {
    DifferenceOptions table;
    table.side_by_side = format.IsSideBySide();
    WriteDifference(plan, table, result, {listings, to.files, notes});
  }
  to.messages.Join(notes);
  Deliver(*options.profile, listings.text, to.out, to.files);
  if (options.direction) return;  // WriteOneSided has already written the page
  profdiff::ReportPageOptions page =
      PageOptionsFor(asked, layout.listing, std::nullopt, to.messages.entries(), to.messages.wording());
  page.gates = conclusion.gates;
  page.conclusion = &conclusion;
  DeliverReportPage(asked.page, result, page, to.out, to.files);
}

// Chooses milliseconds or microseconds for short runs, because the human-readable tables show only two decimals of a
// number.
void ChooseUnit(profdiff::Profile& a, profdiff::Profile& b) {
  const double nanoseconds = std::max(a.total_ticks, b.total_ticks);
  if (nanoseconds >= 1e10) return;
  for (profdiff::Profile* profile : {&a, &b}) {
    profile->rate = nanoseconds >= 1e7 ? 1e6 : 1e3;
    profile->dimension = nanoseconds >= 1e7 ? "ms" : "us";
  }
}

// Returns the context trees of both traces, joined. Values are in nanoseconds, and are shown in seconds.
std::shared_ptr<const profdiff::ContextDifference> JoinStacks(const profdiff::Trace& a,
                                                              const profdiff::FunctionTable& functions_a,
                                                              const profdiff::Trace& b,
                                                              const profdiff::FunctionTable& functions_b,
                                                              const profdiff::Match& match) {
  const auto contexts_of = [](const profdiff::Trace& trace, const profdiff::FunctionTable& functions) {
    auto tree = std::make_shared<const profdiff::ContextTree>(profdiff::ContextsOfTrace(trace, functions));
    return profdiff::ScaledContexts{std::move(tree), 1e-9};
  };
  profdiff::ContextDifference joined{{}, contexts_of(a, functions_a), contexts_of(b, functions_b)};
  joined.joined = profdiff::JoinContexts(*joined.base.tree, *joined.other.tree, match);
  return std::make_shared<const profdiff::ContextDifference>(std::move(joined));
}

void WriteProfiles(const TraceOptions& options, const TraceComparison& comparison, const Outlets& to) {
  profdiff::TraceProfile a = profdiff::ProfileOfTrace(comparison.a.trace),
                         b = profdiff::ProfileOfTrace(comparison.b.trace);
  if (ProfileFormatOf(options).IsSideBySide() && !options.direction) ChooseUnit(a.profile, b.profile);
  const profdiff::Selection all_a = SelectAll(a.functions), all_b = SelectAll(b.functions);
  profdiff::Diagnostics none;  // not used, because all possible warnings concern images
  profdiff::Difference difference = profdiff::Subtract(
      {a.functions, a.profile, all_a}, {b.functions, b.profile, all_b},
      profdiff::MatchFunctions(a.functions, b.functions, false, nullptr, options.threads), none, options.threads);
  const profdiff::GraphFormat* const graph = ProfileFormatOf(options).graph;
  if (options.page || (graph != nullptr && graph->has_stacks)) {
    difference.contexts =
        JoinStacks(comparison.a.trace, a.functions, comparison.b.trace, b.functions, difference.match);
  }
  WriteSubtracted(difference, comparison, options, to);
}

}  // namespace

void PlanTraceFiles(const TraceOptions& options, FileGuard& files) {
  files.AddInputs([paths = options.rename_files] { return paths; });
  AddTraceInputs(options.inputs_a, files);
  AddTraceInputs(options.inputs_b, files);
  PlanOutputs(OutputsOf(options), files);
}

void WriteTraceOutputs(const TraceOptions& options, const TraceComparison& comparison,
                       const TraceListingOptions& listing, const Outlets& to) {
  if (options.tree) WriteTree(options, comparison, listing, to.out);
  DeliverTo(options.markdown, to.out, to.files,
            [&](std::string& text) { profdiff::WriteTraceDifference(text, CommentFormat(), comparison, listing); });
  if (options.blocks) WriteBlocks(*options.blocks, comparison, listing, to.out, to.files);
  if (options.chrome) WriteChrome(*options.chrome, comparison, listing, to.out, to.files);
  if (options.profile) WriteProfiles(options, comparison, to);
  if (options.page && !options.profile) WritePage(*options.page, comparison, listing, to.out, to.files);
  if (!options.timeline.empty()) WriteTimeline(options.timeline, comparison, listing, to.out, to.files);
}

}  // namespace egprof
