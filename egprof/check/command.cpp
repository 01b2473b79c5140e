// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof check`: read properties and recordings, evaluate, subtract, write.
// Tests: tests/cli/check/run.py.
#include "egprof/check/command.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "egprof/check/options.h"
#include "egprof/check/programs.h"
#include "egprof/commands.h"
#include "egprof/console/output.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/property_gates.h"
#include "egprof/listings/property_page.h"
#include "egprof/listings/structure_file.h"
#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "profdiff/store.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

using profdiff::Measurements;

profdiff::MeasureOptions MeasuringOf(const CheckOptions& options) {
  profdiff::MeasureOptions measure = options.measure;
  measure.salvage = options.salvage;
  return measure;
}

// Reports the problems and missing parts of a recording. Warnings begin with `name`, the recording's name, unless they
// already contain it.
void Report(const Measurements& run, const std::string& name, Output& output) {
  for (const std::string& remark : run.remarks) {
    // true for a remark about a file in an archive, whose path contains the name of the archive
    const bool names_file = remark.find(name) != std::string::npos;
    output.Warn(names_file ? remark : name + ": " + remark);
  }
  for (const std::string& missing : run.missing) output.notes.push_back(missing);
  if (!run.missing.empty()) output.status = kPartialStatus;
}

Measurements LoadTraces(const TraceLoader& load, const CheckOptions& options, const std::vector<std::string>& paths,
                        Output& output) {
  Measurements run = load(paths, MeasuringOf(options));
  const std::string others = paths.size() == 1 ? "" : " and " + std::to_string(paths.size() - 1) + " more";
  Report(run, paths.front() + others, output);
  return run;
}

Measurements LoadRun(const TraceLoader& load, const CheckOptions& options, const std::string& path, Output& output) {
  if (profdiff::IsTracePath(path)) return LoadTraces(load, options, {path}, output);
  Measurements run = profdiff::LoadMeasurements(path, MeasuringOf(options));
  Report(run, path, output);
  return run;
}

// Reads the profiles that the processes of a program wrote; the program is the first path.
Measurements LoadProfiles(const CheckOptions& options, const std::vector<std::string>& paths, Output& output) {
  if (paths.size() == 1) {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          paths.front() + ": a program without profiles: name those of its processes after it");
  }
  const profdiff::ExecutionFiles files{paths.front(), {paths.begin() + 1, paths.end()}};
  Measurements run = profdiff::LoadRankMeasurements(files, MeasuringOf(options));
  for (const std::string& remark : run.remarks) output.Warn(remark);
  return run;
}

// Returns one run per path. If all paths are traces and no table of runs was requested, the traces are taken to be the
// processes of a single run, and their clocks and messages are compared.
std::vector<Measurements> LoadRuns(const TraceLoader& load, const CheckOptions& options,
                                   const std::vector<std::string>& paths, Output& output) {
  std::vector<Measurements> runs;
  const bool are_traces = !paths.empty() && std::ranges::all_of(paths, profdiff::IsTracePath);
  if (are_traces && !options.table) return {LoadTraces(load, options, paths, output)};
  for (const ProgramRun& run : SplitAtPrograms(paths, options.table)) {
    runs.push_back(run.is_program ? LoadProfiles(options, run.paths, output)
                                  : LoadRun(load, options, run.paths.front(), output));
  }
  return runs;
}

// Writes the findings of a run, or the difference of two runs' findings, and the HTML page.
template <class View>
void Write(const CheckOptions& options, const View& view, Output& output) {
  const std::size_t limit = options.listing.limit;
  options.table_format == nullptr ? profdiff::WriteFindings(output.text, view, limit)
                                  : profdiff::WriteFindings(output.text, *options.table_format, view, limit);
  DeliverTo(options.page, output, [&](std::string& text) { profdiff::WritePropertyPage(text, view); });
}

void WriteOneSide(const CheckOptions& options, const Measurements& run, const profdiff::PropertySet& set,
                  Output& output) {
  const profdiff::Findings findings = profdiff::FindProperties(run, set, options.properties);
  output.stages.Begin(Stage::kWrite);
  const profdiff::PropertyView view{run, findings};
  CheckPropertyGates(options, set, view, output);
  KeepFindings(options, [&] { return profdiff::MakeTrial(findings, run); });
  Write(options, view, output);
}

void WriteDifference(const CheckOptions& options, const Measurements& base, const Measurements& other,
                     const profdiff::PropertySet& set, Output& output) {
  const profdiff::PropertyDifference difference = profdiff::SubtractProperties(base, other, set, options.properties);
  output.stages.Begin(Stage::kWrite);
  const profdiff::PropertyDifferenceView view{base, other, difference};
  CheckPropertyGates(options, set, view, output);
  Write(options, view, output);
}

