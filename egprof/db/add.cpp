// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a trial from files. All files are read before the store is locked, so that other programs do not have to wait.
// Tests: tests/cli/db/run.py.
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "egprof/db/verbs.h"
#include "egprof/executions/execution.h"
#include "egprof/executions/kinds.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/property_page.h"
#include "egprof/recordings/sides.h"
#include "profdiff/image.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::StoredTrial;

void AddTo(std::optional<StoredTrial>& trial, StoredTrial more) {
  if (!trial) {
    trial = std::move(more);
  } else {
    profdiff::AddRuns(*trial, more);
  }
}

StoredTrial FromTrace(const WorkOptions& options, bool keeps_calls, const Input& input, Console& console) {
  console.stages.Begin(Stage::kReadTraces);
  const profdiff::Trace trace = LoadTrace(input, options.salvage, options.threads);
  if (ReportMissing(trace, input.path(), console.messages)) console.status.LeaveOut();
  CountCalls(trace, console.stages.sizes);
  return profdiff::MakeTrial(trace, keeps_calls);
}

StoredTrial FromObservations(const Input& input, Messages& messages) {
  const profdiff::Observations observed = profdiff::ReadObservations(input.path());
  for (const profdiff::Message& remark : observed.remarks) messages.Warn(remark);
  profdiff::Diagnostics diagnostics;
  StoredTrial trial = profdiff::MakeTrial(observed, input.format()->name, diagnostics);
  messages.TakeWarnings(diagnostics);
  return trial;
}

// Returns the FNV-1a hash of a file's bytes in hexadecimal digits.
std::string HashOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::uint64_t hash = 0xcbf29ce484222325;
  char bytes[65536];
  while (file.read(bytes, sizeof bytes), file.gcount() > 0) {
    for (std::streamsize i = 0; i < file.gcount(); ++i) {
      hash = (hash ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3;
    }
  }
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[hash >> shift & 15];
  return text;
}

// Loads the inputs as one trial. Each profile becomes one run of the trial. Any other input contributes all the runs
// that it contains.
StoredTrial ReadInputs(const LoadPlan& plan, const WorkOptions& work, bool keeps_calls,
                       const std::vector<Input>& inputs, Console& console) {
  std::optional<StoredTrial> trial;
  LoadLog log = console.load_log();
  const auto load = [&](const Side& side) { AddTo(trial, profdiff::MakeTrial(LoadEachRun(plan, side, log))); };
  if (inputs.front().IsImage()) {
    const Side side{inputs.front(), {inputs.begin() + 1, inputs.end()}};
    if (side.profiles.empty()) {
      throw Error(ErrorCode::kBadArgument, "a program without profiles: name its profiles after it", side.image.path());
    }
    load(side);
    if (side.profiles.size() > 1) profdiff::KeepSum(*trial, LoadExecution(plan, side, log).profile);
    trial->metadata.emplace_back(profdiff::kImageIdName, HashOfFile(side.image.path()));
    return std::move(*trial);
  }
  Side stacks;
  for (const Input& input : inputs) {
    if (input.kind() == profdiff::InputKind::kFindings) {
      AddTo(trial, profdiff::ReadFindingsAsTrial(input.path()));
    } else if (input.kind() == profdiff::InputKind::kMeasurements) {
      AddTo(trial, FromObservations(input, console.messages));
    } else if (input.kind() != profdiff::InputKind::kTrace && input.MayHaveNames()) {
      stacks.profiles.push_back(input);
    } else {
      AddTo(trial, FromTrace(work, keeps_calls, input, console));
    }
  }
  if (!stacks.profiles.empty()) load(stacks);
  return std::move(*trial);
}

// Returns the time of the file's last modification, in UTC; empty if unknown.
std::string WrittenAt(const std::string& path) {
  struct stat info {};
  struct tm parts {};
  char text[40];
  if (stat(path.c_str(), &info) != 0 || gmtime_r(&info.st_mtime, &parts) == nullptr) return "";
  return std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0 ? text : "";
}

