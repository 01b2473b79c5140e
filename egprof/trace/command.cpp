// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof trace`: read traces, select calls, align, subtract, write. A single trace is compared with an
// empty one.
// Tests: tests/cli/trace/run.py.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "base/text.h"
#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/console/remedies.h"
#include "egprof/executions/inputs.h"
#include "egprof/executions/traces.h"
#include "egprof/process/threads.h"
#include "egprof/trace/gates.h"
#include "egprof/trace/options.h"
#include "egprof/trace/outputs.h"
#include "profdiff/alignment.h"
#include "profdiff/match.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::SelectedTrace;

// Throws if --timeline names an HTML page but this build cannot write pages. Called before anything is read.
void RefusePage(const TraceOptions& options) {
  if (options.timeline.ends_with(".html")) profdiff::RequirePages();
}

profdiff::TraceOptions ReadingOf(const TraceOptions& options, unsigned threads) {
  profdiff::TraceOptions reading;
  reading.threads = threads;
  reading.salvage = options.salvage;
  reading.details = options.identity != TraceOptions::Identity::kName;
  return reading;
}

void NoteRenamed(std::size_t count, Messages& messages) {
  if (count == 0) return;
  messages.Note(profdiff::Plural(count, "name") + " of A and B " + (count == 1 ? "differs" : "differ") +
                " only in lines, object numbers, addresses or separators of paths, and " +
                (count == 1 ? "was" : "were") + " matched; --identity=exact compares names as they are");
}

// Reads a run of a side and prepares its names. Errors: those of profdiff::ReadTrace and profdiff::KeepRoot.
profdiff::Trace ReadRun(const TraceOptions& options, const profdiff::Input& input, std::size_t side, unsigned threads,
                        const profdiff::Substitutions& substitutions) {
  profdiff::Trace trace = profdiff::ReadTrace(input, ReadingOf(options, threads));
  const std::string& root = options.parts[side].root;
  if (!root.empty()) trace = profdiff::KeepRoot(std::move(trace), root);
  profdiff::SubstituteNames(trace, substitutions);
  if (options.identity != TraceOptions::Identity::kExact) profdiff::JoinCountedNames(trace);
  if (options.without_lines) profdiff::RemovePlaces(trace);
  return trace;
}

std::uint64_t TotalOf(const profdiff::Trace& trace) {
  std::uint64_t total = 0;
  for (const profdiff::ThreadTrace& thread : trace.threads) {
    const profdiff::CallTree& calls = thread.calls;
    for (std::size_t row = 0; row < calls.size(); row = calls.end[row]) total += calls.duration[row];
  }
  return total;
}

// The runs of a side. The one that is shown has the median time, the lower one of two.
struct Runs {
  std::vector<profdiff::Trace> traces;  // before calls are selected
  std::vector<SelectedTrace> selected;
  std::size_t median = 0;

  void FindMedian() {
    std::vector<std::size_t> order(traces.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [this](std::size_t i) { return TotalOf(traces[i]); });
    median = order[(order.size() - 1) / 2];
  }
  const SelectedTrace& shown() const { return selected[median]; }
  std::vector<const profdiff::Trace*> Others() const {
    std::vector<const profdiff::Trace*> others;
    for (std::size_t i = 0; i < selected.size(); ++i) {
      if (i != median) others.push_back(&selected[i].trace);
    }
    return others;
  }
};

profdiff::CallFilter FilterOf(const TraceOptions& options, std::size_t side) {
  profdiff::CallFilter filter = options.filter;
  filter.from = options.parts[side].from.value_or(0);
  filter.to = options.parts[side].to.value_or(profdiff::CallFilter::kForever);
  return filter;
}

void SelectRuns(const TraceOptions& options, std::size_t side, Runs& runs) {
  for (profdiff::Trace& trace : runs.traces) {
    SelectedTrace& selected =
        runs.selected.emplace_back(profdiff::SelectCalls(std::move(trace), FilterOf(options, side)));
    if (options.groups) selected.trace = profdiff::GroupRanks(selected.trace, *options.groups);
  }
  runs.traces.clear();
}

// Gives all runs the names of the shown run of B, before calls are selected, so that one expression applies to all.
void MatchNames(const TraceOptions& options, std::array<Runs, 2>& sides, Messages& messages) {
  const profdiff::Renames renames = LoadRenames(options);
  const profdiff::Trace& model = sides[1].traces[sides[1].median];
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < sides[side].traces.size(); ++i) {
      profdiff::Trace& trace = sides[side].traces[i];
      if (&trace == &model) continue;
      if (side == 0) profdiff::RenameCalls(trace, model, renames);
      if (options.identity == TraceOptions::Identity::kExact) continue;
      const std::size_t renamed = profdiff::RenameByPlaces(trace, model);
      if (side == 0 && i == sides[0].median) NoteRenamed(renamed, messages);
    }
  }
}

