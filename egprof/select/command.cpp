// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof select`: read families and models, get calls from a trace, choose implementations, write.
// Tests: tests/cli/select/run.py.
#include <string>
#include <utility>
#include <vector>

#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/process/threads.h"
#include "egprof/select/options.h"
#include "profdiff/error.h"
#include "profdiff/families.h"
#include "profdiff/formats.h"
#include "profdiff/models.h"
#include "profdiff/property_set.h"
#include "profdiff/pruning.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

using profdiff::Input;

void TakeCalls(const SelectCommandOptions& options, profdiff::Families& families, Messages& messages, Stages& stages) {
  stages.Begin(Stage::kReadTraces);
  profdiff::Trace trace = LoadTrace(options.graph, false, options.threads);
  ReportMissing(trace, options.graph.path(), messages);
  trace = profdiff::SelectCalls(std::move(trace), {}).trace;
  const profdiff::TraceProfile profile = profdiff::ProfileOfTrace(trace);
  const profdiff::PathGraph paths = profdiff::PathsOf(trace, profile.functions);
  const profdiff::Core core = profdiff::PruneCalls(paths);
  profdiff::SetCalls(families, {paths, core, profile.functions});
}

profdiff::ObservedMembers Observe(const SelectCommandOptions& options, const profdiff::Families& families,
                                  Messages& messages, Stages& stages) {
  stages.Begin(Stage::kReadTraces);
  profdiff::ObservationLoading loading;
  loading.observations.metrics = profdiff::MetricsOfMembers(families);
  if (loading.observations.metrics.empty()) {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "no model of a member has a band; a band needs more points than the model has terms",
                          options.models);
  }
  loading.observations.rules = options.rules;
  loading.threads = options.threads;
  profdiff::Diagnostics diagnostics;
  const std::vector<profdiff::ObservationInput> inputs = {{options.observed, {}, {}}};
  const profdiff::Observations observed = profdiff::LoadObservations(inputs, loading, diagnostics);
  messages.TakeWarnings(diagnostics);
  for (const profdiff::Message& remark : observed.remarks) messages.Warn(remark);
  return profdiff::CompareMembers(families, observed, options.selection);
}

constexpr profdiff::InputNeed kSelectTakes[] = {{profdiff::InputKind::kFamilies}};

void RunSelect(SelectCommandOptions options, Console& console) {
  if (options.threads == 0) options.threads = OwnThreads();
  const std::string path = options.operands.front().text;
  const Input input(path);
  profdiff::RequireKinds({&input, 1}, kSelectTakes);
  AddTraceInputs({input, Input(options.models), options.graph, options.observed}, console.files);
  const bool is_text = options.WritesText();
  PlannedOutputs outputs = {{is_text ? "the selection" : "--format", "", is_text}};
  if (options.emit) outputs.push_back({"--emit", *options.emit, false});
  PlanOutputs(outputs, console.files);

  profdiff::Families families = profdiff::ReadFamilies(path);
  // Families without calls need no models.
  if (!options.graph.empty()) TakeCalls(options, families, console.messages, console.stages);
  if (!options.models.empty()) profdiff::SetModels(families, profdiff::ReadMemberModels(options.models));
  profdiff::ObservedMembers observed;
  if (!options.observed.empty()) observed = Observe(options, families, console.messages, console.stages);
  console.stages.Begin(Stage::kAnalyse);
  const profdiff::FamilySelections selections = profdiff::SelectMembers(families, options.selection);
  console.stages.Begin(Stage::kWrite);
  const profdiff::SelectionView view{families, selections, options.observed.empty() ? nullptr : &observed};
  profdiff::WriteSelections(console.out.text, *options.table_format, view);
  DeliverTo(options.emit, console.out, console.files,
            [&](std::string& header) { profdiff::WriteChooser(header, view); });
}

}  // namespace

constexpr Command kSelectCommand = {
    .word = "select",
    .summary = "chooses the best implementations for an input",
    .operands = "[OPTION]... FAMILIES",
    .about =
        "Chooses a member of each family of implementations so that the whole program takes the least time, for each "
        "input in the file. Times are expressions, or models from 'egprof model'; pairs of members may take "
        "additional time, and requirements may demand a quality of the whole program. The choice is exact.",
    .notes = "See egprof-select(1) for the file of families and for expressions.",
    .operand = "families",
    .takes = Taking<kSelectTakes>,
    .examples =
        "select families.txt\tthe best implementations for each input\n"
        "select --emit=chooser.h --over=n=1:1e6 families.txt\ta function that chooses them\n"
        "select --format=json families.txt\ta document for programs",
    .page = "egprof-select",
    .rows = SelectRows,
    .parse = ParseTo<SelectCommandOptions, ParseSelectOptions>,
    .run = RunOn<SelectCommandOptions, RunSelect>,
};

}  // namespace egprof
