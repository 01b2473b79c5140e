// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/recordings/report.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "egprof/console/output_file.h"
#include "egprof/console/remedies.h"
#include "egprof/executions/kinds.h"
#include "egprof/listings/comparison.h"
#include "egprof/listings/difference_report.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/run_execution.h"
#include "egprof/recordings/sides.h"
#include "egprof/recordings/times.h"
#include "profdiff/error.h"
#include "profdiff/listing.h"

namespace egprof {
namespace {

// Returns the time of a sample as a unit of folded stacks, whose files do not contain it; empty if it is not known.
std::string SampleUnit(const profdiff::Recorder& recorder) {
  if (recorder.period.value_or(0) <= 0) return "";
  char text[40];
  std::snprintf(text, sizeof text, "%.12fs", *recorder.period);
  return text;
}

LoadPlan PlanLoading(const profdiff::Recorder& recorder, const RecordingOptions& options,
                     const ComparisonOptions& comparison) {
  const LoadNeeds needs = NeedsOf(options.outputs, options.layout.listing, options.functions, comparison);
  LoadPlan plan = LoadPlanOf(options.work, options.functions, options.files, options.input, needs);
  plan.loading.stacks.kernel_as_one = !options.input.kernel;
  if (options.input.stacks.unit.empty() && options.input.stacks.period == 0) {
    plan.loading.stacks.unit = SampleUnit(recorder);
  }
  return plan;
}

OutputOptions OutputsFor(const RecordingOptions& options) {
  OutputOptions outputs = options.outputs;
  outputs.own_report = WritesReport(outputs, options.sides, options.comparison);
  return outputs;
}

void PlanOutputsOf(const Sides& sides, const RecordingOptions& options, Console& console) {
  PlanFiles(sides, options.renames.rename_files, ListingOutputs(OutputsFor(options), {}), console.files);
}

bool HasProfiles(const profdiff::RecordFolder& folder) {
  return std::ranges::any_of(folder.runs, [](const profdiff::RecordedRun& run) { return !run.profile.empty(); });
}

// Reports pairs that have only times. Errors: kMissingRecords for an output that needs functions.
void ReportTimes(const profdiff::RecordComparison& record, const RecordingOptions& options, Console& console) {
  const OutputOptions& outputs = options.outputs;
  const bool needs_functions = outputs.page || outputs.markdown || !outputs.graphs.empty() || !outputs.styles.empty();
  if (needs_functions || !options.comparison.gates.empty() || !options.comparison.gate_functions.empty()) {
    throw profdiff::Error(profdiff::ErrorCode::kMissingRecords,
                          "only times were recorded, which are reported as text and JSON alone", record.directory);
  }
  DescribePairs(record, console.messages);
  const bool is_json = !outputs.WritesText();
  if (is_json && outputs.table_format != profdiff::FindTableFormat("json")) {
    throw profdiff::Error(profdiff::ErrorCode::kMissingRecords, "a table needs functions, but only times were recorded",
                          record.directory);
  }
  if (!is_json && (!outputs.json || !LeadsToStandardOutput(*outputs.json))) AppendTimes(console.out.text, record);
  const auto write = [&](std::string& text) { profdiff::WriteRecordedTimes(text, record, WordsForRemedy); };
  if (is_json) write(console.out.text);
  DeliverTo(outputs.json, console.out, console.files, write);
}

void ReportCommand(const std::string& directory, const profdiff::RecordFolder& folder, std::size_t command,
                   const RecordingOptions& options, Console& console) {
  profdiff::RecordComparison record = ComparePairs(directory, folder, command);
  if (!HasProfiles(folder) && !record.pairs.empty()) return ReportTimes(record, options, console);
  const Sides sides = SidesOfPairs(record, console.messages);
  RefuseForKinds(options.line, sides);
  PlanOutputsOf(sides, options, console);
  ComparisonOptions comparison = options.comparison;
  comparison.runs = true;
  RequireSingleChoice(comparison.side_by_side, comparison.direction.has_value(), options.outputs);
  DescribePairs(record, console.messages);
  LoadLog log = console.load_log();
  Loading loading(PlanLoading(folder.recorder, options, comparison), options.renames, sides.base, *sides.other, log);
  loading.SetPairs(record);
  WriteReportOrListings(std::move(loading), options.report, comparison, OutputsFor(options), options.layout, console);
}

// Reports the means of a single command that has only times.
void ReportOnlyTimes(const std::string& directory, const profdiff::RecordFolder& folder, Console& console) {
  AppendMeans(console.out.text, folder);
  console.messages.Note("only times were recorded: " + folder.recorder.reason + "; " + directory);
}

void ReportOnlyCommand(const std::string& directory, const profdiff::RecordFolder& folder,
                       const RecordingOptions& options, Console& console) {
  const Sides sides{SideOfCommand(directory, folder, 0), std::nullopt};
  PlanOutputsOf(sides, options, console);
  RunExecution(PlanLoading(folder.recorder, options, options.comparison), options.outputs, options.layout, sides.base,
               console);
}

}  // namespace

void RequireOneReport(const OutputOptions& outputs, std::size_t commands) {
  const bool is_text =
      outputs.WritesText() && !outputs.json && !outputs.markdown && !outputs.page && outputs.graphs.empty();
  if (commands <= 2 || is_text) return;
  throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                        "the folder has runs of " + std::to_string(commands) +
                            " commands: only the report can be written for more than two");
}

void ReportRecording(const std::string& directory, const RecordingOptions& options, Console& console) {
  const profdiff::RecordFolder folder = profdiff::ReadRecordFolder(directory);
  if (options.comparison.normalize) {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument, "--normalize: pairs of runs are compared as they are",
                          directory);
  }
  const std::size_t commands = folder.commands.size();
  RequireOneReport(options.outputs, commands);
  if (commands == 1 && !HasProfiles(folder)) return ReportOnlyTimes(directory, folder, console);
  if (commands == 1) return ReportOnlyCommand(directory, folder, options, console);
  for (std::size_t command = 1; command < commands; ++command) {
    if (command > 1) console.out.text += "\n";
    if (commands > 2) {
      console.out.text += folder.commands[command].name + " against " + folder.commands.front().name + "\n";
    }
    ReportCommand(directory, folder, command, options, console);
  }
}

}  // namespace egprof
