// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof model`: read recordings, extract observations, fit models, choose the best ones, write them.
// Tests: tests/cli/model/run.py.
#include <string>
#include <vector>

#include "egprof/commands.h"
#include "egprof/console/output.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/model/options.h"
#include "egprof/process/threads.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/image.h"
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
  std::string image;
  for (const SizedFile& file : files) {
    if (profdiff::IsImage(file.path)) {
      image = file.path;
    } else {
      inputs.push_back({file.path, image, file.at});
    }
  }
  if (inputs.empty() && !image.empty()) {
    throw profdiff::Error(
        profdiff::ErrorCode::kBadArgument,
        image + ": a program without profiles: name its profiles after it, each after its --at=NAME=VALUE");
  }
  return inputs;
}

Observations Observe(const ModelOptions& options, const std::vector<SizedFile>& files, Output& output) {
  profdiff::ObservationLoading loading;
  loading.observations.rules = options.rules;
  loading.filter = options.filter;
  loading.salvage = options.salvage;
  loading.threads = options.threads != 0 ? options.threads : OwnThreads();
  if (!options.models.metrics.empty()) loading.observations.metrics = options.models.metrics;
  profdiff::Diagnostics diagnostics;
  Observations observed = profdiff::LoadObservations(InputsOf(files), loading, diagnostics);
  output.TakeWarnings(diagnostics);
  for (const std::string& remark : observed.remarks) output.Warn(remark);
  for (const std::string& missing : observed.missing) output.notes.push_back(missing);
  if (!observed.missing.empty()) output.status = kPartialStatus;
  return observed;
}

Models Fit(const ModelOptions& options, const Observations& observed, Output& output) {
  profdiff::ModelOptions wanted = options.models;
  wanted.curve_points = options.page ? kCurvePoints : 0;
  Models models = profdiff::MakeModels(observed, wanted);
  for (std::size_t i = observed.remarks.size(); i < models.remarks.size(); ++i) output.Warn(models.remarks[i]);
  return models;
}

void CheckGates(const ModelOptions& options, const Models& models, Output& output) {
  for (const profdiff::ModelGate& gate : options.gates) {
    const std::vector<std::size_t> offenders = profdiff::FindOffenders(gate, models);
    const auto name = [&](std::size_t i) { return models.models[offenders[i]].function; };
    output.FailGate(gate.text, "model", offenders.size(), name, kNamed);
  }
}

// Returns the planned outputs. Throws before anything is read if this build cannot write one of them.
PlannedOutputs OutputsOf(const ModelOptions& options) {
  const bool is_text = options.table_format == nullptr && !options.extra_p;
  PlannedOutputs outputs = {{is_text ? "the models" : "--format", "", is_text}};
  if (!options.page) return outputs;
  profdiff::RequirePages();
  outputs.push_back({"--html", *options.page, false});
  return outputs;
}

void RunModel(ModelOptions options, Output& output) {
  if (!options.extra_p) profdiff::RequireModels();
  for (const auto* side : {&options.base, &options.other}) {
    for (const SizedFile& file : *side) AddTraceInputs({file.path}, output.files);
  }
  PlanOutputs(OutputsOf(options), output.files);
  output.stages.Begin(Stage::kReadTraces);
  const Observations base = Observe(options, options.base, output);
  Observations other;
  if (!options.other.empty()) other = Observe(options, options.other, output);
  if (options.extra_p) {
    output.stages.Begin(Stage::kWrite);
    return profdiff::WriteExtraP(output.text, base);
  }
  output.stages.Begin(Stage::kAnalyse);
  const Models models = Fit(options, base, output);
  Models second;
  if (!options.other.empty()) second = Fit(options, other, output);
  const Models* const compared = options.other.empty() ? nullptr : &second;
  output.stages.Begin(Stage::kWrite);
  CheckGates(options, compared == nullptr ? models : second, output);
  options.table_format == nullptr ? profdiff::WriteModels(output.text, models, compared, options.listing.limit)
                                  : profdiff::WriteModels(output.text, *options.table_format, models, compared);
  DeliverTo(options.page, output, [&](std::string& page) { profdiff::WriteModelPage(page, models, compared); });
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
    .page = "egprof-model",
    .rows = ModelRows,
    .parse = ParseTo<ModelOptions, ParseModelOptions>,
    .run = RunOn<ModelOptions, RunModel>,
};

}  // namespace egprof
