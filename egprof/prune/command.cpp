// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof prune`: read a trace or a profile, convert its calls to paths, prune the paths, write the
// result.
// Tests: tests/cli/prune/run.py.
#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "egprof/commands.h"
#include "egprof/executions/execution.h"
#include "egprof/executions/inputs.h"
#include "egprof/executions/kinds.h"
#include "egprof/executions/plausibility.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/process/threads.h"
#include "egprof/prune/options.h"
#include "profdiff/call_graph.h"
#include "profdiff/context_tree.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/image.h"
#include "profdiff/pruning.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

std::vector<std::string> PathsOf(const PruneCommandOptions& options) {
  std::vector<std::string> paths;
  for (const Operand& operand : options.operands) paths.push_back(operand.text);
  return paths;
}

// True if the paths name a trace. A single path that is neither a program nor another profiler's profile is taken for a
// trace.
bool IsTrace(const std::vector<std::string>& paths) {
  std::error_code ignored;
  if (paths.size() != 1) return false;
  return std::filesystem::is_directory(paths.front(), ignored) ||
         (!profdiff::IsImage(paths.front()) && !LooksLikeStacks(paths.front()));
}

void Write(const PruneCommandOptions& options, const profdiff::PathGraph& graph, const profdiff::Execution& execution,
           Output& output) {
  const profdiff::Core core = profdiff::PruneCalls(graph, options.pruning);
  output.stages.Begin(Stage::kWrite);
  const profdiff::CoreView view{graph, core, execution.functions, options.listing.names};
  options.table_format == nullptr ? profdiff::WriteCore(output.text, view, options.listing.limit)
                                  : profdiff::WriteCore(output.text, *options.table_format, view);
  profdiff::GmlOptions gml = options.gml;
  gml.max_nodes = 0;
  gml.names = options.listing.names;
  gml.kept = &core.is_kept;
  DeliverTo(options.graph_file, output, [&](std::string& text) { profdiff::WriteGml(text, execution, gml); });
}

void PruneTrace(const PruneCommandOptions& options, const std::string& path, Output& output) {
  output.stages.Begin(Stage::kReadTraces);
  profdiff::Trace trace = LoadTrace(path, options.salvage, options.threads);
  if (ReportMissing(trace, path, output)) output.status = kPartialStatus;
  trace = profdiff::SelectCalls(std::move(trace), options.filter).trace;
  CountCalls(trace, output.stages.sizes);
  output.stages.Begin(Stage::kAnalyse);
  const profdiff::TraceProfile profile = profdiff::ProfileOfTrace(trace);
  const profdiff::PathGraph paths = profdiff::PathsOf(trace, profile.functions);
  profdiff::Selection all;
  all.bits.resize(profile.functions.size());
  const profdiff::CallGraph graph = profdiff::MakeCallGraph(profile.profile, all);
  Write(options, paths, {profile.functions, profile.profile, graph, all}, output);
}

void PruneProfile(const PruneCommandOptions& options, const Side& side, Output& output) {
  const Execution execution = LoadExecution(options, side, output);
  CheckStacks(execution, !options.stacks.event.empty(), output);
  if (!execution.has_histogram) {
    throw profdiff::Error(profdiff::ErrorCode::kMissingRecords,
                          JoinNames(side.profiles) + ": no times, which pruning needs");
  }
  output.stages.Begin(Stage::kAnalyse);
  const profdiff::CallGraph graph = profdiff::MakeCallGraph(execution.profile, execution.selection);
  const profdiff::ScaledContexts contexts{execution.contexts, execution.context_scale};
  const profdiff::Execution view{*execution.functions, execution.profile, graph, execution.selection,
                                 execution.contexts ? &contexts : nullptr};
  Write(options, profdiff::PathsOf(view), view, output);
}

void RunPrune(PruneCommandOptions options, Output& output) {
  if (options.threads == 0) options.threads = OwnThreads();
  const std::vector<std::string> paths = PathsOf(options);
  const bool is_trace = IsTrace(paths);
  output.files.AddInputs([paths, is_trace] { return is_trace ? profdiff::FilesOfTrace(paths.front()) : paths; });
  const bool is_text = options.table_format == nullptr;
  PlannedOutputs outputs = {{is_text ? "the core" : "--format", "", is_text}};
  if (options.graph_file) outputs.push_back({"--gml", *options.graph_file, false});
  PlanOutputs(outputs, output.files);
  if (is_trace) return PruneTrace(options, paths.front(), output);
  RefuseCallRows(options);
  PruneProfile(options, ChooseSides(options.operands, false, TestsOf(options)).base, output);
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
    .page = "egprof-prune",
    .rows = PruneRows,
    .parse = ParseTo<PruneCommandOptions, ParsePruneOptions>,
    .run = RunOn<PruneCommandOptions, RunPrune>,
};

}  // namespace egprof
