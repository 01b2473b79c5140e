// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof record`: pairs of runs go into a folder, and the folder is reported as by `egprof diff`.
// Tests: tests/cli/record/run.py.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/console/output_file.h"
#include "egprof/listings/listings.h"
#include "egprof/process/program.h"
#include "egprof/record/folder.h"
#include "egprof/record/launcher.h"
#include "egprof/record/options.h"
#include "egprof/record/plan.h"
#include "egprof/record/recorders.h"
#include "egprof/record/recording.h"
#include "egprof/recordings/report.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::RecordFolder;
using profdiff::RecordState;

// True if the output of the runs goes to a file.
bool WritesOutputFile(const RecordOptions& options) {
  const std::string& choice = options.standard_output;
  return choice != "compare" && choice != "null" && choice != "inherit";
}

// Finds out before the first run whether the outputs can be written, and that none of them is a program or the input.
// Errors: kBadArgument, kSystem.
void RequireOutputs(const RecordOptions& options, const RecordFolder& folder, FileGuard& files) {
  RequireOneReport(options, folder.commands.size());
  std::vector<std::string> inputs = {options.input};
  for (const profdiff::RecordedCommand& command : folder.commands) inputs.push_back(command.program);
  const auto list = [inputs] { return inputs; };
  files.AddInputs(list);  // for the report, which registers its outputs when it is written
  FileGuard guard;
  guard.AddInputs(list);
  const auto require = [&guard](const char* name, const std::optional<std::string>& file) {
    if (!file) return;
    guard.AddOutput(name, *file);
    RequireWritable(*file);
  };
  require("--html", options.page);
  require("--json", options.json);
  require("--markdown", options.markdown);
  if (WritesOutputFile(options)) require("--stdout", options.standard_output);
}

void WriteDryRun(const RecordOptions& options, const RecordFolder& folder, std::string& text) {
  const RecorderRow* const row = FindRecorder(options.provider == "auto" ? "perf" : options.provider);
  text += "runs in turns, in random order, of\n";
  for (const profdiff::RecordedCommand& command : folder.commands) text += "  " + command.command + "\n";
  text += "recorder: " + std::string(row->name) + (options.provider == "auto" ? ", if it works here" : "") + "\n";
  const std::vector<std::string> words = WordsOfRecorder(*row, options);
  if (words.empty()) return;
  text += "  " + std::string(row->program);
  for (const std::string& word : words) text += " " + word;
  text += "\n";
}

// Chooses the recorder. If there is none, removes the new folder, which is empty.
void SetRecorder(const RecordOptions& options, const std::string& directory, RecordFolder& folder) {
  try {
    folder.recorder = ChooseRecorder(options, folder.commands, directory);
  } catch (const Error&) {
    std::error_code none;
    std::filesystem::remove(directory + "/runs", none);
    std::filesystem::remove(directory, none);
    throw;
  }
}

void AddRuns(const RecordOptions& options, std::uint64_t seed, const std::string& directory, RecordFolder& folder,
             Console& console) {
  SignalWatch watch;
  PairRecorder recording(options, seed, directory, folder, watch, console);
  recording.Run();
  if (recording.failure().empty()) return;
  console.messages.Warn(recording.failure());
  folder.state == RecordState::kInterrupted ? console.status.Interrupt() : console.status.FailRun();
}

// True if a folder has a pair to report, or for a single command a run.
bool HasPairs(const RecordFolder& folder) {
  if (folder.commands.size() > 1) return !profdiff::CompletePairs(folder, 1).empty();
  return std::ranges::any_of(folder.runs, [](const profdiff::RecordedRun& run) {
    return !run.warmup && run.state == profdiff::RunState::kOk;
  });
}

void RunRecord(RecordOptions options, Console& console) {
  if (!options.launch_file.empty()) {
    std::vector<std::string> words;
    for (const Operand& operand : options.operands) words.push_back(operand.text);
    return LaunchAndMeasure(words, options.launch_file);
  }
  Prepare(options, options);
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device()();
  RecordFolder folder = DescribeRecording(options, seed);
  RequireOutputs(options, folder, console.files);
  if (options.dry_run) return WriteDryRun(options, folder, console.out.text);
  if (WritesOutputFile(options)) WriteOutputFile(options.standard_output, "");  // runs append to it
  std::string directory = options.directory;
  if (options.append) {
    folder = FolderToAppend(options, folder);
    console.messages.Warn(
        "pairs are added to a folder that was looked at before: adding until a change is found finds "
        "changes that are none");
  } else {
    directory = MakeRecordFolder(options);
    SetRecorder(options, directory, folder);
  }
  if (options.provider == "auto" && folder.recorder.name != "perf") {
    console.messages.Note("recorder: " + folder.recorder.name + ", because " + folder.recorder.reason);
  }
  AddRuns(options, seed, directory, folder, console);
  if (HasPairs(folder)) return ReportRecording(directory, RecordingOptionsOf(options), console);
  console.messages.Warn("no pair is complete: there is nothing to compare in " + directory);
}

}  // namespace

constexpr Command kRecordCommand = {
    .word = "record",
    .summary = "measures two programs and shows what changed",
    .operands = "[OPTION]... COMMAND [COMMAND]...",
    .about =
        "Runs the commands in turns under a profiler, keeps the recordings in a folder, and shows which functions "
        "changed, by how much, and whether that is more than noise. Each command is one word, so it is quoted: egprof "
        "record './old input' './new input'. The first command is the base of each other one.",
    .notes = "The report is that of egprof-diff(1), which writes it again from the folder.",
    .operand = "command",
    .synonyms = "bench benchmark measure run stat time hyperfine perf",
    .examples =
        "record ./old ./new\tmeasures both programs in turns, and reports\n"
        "record --runs=10 './old input' './new input'\tten pairs of runs, with arguments\n"
        "record -L n=1000,2000 './prog {n}'\tone program with two inputs",
    .page = "egprof-record",
    .rows = RecordRows,
    .parse = ParseTo<RecordOptions, ParseRecordOptions>,
    .run = RunOn<RecordOptions, RunRecord>,
};

}  // namespace egprof
