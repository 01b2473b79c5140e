// SPDX-License-Identifier: GPL-3.0-or-later
// Sorted maps make the order of the result independent of the order of input.
// Tests: tests/unit/read/model/read_observations_test.cpp.
#include "values/observation_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace profdiff {

bool ObservationBuilder::Takes(const std::string& parameter, double value) const {
  return std::isfinite(value) && (value > 0 || (!each.empty() && parameter == each));
}

// Sorts parameters by name, since their order may differ between files.
void ObservationBuilder::Add(const std::string& function, const std::string& metric, const ParameterValues& at,
                             std::span<const double> values, double period, const std::string& unit,
                             const std::vector<std::string>& callers) {
  ParameterValues sorted = at, labels;
  std::ranges::sort(sorted);
  std::vector<std::string> names;
  std::vector<double> place;
  for (const ParameterValue& parameter : sorted) {
    if (!parameter.text.empty()) {
      labels.push_back(parameter);
      continue;
    }
    names.push_back(parameter.name);
    place.push_back(parameter.value);
  }
  Series& series = series_[{function, callers, metric, std::move(labels), std::move(names)}];
  constexpr std::array<std::string_view, 4> kTimes = {"time", "self", "mpi", "compute"};
  const bool is_time = std::ranges::find(kTimes, metric) != kTimes.end();
  series.unit = unit.empty() && is_time ? "s" : unit;
  Point& point = series.points[std::move(place)];
  point.values.insert(point.values.end(), values.begin(), values.end());
  // Runs with the same parameter values may have been sampled at different rates; the longest period bounds the
  // rounding error of all values.
  point.period = std::max(point.period, period);
}

Observations ObservationBuilder::Take() {
  Observations made;
  for (auto& [key, series] : series_) {
    ObservedSeries& added = made.series.emplace_back();
    std::tie(added.function, added.callers, added.metric, added.labels, added.parameters) = key;
    added.unit = series.unit;
    for (auto& [place, point] : series.points) {
      added.points.push_back({place, std::move(point.values), point.period});
    }
  }
  series_.clear();
  made.remarks = std::exchange(remarks_, {});
  return made;
}

}  // namespace profdiff
