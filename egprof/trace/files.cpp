// SPDX-License-Identifier: GPL-3.0-or-later
// The files that `egprof trace` reads and writes, which are checked before the first one is opened.
// Test: tests/cli/files/outputs.py.
#include <string>
#include <utility>
#include <vector>

#include "egprof/listings/file_plan.h"
#include "egprof/trace/outputs.h"
#include "profdiff/report_page.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

PlannedOutputs OutputsOf(const TraceOptions& options) {
  PlannedOutputs outputs;
  if (!options.HasOtherText()) outputs.push_back({"the report", "", true});
  if (options.tree) outputs.push_back({"--tree", "", true});
  if (options.blocks) outputs.push_back({"--blocks", *options.blocks, !options.blocks->ends_with(".csv")});
  if (options.chrome) outputs.push_back({"--chrome", *options.chrome, false});
  if (options.profile) outputs.push_back({"--profile", *options.profile, ProfileFormatOf(options).IsText()});
  if (options.page) {
    profdiff::RequireReportPages();
    outputs.push_back({"--html", *options.page, false});
  }
  if (!options.timeline.empty()) outputs.push_back({"--timeline", options.timeline, false});
  return outputs;
}

std::vector<std::string> InputsOf(const TraceOptions& options) {
  std::vector<std::string> inputs = options.rename_files;
  for (const Operand& trace : options.operands) {
    for (std::string& file : profdiff::FilesOfTrace(trace.text)) inputs.push_back(std::move(file));
  }
  inputs.insert(inputs.end(), options.argument_files.begin(), options.argument_files.end());
  return inputs;
}

}  // namespace

void PlanTraceFiles(const TraceOptions& options, FileGuard& files) {
  files.AddInputs([options] { return InputsOf(options); });
  PlanOutputs(OutputsOf(options), files);
}

}  // namespace egprof