// Evaluates each run separately, and writes one table with the properties of all runs.
void WriteTable(const CheckOptions& options, const std::vector<Measurements>& runs, const profdiff::PropertySet& set,
                Output& output) {
  std::vector<profdiff::Findings> findings;
  for (const Measurements& run : runs) findings.push_back(profdiff::FindProperties(run, set, options.properties));
  output.stages.Begin(Stage::kWrite);
  std::vector<profdiff::PropertyView> views;
  for (std::size_t i = 0; i < runs.size(); ++i) views.push_back({runs[i], findings[i]});
  for (const profdiff::PropertyView& view : views) CheckPropertyGates(options, set, view, output, true);
  options.table_format == nullptr ? profdiff::WritePropertyTable(output.text, views)
                                  : profdiff::WritePropertyTable(output.text, *options.table_format, views);
}

void WriteAddresses(const CheckOptions& options, const Measurements& run, const profdiff::PropertySet& set,
                    Output& output) {
  if (!options.gates.empty()) {
    const profdiff::Findings findings = profdiff::FindProperties(run, set, options.properties);
    CheckPropertyGates(options, set, {run, findings}, output);
  }
  output.stages.Begin(Stage::kWrite);
  options.table_format == nullptr ? profdiff::WriteHistogram(output.text, run)
                                  : profdiff::WriteHistogram(output.text, *options.table_format, run);
}

// Throws if an output would overwrite a program that a recording names. These programs are known only now, after the
// recordings have been read.
void RequireNoProgram(std::span<const Measurements> runs, Output& output) {
  for (const Measurements& run : runs) {
    std::set<std::string> images;
    for (const profdiff::Region& region : run.regions) images.insert(region.image);
    output.files.AddInputs([images] { return std::vector<std::string>(images.begin(), images.end()); });
  }
  output.files.RequireNoInputs();
}

void RunCheck(CheckOptions options, Output& output) {
  RunCheckWith(profdiff::LoadTraceMeasurements, std::move(options), output);
}

}  // namespace

void RunCheckWith(const TraceLoader& load, CheckOptions options, Output& output) {
  profdiff::RequireEvaluation();
  for (const auto* paths : {&options.property_files, &options.base, &options.other}) {
    AddTraceInputs(*paths, output.files);
  }
  AddTraceInputs({options.reference, options.measure.image}, output.files);
  const StructureFile structure(options.structure);
  PlannedOutputs outputs = FindingOutputs(options, options);
  structure.Plan(outputs, output.files);
  options.measure.arrays = structure.is_written();
  PlanOutputs(outputs, output.files);
  output.stages.Begin(Stage::kReadProfiles);
  const profdiff::PropertySet set = LoadProperties(options.property_files);
  CheckGateNames(options.gates, set, !options.other.empty());
  std::vector<Measurements> base = LoadRuns(load, options, options.base, output);
  std::vector<Measurements> other = LoadRuns(load, options, options.other, output);
  RequireNoProgram(base, output);
  RequireNoProgram(other, output);
  const auto is_played = [](const Measurements& run) { return run.is_played; };
  if (std::ranges::none_of(base, is_played) && std::ranges::none_of(other, is_played)) {
    RefuseThoseThatNeed(options, kAddressTrace);
  }
  output.stages.Begin(Stage::kAnalyse);
  structure.Apply(base);
  structure.Apply(other);
  if (options.table) {
    structure.Write(base.front());
    return WriteTable(options, base, set, output);
  }
  Measurements joined = profdiff::JoinMeasurements(std::move(base));
  if (!options.reference.empty()) {
    const Measurements reference = LoadRun(load, options, options.reference, output);
    RequireNoProgram({&reference, 1}, output);
    profdiff::AddScaling(joined, reference);
  }
  structure.Write(joined);
  if (options.histogram) return WriteAddresses(options, joined, set, output);
  if (other.empty()) return WriteOneSide(options, joined, set, output);
  WriteDifference(options, joined, profdiff::JoinMeasurements(std::move(other)), set, output);
}

constexpr Command kCheckCommand = {
    .word = "check",
    .summary = "finds what is wrong with a run, and where",
    .operands = "[OPTION]... RUN...\n[OPTION]... RUN... --subtract RUN...",
    .about =
        "Looks for performance properties, such as cache misses, mispredicted branches, and threads and ranks that "
        "wait for each other. It reports where each property holds, how severe it is, and its part of the program's "
        "loss. A run is a trace of calls that 'egprof trace' can read, a Callgrind file recorded with 'valgrind "
        "--tool=callgrind --cache-sim=yes --branch-sim=yes', an address trace of 'valgrind --tool=lackey "
        "--trace-mem=yes', a table of metrics in CSV, or a program with the profiles of its processes; if several "
        "are given, each is one process. With --subtract, it reports which properties vanished, appeared or grew.",
    .notes =
        "Properties are written in the APART Specification Language; see egprof-check(1) for the language and the "
        "built-in properties.",
    .operand = "run",
    .page = "egprof-check",
    .rows = CheckRows,
    .parse = ParseTo<CheckOptions, ParseCheckOptions>,
    .run = RunOn<CheckOptions, RunCheck>,
};

}  // namespace egprof
