// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof model`: read recordings, extract observations, fit models, choose the best ones, write them.
// Tests: tests/cli/model/run.py.
#include <charconv>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.h"
#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/model/options.h"
#include "egprof/options/format_rows.h"
#include "egprof/process/perf_script.h"
#include "egprof/process/threads.h"
#include "egprof/recordings/sides.h"
#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/models.h"

namespace egprof {
namespace {

using profdiff::Models;
using profdiff::Observations;

constexpr std::size_t kNamed = 5;         // number of functions that the message of a gate names
constexpr std::size_t kCurvePoints = 61;  // number of points of a curve on the page

// Returns the recordings as inputs. Each image applies to the profiles that follow it, up to the next image.
std::vector<profdiff::ObservationInput> InputsOf(const std::vector<SizedFile>& files) {
  std::vector<profdiff::ObservationInput> inputs;
  profdiff::Input image;
  for (const SizedFile& file : files) {
    if (file.input.IsImage()) {
      image = file.input;
    } else {
      inputs.push_back({file.input, image, file.at});
    }
  }
  if (inputs.empty() && !image.empty()) {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "a program without profiles: name its profiles after it, each after its --at=NAME=VALUE",
                          image.path());
  }
  return inputs;
}

Observations Observe(const ModelOptions& options, const std::vector<SizedFile>& files, Messages& messages,
                     ExitStatus& status) {
  profdiff::ObservationLoading loading;
  loading.observations.rules = options.rules;
  loading.observations.each = options.models.each;
  if (options.models.scaling == profdiff::ModelOptions::Scaling::kWeak) {
    loading.observations.locations = profdiff::ObservedLocations::kEach;
  }
  loading.observations.by = options.by;
  loading.filter = options.filter;
  loading.salvage = options.salvage;
  loading.perf_script = options.no_programs ? RefusePerfScript : StartPerfScript;
  loading.threads = options.threads != 0 ? options.threads : OwnThreads();
  if (!options.models.metrics.empty()) loading.observations.metrics = options.models.metrics;
  profdiff::Diagnostics diagnostics;
  Observations observed = profdiff::LoadObservations(InputsOf(files), loading, diagnostics);
  messages.TakeWarnings(diagnostics);
  for (const profdiff::Message& remark : observed.remarks) messages.Warn(remark);
  for (const profdiff::Message& missing : observed.missing) messages.Note(missing);
  if (!observed.missing.empty()) status.LeaveOut();
  return observed;
}

Models Fit(const ModelOptions& options, const Observations& observed, Messages& messages) {
  profdiff::ModelOptions wanted = options.models;
  wanted.curve_points = options.page ? kCurvePoints : 0;
  Models models = profdiff::MakeModels(observed, wanted);
  for (std::size_t i = observed.remarks.size(); i < models.remarks.size(); ++i) messages.Warn(models.remarks[i]);
  return models;
}

std::string HintFor(const Models& models, const ModelOptions& options) {
  const bool has_parameter = !models.models.empty() && !models.models.front().parameters.empty();
  if (!has_parameter || !options.models.predictions.empty()) return "";
  return "'egprof model --predict=" + models.models.front().parameters.front() +
         "=N ...' predicts a size that was not measured";
}

void CheckGates(const ModelOptions& options, const Models& models, const GateLog& log) {
  for (const profdiff::ModelGate& gate : options.gates) {
    const std::vector<std::size_t> offenders = profdiff::FindOffenders(gate, models);
    const auto name = [&](std::size_t i) { return models.models[offenders[i]].function; };
    log.Fail(gate.text, "model", offenders.size(), name, kNamed);
    const std::vector<std::size_t> undecided = profdiff::FindUndecided(gate, models);
    if (undecided.empty()) continue;
    const std::string first = models.models[undecided.front()].function;
    const std::string more =
        undecided.size() > 1 ? " and " + profdiff::Plural(undecided.size() - 1, "other model") : std::string();
    log.NoteBlind(gate.text + ": cannot tell for " + first + more +
                  ": the whole interval of a model that is not certain decides; record more sizes or repetitions");
  }
}

// Returns the planned outputs. Throws before anything is read if this build cannot write one of them.
PlannedOutputs OutputsOf(const ModelOptions& options) {
  const bool is_text = options.WritesText() && !options.extra_p;
  PlannedOutputs outputs;
  if (!is_text || !ReplacesReport(options)) outputs.push_back({is_text ? "the models" : "--format", "", is_text});
  AddComment(options, outputs);
  if (!options.page) return outputs;
  profdiff::RequirePages();
  outputs.push_back({"--html", *options.page, false});
  return outputs;
}

// Returns the parameters of a command: numbers where the texts are numbers.
profdiff::ParameterValues ParametersOf(const profdiff::RecordedCommand& command) {
  profdiff::ParameterValues values;
  for (const auto& [name, text] : command.parameters) {
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
    values.push_back({name, is_number ? number : 0, is_number ? std::string() : text});
  }
  return values;
}

// Replaces each folder of recorded runs by its runs, at the parameters of their command.
void ExpandFolders(std::vector<SizedFile>& files) {
  std::vector<SizedFile> expanded;
  for (const SizedFile& file : files) {
    if (!IsRecording(file.input)) {
      expanded.push_back(file);
      continue;
    }
    const profdiff::RecordFolder folder = profdiff::ReadRecordFolder(file.input.path());
    for (std::size_t command = 0; command < folder.commands.size(); ++command) {
      const Side side = SideOfCommand(file.input.path(), folder, command);
      const profdiff::ParameterValues at = file.at.empty() ? ParametersOf(folder.commands[command]) : file.at;
      if (!side.image.empty()) expanded.push_back({side.image, {}});
      for (const Input& profile : side.profiles) expanded.push_back({profile, at});
    }
  }
  files = std::move(expanded);
}

constexpr profdiff::InputNeed kModelTakes[] = {{profdiff::InputKind::kTrace, profdiff::kGivesPoints},
                                               {profdiff::InputKind::kMeasurements, profdiff::kGivesPoints},
                                               {profdiff::InputKind::kImage},
                                               {profdiff::InputKind::kProfile},
                                               {profdiff::InputKind::kRecord}};

// Throws for a file that cannot be observed. What a pipe contains is known only when it is read.
void RequireKnown(const Input& input) {
  profdiff::RequireKinds({&input, 1}, kModelTakes);
  if (input.format() == nullptr && !input.IsPipe()) throw profdiff::WrongKind(input, kModelTakes);
}

void RunModel(ModelOptions options, Console& console) {
  if (!options.extra_p) profdiff::RequireModels();
  for (auto* side : {&options.base, &options.other}) ExpandFolders(*side);
  for (const auto* side : {&options.base, &options.other}) {
    for (const SizedFile& file : *side) RequireKnown(file.input);
  }
  for (const auto* side : {&options.base, &options.other}) {
    for (const SizedFile& file : *side) AddTraceInputs({file.input}, console.files);
  }
  PlanOutputs(OutputsOf(options), console.files);
  console.stages.Begin(Stage::kReadTraces);
  const Observations base = Observe(options, options.base, console.messages, console.status);
  Observations other;
  if (!options.other.empty()) other = Observe(options, options.other, console.messages, console.status);
  if (options.extra_p) {
    console.stages.Begin(Stage::kWrite);
    return profdiff::WriteExtraP(console.out.text, base);
  }
  console.stages.Begin(Stage::kAnalyse);
  const Models models = Fit(options, base, console.messages);
  Models second;
  if (!options.other.empty()) second = Fit(options, other, console.messages);
  const Models* const compared = options.other.empty() ? nullptr : &second;
  console.stages.Begin(Stage::kWrite);
  CheckGates(options, compared == nullptr ? models : second, console.gate_log());
  if (!options.WritesText() || !ReplacesReport(options)) {
    profdiff::WriteModels(console.out.text, *options.table_format, models, compared, options.listing.limit,
                          console.out.styles);
  }
  if (options.WritesText() && !ReplacesReport(options)) {
    console.out.FinishReport(0);
    console.hint = HintFor(models, options);
  }
  DeliverTo(options.markdown, console.out, console.files,
            [&](std::string& text) { profdiff::WriteModels(text, CommentFormat(), models, compared); });
  DeliverTo(options.page, console.out, console.files,
            [&](std::string& page) { profdiff::WriteModelPage(page, models, compared); });
}

}  // namespace

