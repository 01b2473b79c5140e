// SPDX-License-Identifier: GPL-3.0-or-later
// Loads observations from recordings of any kind: files of measurements, which are recognised by their contents;
// directories and files written by tracers; and profiles. Profiles of the same program are loaded together.
// Tests: tests/cli/model/run.py.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "profdiff/difference.h"
#include "profdiff/models.h"
#include "profdiff/profile.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"
#include "values/loading_traces.h"
#include "values/value_names.h"

namespace profdiff {
namespace {

// Returns why no function has parameters: the only remark, or the number of functions for each reason.
std::string WhyNone(const Observations& observed) {
  const UnusedArguments& unused = observed.unused;
  if (observed.remarks.size() == 1) return observed.remarks.front().cause;
  std::string text;
  const auto add = [&text](std::uint64_t functions, const std::string& before, const std::string& reason) {
    if (functions != 0) text += (text.empty() ? "" : "; ") + before + Plural(functions, "function") + reason;
  };
  add(unused.not_positive, "", " with an argument that is not always above 0");
  add(unused.of_texts, Plural(unused.calls_of_texts, "call") + " of ",
      " with a text that is empty, longer than " + std::to_string(kLongestText) +
          " bytes, unreadable, or one of more than " + std::to_string(kMostValueNames));
  add(unused.crowded, "", " with arguments of more than 4096 sets of values");
  return text.empty() ? observed.remarks.front().cause : text;
}

class ObservationLoader {
 public:
  ObservationLoader(const ObservationLoading& options, Diagnostics& diagnostics)
      : options_(options), diagnostics_(diagnostics) {}

  Observations Load(std::span<const ObservationInput> inputs) {
    // Collects gmon profiles, as all runs of one image are loaded together.
    std::vector<const ObservationInput*> profiles;
    for (const ObservationInput& input : inputs) {
      if (input.file.Gives(kGivesPoints) && input.file.kind() == InputKind::kMeasurements) {
        const ObservationOptions& reading = options_.observations;
        parts_.push_back(
            WithParameters(ReadObservations(input.file.path(), reading.each, reading.locations), input.at));
      } else if (input.file.Gives(kGivesNames)) {
        AddStackProfile(input);
      } else if (input.image.empty() || input.file.kind() == InputKind::kTrace) {
        AddTrace(input);  // for gmon profiles, the user names an image
      } else {
        profiles.push_back(&input);
      }
    }
    AddProfiles(profiles);
    AddZeros();
    Observations joined = JoinObservations(std::move(parts_));
    if (joined.series.empty()) {
      const std::string why = joined.remarks.empty() ? "" : " (" + WhyNone(joined) + ")";
      throw Error(ErrorCode::kBadArgument,
                  "no function has parameters" + why + ": record arguments with 'uftrace record -A'",
                  inputs.empty() ? "" : inputs.front().file.path(), {}, {RemedyKind::kGiveParametersInstead, {}});
    }
    return joined;
  }

 private:
  void RequireParameters(const ObservationInput& input) const {
    if (!input.at.empty()) return;
    throw Error(ErrorCode::kBadArgument, "a profile needs parameters", input.file.path(), {},
                {RemedyKind::kGiveParameters, {}});
  }

  // Adds the parameters of a whole file, and leaves out values without any parameter.
  static Observations WithParameters(Observations read, const ParameterValues& at) {
    for (const ParameterValue& more : at) {
      for (ObservedSeries& series : read.series) Set(more, series);
    }
    const auto has_none = [](const ObservedSeries& series) { return series.parameters.empty(); };
    const auto first = std::ranges::find_if(read.series, has_none);
    if (first == read.series.end()) return read;
    const auto count = static_cast<std::uint64_t>(std::ranges::count_if(read.series, has_none));
    Message remark("left out: " + std::to_string(count) + " without parameters, the first one " + first->function,
                   read.inputs.front(), {}, {RemedyKind::kGiveParameters, {}});
    if (count == read.series.size()) {
      remark.code = ErrorCode::kBadArgument;
      remark.cause = "measurements without parameters, the first ones of " + first->function;
      throw Error(std::move(remark));
    }
    std::erase_if(read.series, has_none);
    read.remarks.push_back(std::move(remark));
    return read;
  }

  // Sets a parameter of all points, which are sorted by the names of their parameters.
  static void Set(const ParameterValue& parameter, ObservedSeries& series) {
    if (!parameter.text.empty()) return SetLabel(parameter, series);
    const auto place = std::ranges::lower_bound(series.parameters, parameter.name);
    const auto index = place - series.parameters.begin();
    const bool is_known = place != series.parameters.end() && *place == parameter.name;
    if (is_known) return;
    series.parameters.insert(place, parameter.name);
    for (ObservedPoint& point : series.points) point.at.insert(point.at.begin() + index, parameter.value);
  }

