// SPDX-License-Identifier: GPL-3.0-or-later
// Reduces the values of a point to a statistic. Medians are the default: for 15 calls recorded under load, minima and
// medians gave the right form, but means varied with the scheduler.
// Tests: tests/unit/analyze/model/models_test.cpp.
#include "analyze/model/reduce.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "base/median.h"

namespace profdiff {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"median", "mean", "min", "max", "deviation"};

double MeanOf(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double DeviationOf(std::span<const double> values) {
  // The mean of equal values may differ from them by rounding.
  if (std::ranges::all_of(values, [&](double value) { return value == values[0]; })) return 0;
  const double mean = MeanOf(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

// True if each value of either parameter occurs with only one value of the other parameter.
bool ChangeTogether(std::span<const ObservedPoint> points, std::size_t a, std::size_t b) {
  std::set<double> as, bs;
  std::set<std::pair<double, double>> pairs;
  for (const ObservedPoint& point : points) {
    as.insert(point.at[a]);
    bs.insert(point.at[b]);
    pairs.insert({point.at[a], point.at[b]});
  }
  // The relation is a bijection if there are as many distinct pairs as distinct values of each parameter.
  return pairs.size() == as.size() && pairs.size() == bs.size();
}

}  // namespace

std::string_view NameOf(PointStatistic statistic) { return kNames[static_cast<std::size_t>(statistic)]; }

std::optional<PointStatistic> FindPointStatistic(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<PointStatistic>(found - kNames.begin());
}

std::optional<double> Reduce(std::span<const double> values, PointStatistic statistic) {
  switch (statistic) {
    case PointStatistic::kMedian:
      return Median({values.begin(), values.end()});
    case PointStatistic::kMean:
      return MeanOf(values);
    case PointStatistic::kMin:
      return *std::ranges::min_element(values);
    case PointStatistic::kMax:
      return *std::ranges::max_element(values);
    case PointStatistic::kDeviation:
      // The denominator is n - 1, so the deviation is not defined for a single value.
      if (values.size() > 1) return DeviationOf(values);
  }
  return std::nullopt;
}

bool IsSkewed(std::span<const double> values) {
  const double median = Median({values.begin(), values.end()});
  return std::abs(MeanOf(values) - median) > 0.25 * std::abs(median);
}

std::vector<std::size_t> VaryingParameters(std::span<const ObservedPoint> points, std::size_t parameters,
                                           bool& collinear) {
  std::vector<std::size_t> varying;
  for (std::size_t p = 0; p < parameters; ++p) {
    const auto is_other = [&](const ObservedPoint& point) { return point.at[p] != points.front().at[p]; };
    if (std::ranges::none_of(points, is_other)) continue;
    const auto is_same = [&](std::size_t known) { return ChangeTogether(points, known, p); };
    if (std::ranges::any_of(varying, is_same)) {
      collinear = true;
    } else {
      varying.push_back(p);
    }
  }
  return varying;
}

}  // namespace profdiff
