// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof prune`: read a trace or a profile, convert its calls to paths, prune the paths, write the
// result.
// Tests: tests/cli/prune/run.py.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/executions/execution.h"
#include "egprof/executions/inputs.h"
#include "egprof/executions/kinds.h"
#include "egprof/executions/plausibility.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/process/threads.h"
#include "egprof/prune/options.h"
#include "profdiff/context_tree.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/image.h"
#include "profdiff/profile.h"
#include "profdiff/pruning.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

constexpr profdiff::InputNeed kPruneTakes[] = {
    {profdiff::InputKind::kImage}, {profdiff::InputKind::kProfile}, {profdiff::InputKind::kTrace}};

// True if the line names a trace. A single path that is neither a program nor another profiler's profile is taken for a
// trace, and so is one that has samples beside its calls.
bool IsTrace(const std::vector<LineItem>& line) {
  if (line.size() != 1) return false;
  const Input& input = line.front().input;
  return input.kind() == profdiff::InputKind::kTrace || (!input.IsImage() && !input.MayHaveNames());
}

void WriteCore(const PruneCommandOptions& options, const profdiff::CoreView& view,
               const std::vector<std::string>& inputs, Console& console) {
  console.stages.Begin(Stage::kWrite);
  profdiff::WriteCore(console.out.text, *options.table_format, view, options.listing.limit);
  DeliverTo(options.page, console.out, console.files,
            [&](std::string& page) { profdiff::WriteCorePage(page, view, inputs); });
}

void WriteGraph(const PruneCommandOptions& options, const profdiff::Execution& execution, const std::vector<bool>& kept,
                Console& console) {
  profdiff::GmlOptions gml;
  gml.max_nodes = 0;
  gml.names = options.listing.names;
  gml.kept = &kept;
  DeliverTo(options.graph_file, console.out, console.files,
            [&](std::string& text) { profdiff::WriteGml(text, execution, gml); });
}

void PruneTrace(const PruneCommandOptions& options, const Input& input, Console& console) {
  console.stages.Begin(Stage::kReadTraces);
  profdiff::Trace trace = LoadTrace(input, options.salvage, options.threads);
  if (ReportMissing(trace, input.path(), console.messages)) console.status.LeaveOut();
  trace = profdiff::SelectCalls(std::move(trace), options.filter).trace;
  CountCalls(trace, console.stages.sizes);
  console.stages.Begin(Stage::kAnalyse);
  const profdiff::TraceProfile profile = profdiff::ProfileOfTrace(trace);
  const profdiff::PathGraph paths = profdiff::PathsOf(trace, profile.functions);
  const profdiff::Core core = profdiff::PruneCalls(paths, options.pruning);
  WriteCore(options, {paths, core, profile.functions, options.listing.names}, {input.path()}, console);
  if (!options.graph_file) return;
  // The graph has a node for each path, so that a function can be kept below one caller and pruned below another.
  const profdiff::TraceProfile by_path = profdiff::ProfileOfPaths(paths, profile.functions);
  profdiff::Selection all;
  all.bits.resize(by_path.functions.size());
  const profdiff::CallGraph graph = profdiff::MakeCallGraph(by_path.profile, all);
  WriteGraph(options, {by_path.functions, by_path.profile, graph, all}, core.is_node_kept, console);
}

void PruneProfile(const PruneCommandOptions& options, const Side& side, Console& console) {
  LoadLog log = console.load_log();
  LoadNeeds needs;
  needs.positions = !options.WritesText() ? profdiff::SourcePositions::kAll : profdiff::SourcePositions::kStatics;
  const Execution execution = LoadExecution(LoadPlanOf(options, {}, {}, options, needs), side, log);
  CheckStacks(execution, !options.stacks.event.empty(), console.messages);
  if (!execution.has_histogram) {
    throw profdiff::Error(profdiff::ErrorCode::kMissingRecords, "no times, which pruning needs", {},
                          profdiff::Place::Named(JoinNames(side.profiles)));
  }
  console.stages.Begin(Stage::kAnalyse);
  const profdiff::CallGraph graph = profdiff::MakeCallGraph(execution.profile, execution.selection);
  const profdiff::ScaledContexts contexts{execution.contexts, execution.context_scale};
  const profdiff::Execution view{*execution.functions, execution.profile, graph, execution.selection,
                                 execution.contexts ? &contexts : nullptr};
  const profdiff::PathGraph paths = profdiff::PathsOf(view);
  const profdiff::Core core = profdiff::PruneCalls(paths, options.pruning);
  std::vector<std::string> inputs;
  for (const Input& profile : side.profiles) inputs.push_back(profile.path());
  WriteCore(options, {paths, core, view.functions, options.listing.names}, inputs, console);
  WriteGraph(options, view, core.is_kept, console);
}

void RunPrune(PruneCommandOptions options, Console& console) {
  if (options.threads == 0) options.threads = OwnThreads();
  const std::vector<LineItem> line = ItemsOf(options.operands, InputMaker(options, {}));
  RequireInputs(line, kPruneTakes);
  const bool is_trace = IsTrace(line);
  const Input& first = line.front().input;
  if (is_trace && first.kind() != profdiff::InputKind::kTrace) throw profdiff::WrongKind(first, kPruneTakes);
  for (const LineItem& item : line) console.files.AddInputs([item] { return profdiff::FilesOfTrace(item.input); });
  const bool is_text = options.WritesText();
  PlannedOutputs outputs = {{is_text ? "the core" : "--format", "", is_text}};
  if (options.graph_file) outputs.push_back({"--gml", *options.graph_file, false});
  if (options.page) {
    profdiff::RequirePages();
    outputs.push_back({"--html", *options.page, false});
  }
  PlanOutputs(outputs, console.files);
  if (is_trace) return PruneTrace(options, line.front().input, console);
  RefuseCallRows(options);
  const Sides sides = ChooseSides(line, false);
  RequireImages(sides, kPruneTakes);
  PruneProfile(options, sides.base, console);
}

}  // namespace

constexpr Command kPruneCommand = {
    .word = "prune",
    .summary = "cuts a call graph down to the calls that matter",
    .operands = "[OPTION]... TRACE\n[OPTION]... IMAGE PROFILE...\n[OPTION]... PROFILE...",
    .about =
        "Finds the core of a call graph: from the top down, it removes callees that take little of their caller's "
        "time, or little compared with their siblings, with everything below them. It prints the call paths that "
        "stay, and their share of the time. A trace is one that 'egprof trace' can read; a profile is one that "
        "'egprof diff' can read, and a gprof profile needs its program before it.",
    .notes = "See egprof-prune(1) for the rules.",
    .operand = "trace or profile",
    .takes = Taking<kPruneTakes>,
    .examples =
        "prune trace\tthe calls that explain most of the time\n"
        "prune prog gmon.out\tthe same for gprof's profile\n"
        "prune --format=json a.perf\ta document for programs",
    .page = "egprof-prune",
    .rows = PruneRows,
    .parse = ParseTo<PruneCommandOptions, ParsePruneOptions>,
    .run = RunOn<PruneCommandOptions, RunPrune>,
};

}  // namespace egprof
