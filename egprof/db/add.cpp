// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a trial from files. All files are read before the store is locked, so that other programs do not have to wait.
// Tests: tests/cli/db/run.py.
#include <sys/stat.h>

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.h"
#include "egprof/db/verbs.h"
#include "egprof/executions/execution.h"
#include "egprof/executions/kinds.h"
#include "egprof/executions/traces.h"
#include "egprof/listings/property_page.h"
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

StoredTrial FromTrace(const DbOptions& options, const std::string& path, Output& output) {
  output.stages.Begin(Stage::kReadTraces);
  const profdiff::Trace trace = LoadTrace(path, options.salvage, options.threads);
  if (ReportMissing(trace, path, output)) output.status = kPartialStatus;
  CountCalls(trace, output.stages.sizes);
  return profdiff::MakeTrial(trace, options.calls);
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

bool IsFolder(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_directory(path, none);
}

// Loads the inputs as one trial. Each profile becomes one run of the trial. Any other input contributes all the runs
// that it contains.
StoredTrial ReadInputs(const DbOptions& options, Output& output) {
  ProfileOptions loading = options;
  loading.positions = profdiff::SourcePositions::kAll;
  const FileTests tests = TestsOf(options);
  std::optional<StoredTrial> trial;
  const auto load = [&](const Side& side) { AddTo(trial, profdiff::MakeTrial(LoadEachRun(loading, side, output))); };
  std::vector<std::string> inputs = options.inputs;
  if (tests.is_image(inputs.front())) {
    const Side side{inputs.front(), {inputs.begin() + 1, inputs.end()}};
    if (side.profiles.empty()) {
      throw Error(ErrorCode::kBadArgument, side.image + ": a program without profiles: name its profiles after it");
    }
    load(side);
    loading.runs = false;
    if (side.profiles.size() > 1) profdiff::KeepSum(*trial, LoadExecution(loading, side, output).profile);
    trial->metadata.emplace_back(profdiff::kImageIdName, HashOfFile(side.image));
    return std::move(*trial);
  }
  Side stacks;
  for (const std::string& input : inputs) {
    if (std::optional<StoredTrial> findings = profdiff::ReadFindingsAsTrial(input)) {
      AddTo(trial, std::move(*findings));
    } else if (!IsFolder(input) && tests.is_stacks(input)) {
      stacks.profiles.push_back(input);
    } else {
      AddTo(trial, FromTrace(options, input, output));
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

}  // namespace

void RunAdd(const DbOptions& options, Output& output) {
  const profdiff::TrialPath& path = options.paths.front();
  RequireNewTrial(options.store, path);
  StoredTrial trial = ReadInputs(options, output);
  trial.path = path;
  trial.revision = options.revision;
  const std::string& first = options.inputs[options.inputs.size() > 1 && profdiff::IsImage(options.inputs[0]) ? 1 : 0];
  trial.recorded = options.date.empty() ? WrittenAt(first) : options.date;
  for (const auto& pair : options.metadata) Set(trial.metadata, pair);
  for (const auto& pair : options.parameters) Set(trial.parameters, pair);
  output.stages.Begin(Stage::kWrite);
  const std::size_t runs = trial.runs.size(), functions = trial.functions.size();
  AddTrial(options.store, std::move(trial));
  output.text += options.store + ": added " + path.Text() + ": " + profdiff::Plural(runs, "run") + ", " +
                 std::to_string(functions) + " functions\n";
}

}  // namespace egprof