constexpr Command kModelCommand = {
    .word = "model",
    .summary = "models how functions grow with their input",
    .operands =
        "[OPTION]... FILE...\n[OPTION]... --at=NAME=VALUE FILE... --at=NAME=VALUE FILE...\n"
        "[OPTION]... FILE... --subtract FILE...",
    .about =
        "Fits models to measurements of several sizes: which power of a size the time or the calls of a function "
        "grow with, and what this predicts for sizes that were not measured. A file is a trace of calls that 'egprof "
        "trace' can read, whose recorded arguments are the sizes (uftrace record -A 'dot@arg1/i64'); a trace or a "
        "profile of one size, given with --at; or measurements in one of Extra-P's formats: text, JSON or JSON "
        "Lines. A gprof profile needs its program before it.",
    .notes =
        "Five sizes are enough for one parameter, and five values per size show how certain they are; see "
        "egprof-model(1).",
    .operand = "file",
    .takes = Taking<kModelTakes>,
    .examples =
        "model --at=n=100 a.perf --at=n=200 b.perf --at=n=400 c.perf\thow functions grow with n\n"
        "model --predict=p=4096 measurements.txt\twhat 4096 processes would need\n"
        "model old.json --subtract new.json\thow growth changed",
    .page = "egprof-model",
    .rows = ModelRows,
    .parse = ParseTo<ModelOptions, ParseModelOptions>,
    .run = RunOn<ModelOptions, RunModel>,
};

}  // namespace egprof
