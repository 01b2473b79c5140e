// SPDX-License-Identifier: GPL-3.0-or-later
// Loads observations from recordings of any kind: files of measurements, which are recognised by their contents;
// directories and files written by tracers; and profiles. Profiles of the same program are loaded together.
// Tests: tests/cli/model/run.py.
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "profdiff/difference.h"
#include "profdiff/models.h"
#include "profdiff/profile.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"

namespace profdiff {
namespace {

class ObservationLoader {
 public:
  ObservationLoader(const ObservationLoading& options, Diagnostics& diagnostics)
      : options_(options), diagnostics_(diagnostics) {}

  Observations Load(std::span<const ObservationInput> inputs) {
    // Collects gmon profiles, as all runs of one image are loaded together.
    std::vector<const ObservationInput*> profiles;
    for (const ObservationInput& input : inputs) {
      if (IsObservations(input.path)) {
        parts_.push_back(ReadObservations(input.path));
      } else if (IsStacks(input.path)) {
        AddStackProfile(input);
      } else if (input.image.empty() || IsTracePath(input.path)) {
        // Inputs without an image, directories, and files with the suffix of a trace format are traces: for gmon
        // profiles, the user names an image.
        AddTrace(input);
      } else {
        profiles.push_back(&input);
      }
    }
    AddProfiles(profiles);
    AddZeros();
    Observations joined = JoinObservations(std::move(parts_));
    if (joined.series.empty()) {
      throw Error(
          ErrorCode::kBadArgument,
          (inputs.empty() ? std::string("no recording") : inputs.front().path) +
              ": no function has parameters: record arguments with 'uftrace record -A', or give --at before this file");
    }
    return joined;
  }

 private:
  bool IsStacks(const std::string& path) const {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) && FormatOfStacks(path);
  }

  void RequireParameters(const ObservationInput& input) const {
    if (!input.at.empty()) return;
    throw Error(ErrorCode::kBadArgument, input.path + ": a profile needs parameters: give --at=NAME=VALUE before it",
                input.path);
  }

  void AddTrace(const ObservationInput& input) {
    TraceOptions reading;
    reading.threads = options_.threads;
    reading.salvage = options_.salvage;
    reading.values = true;
    SelectedTrace selected = SelectCalls(ReadTrace(input.path, reading), options_.filter);
    for (const std::string& remark : selected.trace.remarks) diagnostics_.Warn(remark);
    parts_.push_back(ObserveTrace(selected.trace, input.at, options_.observations));
    parts_.back().inputs = {input.path};
    parts_.back().missing = std::move(selected.trace.missing);
  }

  // Profiles from other profilers are loaded one by one. Each has its own function names; functions of different runs
  // are joined by name.
  void AddStackProfile(const ObservationInput& input) {
    RequireParameters(input);
    LoadingOptions loading;
    loading.salvage = options_.salvage;
    loading.threads = options_.threads;
    const LoadedExecution execution = LoadExecution({input.image, {input.path}}, loading, diagnostics_);
    AddRun(input, *execution.functions, execution.profile);
  }

  // Loads the gmon profiles of an image as the runs of one execution, so that the image is read once.
  void AddProfiles(const std::vector<const ObservationInput*>& inputs) {
    std::map<std::string, std::vector<const ObservationInput*>> by_image;
    for (const ObservationInput* input : inputs) {
      RequireParameters(*input);
      by_image[input->image].push_back(input);
    }
    for (const auto& [image, group] : by_image) {
      LoadingOptions loading;
      loading.salvage = options_.salvage;
      loading.runs = loading.keep_runs = loading.only_gmon = true;
      loading.threads = options_.threads;
      ExecutionFiles files{image, {}};
      for (const ObservationInput* input : group) files.profiles.push_back(input->path);
      const LoadedExecution execution = LoadExecution(files, loading, diagnostics_);
      for (std::size_t run = 0; run < group.size(); ++run) {
        AddRun(*group[run], *execution.functions, execution.each[run]);
      }
    }
  }

  void AddRun(const ObservationInput& input, const FunctionTable& functions, const Profile& profile) {
    runs_.push_back(parts_.size());
    parts_.push_back(ObserveProfile(functions, profile, input.at, options_.observations));
    parts_.back().inputs = {input.path};
  }

  // Adds 0 for each function that is missing from a run but present in others. A profiler omits functions without
  // samples or calls, and a model fitted only to the other points would not decrease towards 0.
  void AddZeros() {
    using Key = std::pair<std::string, std::string>;
    std::map<Key, std::string> units;
    for (const std::size_t run : runs_) {
      for (const ObservedSeries& series : parts_[run].series) units[{series.function, series.metric}] = series.unit;
    }
    for (const std::size_t run : runs_) {
      if (parts_[run].series.empty()) continue;
      std::set<Key> known;
      // One series of this run for each metric, the template for the series that are added.
      std::map<std::string, ObservedSeries> pattern;
      for (const ObservedSeries& series : parts_[run].series) {
        known.insert({series.function, series.metric});
        pattern.emplace(series.metric, series);
      }
      for (const auto& [key, unit] : units) {
        const auto like = pattern.find(key.second);
        if (known.contains(key) || like == pattern.end()) continue;
        ObservedSeries& zero = parts_[run].series.emplace_back(like->second);
        zero.function = key.first;
        zero.unit = unit;
        zero.points.front().values = {0};
      }
    }
  }

  const ObservationLoading& options_;
  Diagnostics& diagnostics_;
  std::vector<Observations> parts_;
  std::vector<std::size_t> runs_;  // indices of the parts that are profiles
};

}  // namespace

Observations LoadObservations(std::span<const ObservationInput> inputs, const ObservationLoading& options,
                              Diagnostics& diagnostics) {
  return ObservationLoader(options, diagnostics).Load(inputs);
}

}  // namespace profdiff