  // Sets a parameter that is a text, unless the file has one of that name.
  static void SetLabel(const ParameterValue& parameter, ObservedSeries& series) {
    const bool is_known =
        std::ranges::find(series.labels, parameter.name, &ParameterValue::name) != series.labels.end() ||
        std::ranges::find(series.parameters, parameter.name) != series.parameters.end();
    if (is_known) return;
    series.labels.push_back(parameter);
    std::ranges::sort(series.labels);
  }

  void AddTrace(const ObservationInput& input) {
    TraceOptions reading;
    reading.threads = options_.threads;
    reading.salvage = options_.salvage;
    reading.values = true;
    // Without such options, no text is a parameter, and recordings with `uftrace record -a` have many.
    reading.texts = !options_.observations.each.empty() || !options_.observations.rules.empty();
    SelectedTrace selected = SelectCalls(ReadTrace(input.file, reading), options_.filter);
    for (const Message& remark : selected.trace.remarks) diagnostics_.Warn(remark);
    parts_.push_back(ObserveTrace(selected.trace, input.at, options_.observations));
    parts_.back().inputs = {input.file.path()};
    parts_.back().missing = std::move(selected.trace.missing);
  }

  // Profiles from other profilers are loaded one by one. Each has its own function names; functions of different runs
  // are joined by name.
  void AddStackProfile(const ObservationInput& input) {
    RequireParameters(input);
    LoadingOptions loading;
    loading.salvage = options_.salvage;
    loading.threads = options_.threads;
    loading.perf_script = options_.perf_script;
    const LoadedExecution execution = LoadExecution({input.image, {input.file}}, loading, diagnostics_);
    AddRun(input, *execution.functions, execution.profile, {execution.contexts, execution.context_scale});
  }

  // Loads the gmon profiles of an image as the runs of one execution, so that the image is read once.
  void AddProfiles(const std::vector<const ObservationInput*>& inputs) {
    std::map<std::string, std::vector<const ObservationInput*>> by_image;
    for (const ObservationInput* input : inputs) {
      RequireParameters(*input);
      by_image[input->image.path()].push_back(input);
    }
    for (const auto& [image, group] : by_image) {
      LoadingOptions loading;
      loading.salvage = options_.salvage;
      loading.runs = loading.keep_runs = true;
      loading.threads = options_.threads;
      ExecutionFiles files{image, {}};
      for (const ObservationInput* input : group)
        files.profiles.emplace_back(input->file.path(), FindInputFormat("gmon"));
      const LoadedExecution execution = LoadExecution(files, loading, diagnostics_);
      for (std::size_t run = 0; run < group.size(); ++run) {
        AddRun(*group[run], *execution.functions, execution.each[run]);
      }
    }
  }

  void AddRun(const ObservationInput& input, const FunctionTable& functions, const Profile& profile,
              const ScaledContexts& contexts = {}) {
    runs_.push_back(parts_.size());
    try {
      parts_.push_back(ObserveProfile(functions, profile, input.at, options_.observations, contexts));
    } catch (const Error& error) {
      Message message = error.message();
      message.file = input.file.path();
      throw Error(std::move(message));
    }
    parts_.back().inputs = {input.file.path()};
  }

  // Adds 0 for each function that is missing from a run but present in others. A profiler omits functions without
  // samples or calls, and a model fitted only to the other points would not decrease towards 0.
  void AddZeros() {
    using Key = std::tuple<std::string, std::vector<std::string>, std::string>;  // function, callers, metric
    const auto key_of = [](const ObservedSeries& series) {
      return Key(series.function, series.callers, series.metric);
    };
    std::map<Key, std::string> units;
    for (const std::size_t run : runs_) {
      for (const ObservedSeries& series : parts_[run].series) units[key_of(series)] = series.unit;
    }
    for (const std::size_t run : runs_) {
      if (parts_[run].series.empty()) continue;
      std::set<Key> known;
      // One series of this run for each metric, the template for the series that are added.
      std::map<std::string, ObservedSeries> pattern;
      for (const ObservedSeries& series : parts_[run].series) {
        known.insert(key_of(series));
        pattern.emplace(series.metric, series);
      }
      for (const auto& [key, unit] : units) {
        const auto& [function, callers, metric] = key;
        const auto like = pattern.find(metric);
        if (known.contains(key) || like == pattern.end()) continue;
        ObservedSeries& zero = parts_[run].series.emplace_back(like->second);
        zero.function = function;
        zero.callers = callers;
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
