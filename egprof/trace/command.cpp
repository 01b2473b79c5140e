// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof trace`: read traces, select calls, align, subtract, write. A single trace is compared with an
// empty one.
// Tests: tests/cli/trace/run.py.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/in_order.h"
#include "egprof/commands.h"
#include "egprof/executions/inputs.h"
#include "egprof/executions/traces.h"
#include "egprof/process/threads.h"
#include "egprof/trace/gates.h"
#include "egprof/trace/options.h"
#include "egprof/trace/outputs.h"
#include "profdiff/match.h"
#include "profdiff/trace.h"
#include "profdiff/trace_listing.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::SelectedTrace;

// Throws if --timeline names an HTML page but this build cannot write pages. Called before anything is read.
void RefusePage(const TraceOptions& options) {
  if (options.timeline.ends_with(".html")) profdiff::RequirePages();
}

// Loads traces A and B. A's functions are renamed to their names in B before calls are selected, so that one expression
// applies to both traces.
std::array<SelectedTrace, 2> LoadBoth(const TraceOptions& options) {
  const profdiff::Renames renames = LoadRenames(options);
  const unsigned half = (options.threads + 1) / 2;
  std::array<profdiff::Trace, 2> traces;
  auto read = [&](std::size_t side) { traces[side] = LoadTrace(options.operands[side].text, options.salvage, half); };
  profdiff::DoBoth(
      options.threads, [&] { read(0); }, [&] { read(1); });
  profdiff::RenameCalls(traces[0], traces[1], renames);
  std::array<SelectedTrace, 2> selected;
  auto select = [&](std::size_t side) {
    selected[side] = profdiff::SelectCalls(std::move(traces[side]), options.filter);
  };
  profdiff::DoBoth(
      options.threads, [&] { select(0); }, [&] { select(1); });
  return selected;
}

// Reports missing parts of a trace, and sets the exit status for them.
void Report(const profdiff::Trace& trace, const std::string& path, Output& output) {
  if (ReportMissing(trace, path, output)) output.status = kPartialStatus;
}

void RequireCalls(const SelectedTrace& selected, const std::string& path) {
  const auto& threads = selected.trace.threads;
  const bool any = std::ranges::any_of(threads, [](const auto& thread) { return thread.calls.size() != 0; });
  if (any) return;
  throw Error(ErrorCode::kMissingRecords,
              path + ": no calls" + (selected.dropped.empty() ? "" : " are left after filtering"), path);
}

profdiff::TraceListingOptions ListingFor(const TraceOptions& options, Output& output) {
  profdiff::TraceListingOptions listing;
  listing.demangle = options.listing.names.demangle;
  listing.limit = options.listing.limit;
  listing.top_by = options.difference.top_by;
  listing.drain = [&output](std::string& text) {
    if (&text == &output.text) output.Drain();
  };
  return listing;
}

void Summarise(const TraceOptions& options, Output& output) {
  RefuseThoseThatNeed(options, kOtherTrace);
  const std::string& path = options.operands[0].text;
  const SelectedTrace selected =
      profdiff::SelectCalls(LoadTrace(path, options.salvage, options.threads), options.filter);
  Report(selected.trace, path, output);
  RequireCalls(selected, path);
  CountCalls(selected.trace, output.stages.sizes);
  output.stages.Begin(Stage::kAnalyse);
  const SelectedTrace none;
  const profdiff::Alignment alignment = profdiff::Align(selected.trace, none.trace);
  const profdiff::TraceDifference difference =
      profdiff::SubtractTraces(selected.trace, none.trace, alignment, options.difference);
  output.stages.Begin(Stage::kWrite);
  profdiff::WriteTraceSummary(output.text, selected, path, difference, ListingFor(options, output));
}

void Compare(const TraceOptions& options, Output& output) {
  const std::string &path_a = options.operands[0].text, &path_b = options.operands[1].text;
  const auto [a, b] = LoadBoth(options);
  Report(a.trace, path_a, output);
  Report(b.trace, path_b, output);
  RequireCalls(a, path_a);
  RequireCalls(b, path_b);
  for (const SelectedTrace* side : {&a, &b}) CountCalls(side->trace, output.stages.sizes);

  output.stages.Begin(Stage::kAnalyse);
  const profdiff::Alignment alignment = profdiff::Align(a.trace, b.trace, options.align);
  const profdiff::TraceDifference difference =
      profdiff::SubtractTraces(a.trace, b.trace, alignment, options.difference);

  output.stages.Begin(Stage::kWrite);
  const profdiff::TraceComparison comparison{a, b, path_a, path_b, alignment, difference};
  const profdiff::TraceListingOptions listing = ListingFor(options, output);
  WriteTraceOutputs(options, comparison, listing, output);
  if (!options.HasOtherText()) profdiff::WriteTraceDifference(output.text, comparison, listing);
  CheckTraceGates(options, comparison, output);
}

void RunTrace(TraceOptions options, Output& output) {
  if (options.threads == 0) options.threads = OwnThreads();
  options.align.threads = options.difference.threads = options.threads;
  output.stages.Begin(Stage::kReadTraces);
  output.stages.sizes.traces = options.operands.size();
  RefusePage(options);
  PlanTraceFiles(options, output.files);
  options.operands.size() == 1 ? Summarise(options, output) : Compare(options, output);
}

}  // namespace

constexpr Command kTraceCommand = {
    .word = "trace",
    .summary = "aligns two recorded executions call by call",
    .operands = "[OPTION]... A [B]",
    .about =
        "Aligns two recorded executions call by call, and shows where their flow of calls differs and which calls "
        "took longer: A minus B, so a positive number is what B saves. Without B, A is summarised. A trace is a "
        "directory recorded by uftrace, an OTF2 archive, a file in Chrome's JSON format, or a directory of such "
        "traces, "
        "one for each rank.",
    .notes = "See egprof-trace(1) for more.",
    .operand = "trace",
    .page = "egprof-trace",
    .rows = TraceRows,
    .parse = ParseTo<TraceOptions, ParseTraceOptions>,
    .run = RunOn<TraceOptions, RunTrace>,
};

}  // namespace egprof
