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
#include "egprof/console/remedies.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/property_gates.h"
#include "egprof/listings/property_page.h"
#include "egprof/listings/structure_file.h"
#include "egprof/options/format_rows.h"
#include "egprof/recordings/sides.h"
#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "profdiff/store.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

using profdiff::Input;
using profdiff::Measurements;

profdiff::MeasureOptions MeasuringOf(const CheckOptions& options) {
  profdiff::MeasureOptions measure = options.measure;
  measure.salvage = options.salvage;
  return measure;
}

// Reports the problems and missing parts of a recording. A warning that names no file is about `name`.
void Report(const Measurements& run, const std::string& name, Messages& messages, ExitStatus& status) {
  for (profdiff::Message remark : run.remarks) {
    if (remark.file.empty()) remark.file = name;
    messages.Warn(std::move(remark));
  }
  for (const profdiff::Message& missing : run.missing) messages.Note(missing);
  if (!run.missing.empty()) status.LeaveOut();
}

Measurements LoadTraces(const TraceLoader& load, const CheckOptions& options, const std::vector<Input>& inputs,
                        Messages& messages, ExitStatus& status) {
  Measurements run = load(inputs, MeasuringOf(options));
  const std::string others = inputs.size() == 1 ? "" : " and " + std::to_string(inputs.size() - 1) + " more";
  Report(run, inputs.front().path() + others, messages, status);
  return run;
}

bool IsTrace(const Input& input) { return input.kind() == profdiff::InputKind::kTrace; }

Measurements LoadRun(const TraceLoader& load, const CheckOptions& options, const Input& input, Messages& messages,
                     ExitStatus& status) {
  if (IsTrace(input)) return LoadTraces(load, options, {input}, messages, status);
  Measurements run = profdiff::LoadMeasurements(input, MeasuringOf(options));
  Report(run, input.path(), messages, status);
  return run;
}

// Reads the profiles that the processes of a program wrote; the program is the first input.
Measurements LoadProfiles(const CheckOptions& options, const std::vector<Input>& inputs, Messages& messages) {
  if (inputs.size() == 1) {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "a program without profiles: name those of its processes after it", inputs.front().path());
  }
  profdiff::ExecutionFiles files{inputs.front(), {}};
  // A program has gprof profiles, whatever their content looks like.
  for (auto profile = inputs.begin() + 1; profile != inputs.end(); ++profile) {
    files.profiles.emplace_back(profile->path(), profdiff::FindInputFormat("gmon"));
  }
  Measurements run = profdiff::LoadRankMeasurements(files, MeasuringOf(options));
  for (const profdiff::Message& remark : run.remarks) messages.Warn(remark);
  return run;
}

// Returns one run per path. If all paths are traces and no table of runs was requested, the traces are taken to be the
// processes of a single run, and their clocks and messages are compared.
std::vector<Measurements> LoadRuns(const TraceLoader& load, const CheckOptions& options,
                                   const std::vector<Input>& inputs, Messages& messages, ExitStatus& status) {
  std::vector<Measurements> runs;
  const bool are_traces = !inputs.empty() && std::ranges::all_of(inputs, IsTrace);
  if (are_traces && !options.table) return {LoadTraces(load, options, inputs, messages, status)};
  for (const ProgramRun& run : SplitAtPrograms(inputs, options.table)) {
    runs.push_back(run.is_program ? LoadProfiles(options, run.inputs, messages)
                                  : LoadRun(load, options, run.inputs.front(), messages, status));
  }
  return runs;
}

// Writes the findings of a run, or the difference of two runs' findings, and the HTML page.
template <class View>
void Write(const CheckOptions& options, const View& view, TextSink& out, FileGuard& files) {
  if (!options.WritesText() || !ReplacesReport(options)) {
    const std::size_t begin = out.text.size();
    profdiff::WriteFindings(out.text, *options.table_format, view, options.listing.limit);
    if (options.WritesText()) out.FinishReport(begin);
  }
  DeliverTo(options.markdown, out, files,
            [&](std::string& text) { profdiff::WriteFindings(text, CommentFormat(), view); });
  DeliverTo(options.page, out, files, [&](std::string& text) { profdiff::WritePropertyPage(text, view); });
}