// Sets the value of a name, or adds the pair if the name is new, so that options override metadata from files.
template <class Value>
void Set(std::vector<std::pair<std::string, Value>>& pairs, const std::pair<std::string, Value>& pair) {
  for (auto& known : pairs) {
    if (known.first == pair.first) {
      known.second = pair.second;
      return;
    }
  }
  pairs.push_back(pair);
}

StoredTrial TrialFrom(const DbOptions& options, const profdiff::TrialPath& path, const std::vector<Input>& inputs,
                      Console& console) {
  if (!options.keep_going) profdiff::RequireKinds(inputs, kDbTakes);
  const LoadPlan plan = LoadPlanOf(options, options, options, options, {.positions = profdiff::SourcePositions::kAll});
  StoredTrial trial = ReadInputs(plan, options, options.calls, inputs, console);
  trial.path = path;
  trial.revision = options.revision;
  const std::string& first = inputs[inputs.size() > 1 && inputs.front().IsImage() ? 1 : 0].path();
  trial.recorded = options.date.empty() ? WrittenAt(first) : options.date;
  Set(trial.metadata, {std::string(profdiff::kDateOriginName), options.date.empty() ? "file" : "given"});
  for (const auto& pair : options.metadata) Set(trial.metadata, pair);
  for (const auto& pair : options.parameters) Set(trial.parameters, pair);
  return trial;
}

void Store(const std::string& store, std::vector<StoredTrial> trials, Console& console) {
  console.stages.Begin(Stage::kWrite);
  std::string text;
  for (const StoredTrial& trial : trials) {
    text += store + ": added " + trial.path.Text() + ": " + profdiff::Plural(trial.runs.size(), "run") + ", " +
            std::to_string(trial.functions.size()) + " functions\n";
  }
  AddAllTrials(store, std::move(trials));
  console.out.text += text;
}

// Returns the trial of a command: its name without slashes, which separate the names of a path.
profdiff::TrialPath TrialOf(const profdiff::TrialPath& experiment, const profdiff::RecordedCommand& command) {
  profdiff::TrialPath path = experiment;
  path.trial = command.name;
  std::ranges::replace(path.trial, '/', '_');
  return profdiff::ParseTrialPath(path.Text(), profdiff::PathDepth::kTrial);
}

// Adds one trial for each command of a folder of recorded runs, or none. Checks first that none of them exists.
void AddFolder(const DbOptions& options, const std::string& directory, Console& console) {
  const profdiff::RecordFolder folder = profdiff::ReadRecordFolder(directory);
  const profdiff::TrialPath& given = options.paths.front();
  if (!given.trial.empty() && folder.commands.size() > 1) {
    throw Error(ErrorCode::kBadArgument, "has runs of several commands: name an experiment, APPLICATION/EXPERIMENT",
                directory);
  }
  std::vector<profdiff::TrialPath> paths;
  for (const profdiff::RecordedCommand& command : folder.commands) {
    paths.push_back(given.trial.empty() ? TrialOf(given, command) : given);
    RequireNewTrial(options.store, paths.back());
  }
  std::vector<StoredTrial> trials;
  for (std::size_t command = 0; command < paths.size(); ++command) {
    const Side side = SideOfCommand(directory, folder, command);
    std::vector<Input> inputs = side.profiles;
    if (!side.image.empty()) inputs.insert(inputs.begin(), side.image);
    trials.push_back(TrialFrom(options, paths[command], inputs, console));
  }
  Store(options.store, std::move(trials), console);
}

}  // namespace

void RunAdd(const DbOptions& options, Console& console) {
  const profdiff::TrialPath& path = options.paths.front();
  const std::function<Input(const std::string&)> make = InputMaker(options, options);
  std::vector<Input> inputs;
  for (const std::string& input : options.inputs) inputs.push_back(make(input));
  if (inputs.size() == 1 && IsRecording(inputs.front())) return AddFolder(options, inputs.front().path(), console);
  if (std::ranges::any_of(inputs, IsRecording)) {
    throw Error(ErrorCode::kBadArgument, "a folder of recorded runs is added alone");
  }
  if (path.trial.empty()) profdiff::ParseTrialPath(path.Text(), profdiff::PathDepth::kTrial);  // throws
  RequireNewTrial(options.store, path);
  Store(options.store, {TrialFrom(options, path, inputs, console)}, console);
}

}  // namespace egprof