std::array<Runs, 2> LoadBoth(const TraceOptions& options, Messages& messages) {
  const profdiff::Substitutions substitutions(options.substitutions);
  const unsigned half = (options.threads + 1) / 2;
  std::array<Runs, 2> sides;
  const auto read = [&](std::size_t side) {
    for (const profdiff::Input& input : side == 0 ? options.inputs_a : options.inputs_b) {
      sides[side].traces.push_back(ReadRun(options, input, side, half, substitutions));
    }
    sides[side].FindMedian();
  };
  profdiff::DoBoth(
      options.threads, [&] { read(0); }, [&] { read(1); });
  MatchNames(options, sides, messages);
  profdiff::DoBoth(
      options.threads, [&] { SelectRuns(options, 0, sides[0]); }, [&] { SelectRuns(options, 1, sides[1]); });
  return sides;
}

// Reports missing parts of a trace, and sets the exit status for them.
void Report(const profdiff::Trace& trace, const std::string& path, Messages& messages, ExitStatus& status) {
  if (ReportMissing(trace, path, messages)) status.LeaveOut();
}

void RequireCalls(const SelectedTrace& selected, const std::string& path) {
  const auto& threads = selected.trace.threads;
  const bool any = std::ranges::any_of(threads, [](const auto& thread) { return thread.calls.size() != 0; });
  if (any) return;
  throw Error(ErrorCode::kMissingRecords,
              std::string("no calls") + (selected.dropped.empty() ? "" : " are left after filtering"), path);
}

// Returns the options of listings that are written to `out`.
profdiff::TraceListingOptions ListingFor(const TraceOptions& options, TextSink& out) {
  profdiff::TraceListingOptions listing;
  listing.demangle = options.listing.names.demangle;
  listing.limit = options.listing.limit;
  if (options.has_limit) listing.thread_limit = listing.limit;
  listing.top = options.top;
  listing.threads = options.thread_table || options.top == 0;
  listing.functions = options.function_table || options.top == 0;
  listing.columns = out.columns;
  listing.top_by = options.difference.top_by;
  listing.words = WordsForRemedy;
  listing.drain = out.Drainer();
  return listing;
}

void Summarise(const TraceOptions& options, Console& console) {
  RefuseThoseThatNeed(options, kOtherTrace);
  const profdiff::Input& input = options.inputs_a[0];
  const std::string& path = input.path();
  const SelectedTrace selected =
      profdiff::SelectCalls(ReadRun(options, input, 0, options.threads, profdiff::Substitutions(options.substitutions)),
                            FilterOf(options, 0));
  Report(selected.trace, path, console.messages, console.status);
  RequireCalls(selected, path);
  CountCalls(selected.trace, console.stages.sizes);
  console.stages.Begin(Stage::kAnalyse);
  const SelectedTrace none;
  const profdiff::Alignment alignment = profdiff::Align(selected.trace, none.trace);
  const profdiff::TraceDifference difference =
      profdiff::SubtractTraces(selected.trace, none.trace, alignment, options.difference);
  console.stages.Begin(Stage::kWrite);
  profdiff::WriteTraceSummary(console.out.text, selected, path, difference, ListingFor(options, console.out));
}

// Returns the label of a side, such as "median of 3 runs, b.2.json".
std::string LabelOf(const TraceOptions& options, const Runs& runs, std::size_t side) {
  const std::vector<profdiff::Input>& inputs = side == 0 ? options.inputs_a : options.inputs_b;
  std::string label = inputs[runs.median].path();
  if (runs.selected.size() > 1) label = "median of " + profdiff::Plural(inputs.size(), "run") + ", " + label;
  const TraceOptions::Part& part = options.parts[side];
  if (options.has_parts && !part.root.empty()) label += ", " + part.root;
  return label;
}

// Returns what options did to the traces, for lines "note: …".
std::vector<std::string> NotesOf(const TraceOptions& options, const std::array<Runs, 2>& sides) {
  std::vector<std::string> notes;
  if (options.groups) {
    notes.push_back(
        "calls of the processes of a group were added up by path: a path is one call, with the sum of its times");
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string& root = options.parts[side].root;
    if (root.empty()) continue;
    std::size_t calls = 0;
    for (const profdiff::ThreadTrace& thread : sides[side].shown().trace.threads) {
      for (std::size_t row = 0; row < thread.calls.size(); row = thread.calls.end[row]) ++calls;
    }
    notes.push_back(std::string(side == 0 ? "A" : "B") + ": only " + profdiff::Plural(calls, "call") + " '" + root +
                    "' and what is below");
  }
  return notes;
}