void WriteOneSide(const CheckOptions& options, const Measurements& run, const profdiff::PropertySet& set,
                  Console& console) {
  const profdiff::Findings findings = profdiff::FindProperties(run, set, options.properties);
  console.stages.Begin(Stage::kWrite);
  const profdiff::PropertyView view{run, findings, options.paths, WordsForRemedy};
  CheckPropertyGates(options, set, view, console.gate_log());
  KeepFindings(options, [&] { return profdiff::MakeTrial(findings, run); });
  Write(options, view, console.out, console.files);
  const auto is_time = [](const profdiff::Finding& finding) { return finding.unit == "s"; };
  const bool is_report = options.WritesText() && !ReplacesReport(options);
  if (is_report && !options.paths && std::ranges::any_of(findings.properties, is_time)) {
    console.hint = "'egprof check --paths ...' shows by which calls the time is lost";
  }
}

void WriteDifference(const CheckOptions& options, const Measurements& base, const Measurements& other,
                     const profdiff::PropertySet& set, Console& console) {
  const profdiff::PropertyDifference difference = profdiff::SubtractProperties(base, other, set, options.properties);
  console.stages.Begin(Stage::kWrite);
  const profdiff::PropertyDifferenceView view{base, other, difference, console.out.styles};
  CheckPropertyGates(options, set, view, console.gate_log());
  Write(options, view, console.out, console.files);
}

// Evaluates each run separately, and writes one table with the properties of all runs.
void WriteTable(const CheckOptions& options, const std::vector<Measurements>& runs, const profdiff::PropertySet& set,
                Console& console) {
  std::vector<profdiff::Findings> findings;
  for (const Measurements& run : runs) findings.push_back(profdiff::FindProperties(run, set, options.properties));
  console.stages.Begin(Stage::kWrite);
  std::vector<profdiff::PropertyView> views;
  for (std::size_t i = 0; i < runs.size(); ++i) views.push_back({runs[i], findings[i]});
  for (const profdiff::PropertyView& view : views) CheckPropertyGates(options, set, view, console.gate_log(), true);
  profdiff::WritePropertyTable(console.out.text, *options.table_format, views);
}

void WriteAddresses(const CheckOptions& options, const Measurements& run, const profdiff::PropertySet& set,
                    Console& console) {
  if (!options.gates.empty()) {
    const profdiff::Findings findings = profdiff::FindProperties(run, set, options.properties);
    CheckPropertyGates(options, set, {run, findings}, console.gate_log());
  }
  console.stages.Begin(Stage::kWrite);
  profdiff::WriteHistogram(console.out.text, *options.table_format, run);
}

// Throws if an output would overwrite a program that a recording names. These programs are known only now, after the
// recordings have been read.
void RequireNoProgram(std::span<const Measurements> runs, FileGuard& files) {
  for (const Measurements& run : runs) {
    std::set<std::string> images;
    for (const profdiff::Region& region : run.regions) images.insert(region.image);
    files.AddInputs([images] { return std::vector<std::string>(images.begin(), images.end()); });
  }
  files.RequireNoInputs();
}

constexpr profdiff::InputNeed kCheckTakes[] = {{profdiff::InputKind::kTrace, profdiff::kGivesRegions},
                                               {profdiff::InputKind::kMeasurements, profdiff::kGivesRegions},
                                               {profdiff::InputKind::kProfile, profdiff::kGivesRegions},
                                               {profdiff::InputKind::kImage},
                                               {profdiff::InputKind::kProfile, profdiff::kGivesAddresses}};

// A report of one run says so beside its answer.
void WarnOfLateStarts(std::span<const Measurements> runs, Messages& messages) {
  for (const Measurements& run : runs) {
    if (!run.late_start) continue;
    profdiff::Message remark = run.late_start->remark;
    remark.file = run.inputs.front();
    messages.Warn(std::move(remark));
  }
}

// Files after a program are its profiles, whatever their content looks like.
void RequireRuns(std::span<const Input> inputs) {
  const auto program = std::ranges::find_if(inputs, [](const Input& input) { return input.IsImage(); });
  profdiff::RequireKinds(std::span(inputs.begin(), program), kCheckTakes);
}

