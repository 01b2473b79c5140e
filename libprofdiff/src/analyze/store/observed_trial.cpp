// SPDX-License-Identifier: GPL-3.0-or-later
// Makes trials from observations. A store has runs with the same functions, so a set of parameter values becomes a part
// of the function's name, and repetitions become runs.
// Tests: tests/unit/analyze/store/observed_trial_test.cpp.
#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/store.h"
#include "values/index_of.h"
#include "values/store_metrics.h"

namespace profdiff {
namespace {

constexpr double kPeriod = 1e-9;  // a tick, in the unit of the times

// Returns the metric that is stored as self time.
std::string MainMetric(const Observations& observed) {
  constexpr std::array<std::string_view, 3> kMain = {"time", "real_time", "value"};
  for (const std::string_view metric : kMain) {
    const auto found = std::ranges::find(observed.series, metric, &ObservedSeries::metric);
    if (found != observed.series.end()) return found->metric;
  }
  return observed.series.front().metric;
}

std::string NameAt(const ObservedSeries& series, const ObservedPoint& point) {
  std::string name = series.function;
  for (std::size_t i = 0; i < point.at.size(); ++i) {
    name += " " + series.parameters[i] + "=" + ShortestText(point.at[i]);
  }
  return AsUtf8(name);
}

class ObservedTrial {
 public:
  ObservedTrial(const Observations& observed, std::string_view format) : main_(MainMetric(observed)) {
    const auto main = std::ranges::find(observed.series, main_, &ObservedSeries::metric);
    unit_ = main->unit;
    std::size_t runs = 0;
    for (const ObservedSeries& series : observed.series) {
      for (const ObservedPoint& point : series.points) runs = std::max(runs, point.values.size());
    }
    StoredRun run;
    run.period = kPeriod;
    run.unit = unit_ == "s" ? "seconds" : AsUtf8(unit_);
    run.event = AsUtf8(main_);
    run.format = format;
    run.flags = StoredRun::kHasTimes | StoredRun::kIsExact;
    trial_.runs.assign(runs, run);
  }

  void Add(const ObservedSeries& series) {
    const std::string metric = series.metric == main_ ? std::string(kSelfMetric) : StoredName(series.metric);
    if (series.unit != unit_) AddUnit(metric, AsUtf8(series.unit));
    for (const ObservedPoint& point : series.points) {
      const std::uint32_t function = FunctionOf(NameAt(series, point));
      const std::uint32_t column = IndexOf(metric, metrics_, trial_.metrics);
      const double mean =
          std::accumulate(point.values.begin(), point.values.end(), 0.0) / static_cast<double>(point.values.size());
      is_uneven_ = is_uneven_ || (metric == kSelfMetric && point.values.size() != trial_.runs.size());
      for (std::size_t r = 0; r < trial_.runs.size(); ++r) {
        const double value = r < point.values.size() ? point.values[r] : mean;
        trial_.runs[r].values.push_back({function, column, value});
        if (metric == kSelfMetric) trial_.runs[r].total += value / kPeriod;
      }
    }
  }

  StoredTrial Take(Diagnostics& diagnostics, const std::string& path) {
    if (is_uneven_) {
      diagnostics.Warn(
          "some benchmarks have fewer repetitions than others: their mean takes the place of the missing "
          "ones",
          path);
    }
    return std::move(trial_);
  }

 private:
  // Some names of metrics have a meaning in a store, which a counter of this name does not have.
  static std::string StoredName(const std::string& metric) {
    const bool is_taken = metric == kSelfMetric || metric == kInclusiveMetric || metric == kCallsMetric;
    return is_taken || IsForDifferences(metric) ? "counter " + metric : AsUtf8(metric);
  }

  // A counter, such as a number of bytes, has another unit than the times, or none.
  void AddUnit(const std::string& metric, const std::string& unit) {
    std::string name = std::string(kUnitPrefix) + metric;
    const auto is_known = [&name](const auto& entry) { return entry.first == name; };
    if (std::ranges::any_of(trial_.metadata, is_known)) return;
    trial_.metadata.emplace_back(std::move(name), unit);
  }

  std::uint32_t FunctionOf(const std::string& name) {
    const auto [found, is_new] = functions_.try_emplace(name, static_cast<std::uint32_t>(trial_.functions.size()));
    if (is_new) trial_.functions.push_back({.name = name, .file = {}, .image = {}, .unit = {}});
    return found->second;
  }

  StoredTrial trial_;
  std::string main_, unit_;
  std::map<std::string, std::uint32_t> functions_, metrics_;
  bool is_uneven_ = false;
};

}  // namespace

StoredTrial MakeTrial(const Observations& observed, std::string_view format, Diagnostics& diagnostics) {
  const std::string path = observed.inputs.empty() ? "" : observed.inputs.front();
  if (observed.series.empty()) throw Error(ErrorCode::kBadArgument, "no observations", path);
  ObservedTrial made(observed, format);
  for (const ObservedSeries& series : observed.series) made.Add(series);
  return made.Take(diagnostics, path);
}

}  // namespace profdiff