void Compare(const TraceOptions& options, Console& console) {
  const std::array<Runs, 2> sides = LoadBoth(options, console.messages);
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < sides[side].selected.size(); ++i) {
      const std::string& path = (side == 0 ? options.inputs_a : options.inputs_b)[i].path();
      Report(sides[side].selected[i].trace, path, console.messages, console.status);
      RequireCalls(sides[side].selected[i], path);
      CountCalls(sides[side].selected[i].trace, console.stages.sizes);
    }
  }
  const SelectedTrace &a = sides[0].shown(), &b = sides[1].shown();
  console.stages.Begin(Stage::kAnalyse);
  const profdiff::Alignment alignment = profdiff::Align(a.trace, b.trace, options.align);
  const profdiff::TraceDifference difference =
      profdiff::SubtractTraces(a.trace, b.trace, alignment, options.difference);
  std::optional<profdiff::TraceNoise> noise;
  const std::vector<const profdiff::Trace*> more_a = sides[0].Others(), more_b = sides[1].Others();
  if (!more_a.empty() || !more_b.empty()) {
    noise = profdiff::FindTraceNoise(a.trace, b.trace, alignment, difference, more_a, more_b, options.align);
  }

  console.stages.Begin(Stage::kWrite);
  const profdiff::TraceComparison comparison{
      a, b, LabelOf(options, sides[0], 0), LabelOf(options, sides[1], 1), alignment, difference};
  profdiff::TraceListingOptions listing = ListingFor(options, console.out);
  listing.noise = noise ? &*noise : nullptr;
  listing.notes = NotesOf(options, sides);
  WriteTraceOutputs(options, comparison, listing, console.outlets());
  const profdiff::TableFormat& format = options.ReportFormat();
  listing.styles = console.out.styles;
  if (!format.is_text || !options.HasOtherText()) {
    profdiff::WriteTraceDifference(console.out.text, format, comparison, listing);
  }
  if (format.is_text && !options.HasOtherText()) {
    const bool differs = difference.all.total_a != difference.all.total_b;
    if (differs && !alignment.flat) console.hint = "'egprof trace --tree ...' shows all calls with their callers";
  }
  CheckTraceGates(options, comparison, console.gate_log());
}

constexpr profdiff::InputNeed kTraceTakes[] = {{profdiff::InputKind::kTrace}};

void RunTrace(TraceOptions options, Console& console) {
  if (options.threads == 0) options.threads = OwnThreads();
  options.align.threads = options.difference.threads = options.threads;
  options.difference.top = options.top == 0 ? std::numeric_limits<std::size_t>::max() : options.top;
  console.stages.Begin(Stage::kReadTraces);
  console.stages.sizes.traces = options.inputs_a.size() + options.inputs_b.size();
  RefusePage(options);
  profdiff::RequireKinds(options.inputs_a, kTraceTakes);
  profdiff::RequireKinds(options.inputs_b, kTraceTakes);
  PlanTraceFiles(options, console.files);
  options.inputs_b.empty() ? Summarise(options, console) : Compare(options, console);
}

}  // namespace

constexpr Command kTraceCommand = {
    .word = "trace",
    .summary = "aligns two recorded executions call by call",
    .operands = "[OPTION]... A [B] | A... -- B...",
    .about =
        "Aligns two recorded executions call by call, and shows where their flow of calls differs and which calls "
        "took longer: A minus B, so a positive number is what B saves. Without B, A is summarised. A trace is a "
        "directory recorded by uftrace, an OTF2 archive, a file in Chrome's JSON format, or a directory of such "
        "traces, "
        "one for each rank.",
    .notes = "See egprof-trace(1) for more.",
    .operand = "trace",
    .takes = Taking<kTraceTakes>,
    .examples =
        "trace before after\twhich calls took longer\n"
        "trace --tree before after\tboth trees of calls side by side\n"
        "trace a.1 a.2 a.3 -- b.1 b.2 b.3\tthree runs for each side, which show the noise",
    .page = "egprof-trace",
    .rows = TraceRows,
    .parse = ParseTo<TraceOptions, ParseTraceOptions>,
    .run = RunOn<TraceOptions, RunTrace>,
};

}  // namespace egprof
