// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof record`: pairs of runs go into a folder, and the folder is reported as by `egprof diff`.
// Tests: tests/cli/record/run.py.
#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <utility>

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

// Finds out before the first run whether the outputs can be written.
void RequireOutputs(const RecordOptions& options, std::size_t commands) {
  RequireOneReport(options, commands);
  for (const auto& file : {options.page, options.json, options.markdown}) {
    if (file) RequireWritable(*file);
  }
  const bool is_file =
      options.standard_output != "compare" && options.standard_output != "null" && options.standard_output != "inherit";
  if (is_file) WriteOutputFile(options.standard_output, "");
}

void WriteDryRun(const RecordOptions& options, const RecordFolder& folder, std::string& text) {
  const RecorderRow* const row = FindRecorder(options.provider == "auto" ? "perf" : options.provider);
  text += "runs in turns, in random order, of\n";
  for (const profdiff::RecordedCommand& command : folder.commands) text += "  " + command.command + "\n";
  text += "recorder: " + std::string(row->name) + (options.provider == "auto" ? ", if it works here" : "") + "\n";
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
  RequireOutputs(options, folder.commands.size());
  if (options.dry_run) return WriteDryRun(options, folder, console.out.text);
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
    .page = "egprof-record",
    .rows = RecordRows,
    .parse = ParseTo<RecordOptions, ParseRecordOptions>,
    .run = RunOn<RecordOptions, RunRecord>,
};

}  // namespace egprof