// Replaces a folder of recorded runs by the median run of its command. The runs of a second command become the other
// side. Errors: kBadArgument for more commands than sides.
void TakeRecording(std::vector<Input>& side, std::vector<Input>* second, Messages& messages) {
  if (side.size() != 1 || !IsRecording(side.front())) return;
  const std::string directory = side.front().path();
  const profdiff::RecordFolder folder = profdiff::ReadRecordFolder(directory);
  const std::size_t commands = folder.commands.size(), most = second == nullptr ? 1 : 2;
  if (commands > most) {
    throw profdiff::Error(
        profdiff::ErrorCode::kBadArgument,
        "has runs of " + std::to_string(commands) + " commands, and " + std::to_string(most) + " can be examined here",
        directory);
  }
  side = MedianRunOf(directory, folder, 0, messages);
  if (commands == 2) *second = MedianRunOf(directory, folder, 1, messages);
}

void TakeRecordings(CheckOptions& options, Messages& messages) {
  const bool is_alone = options.other.empty() && !options.table;
  TakeRecording(options.base, is_alone ? &options.other : nullptr, messages);
  if (!is_alone) TakeRecording(options.other, nullptr, messages);
}

void RunCheck(CheckOptions options, Console& console) {
  RunCheckWith(profdiff::LoadTraceMeasurements, std::move(options), console);
}

}  // namespace

void RunCheckWith(const TraceLoader& load, CheckOptions options, Console& console) {
  TakeRecordings(options, console.messages);
  AddTraceInputs(options.property_files, console.files);
  for (const auto* inputs : {&options.base, &options.other}) AddTraceInputs(*inputs, console.files);
  AddTraceInputs({options.reference, Input(options.measure.image)}, console.files);
  const StructureFile structure(options.structure);
  PlannedOutputs outputs = FindingOutputs(options, options);
  if (options.WritesText() && ReplacesReport(options)) outputs.erase(outputs.begin());
  AddComment(options, outputs);
  structure.Plan(outputs, console.files);
  options.measure.arrays = structure.is_written();
  PlanOutputs(outputs, console.files);
  console.stages.Begin(Stage::kReadProfiles);
  RequireRuns(options.base);
  RequireRuns(options.other);
  if (std::ranges::none_of(options.base, IsTrace) && std::ranges::none_of(options.other, IsTrace)) {
    RefuseThoseThatNeed(options, kATrace);
  }
  const profdiff::PropertySet set = LoadProperties(options.property_files);
  CheckGateNames(options.gates, set, !options.other.empty());
  std::vector<Measurements> base = LoadRuns(load, options, options.base, console.messages, console.status);
  std::vector<Measurements> other = LoadRuns(load, options, options.other, console.messages, console.status);
  RequireNoProgram(base, console.files);
  RequireNoProgram(other, console.files);
  if (!options.WritesText() || ReplacesReport(options) || options.table || options.histogram || !other.empty()) {
    for (const auto* side : {&base, &other}) WarnOfLateStarts(*side, console.messages);
  }
  const auto is_played = [](const Measurements& run) { return run.is_played; };
  if (std::ranges::none_of(base, is_played) && std::ranges::none_of(other, is_played)) {
    RefuseThoseThatNeed(options, kAddressTrace);
  }
  console.stages.Begin(Stage::kAnalyse);
  structure.Apply(base);
  structure.Apply(other);
  if (options.table) {
    structure.Write(base.front());
    return WriteTable(options, base, set, console);
  }
  Measurements joined = profdiff::JoinMeasurements(std::move(base));
  if (!options.reference.empty()) {
    const Measurements reference = LoadRun(load, options, options.reference, console.messages, console.status);
    RequireNoProgram({&reference, 1}, console.files);
    profdiff::AddScaling(joined, reference);
  }
  structure.Write(joined);
  if (options.histogram) return WriteAddresses(options, joined, set, console);
  if (other.empty()) return WriteOneSide(options, joined, set, console);
  WriteDifference(options, joined, profdiff::JoinMeasurements(std::move(other)), set, console);
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
    .takes = Taking<kCheckTakes>,
    .examples =
        "check trace\twhat costs most, and where\n"
        "check --paths trace\talso by which calls the time is lost\n"
        "check before --subtract after\twhat vanished, appeared or grew",
    .page = "egprof-check",
    .rows = CheckRows,
    .parse = ParseTo<CheckOptions, ParseCheckOptions>,
    .run = RunOn<CheckOptions, RunCheck>,
};

}  // namespace egprof
