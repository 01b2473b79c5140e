// SPDX-License-Identifier: GPL-3.0-or-later
// Differences of neighbours show the noise whatever the levels are, as steps are few. The smallest three quarters of
// the absolute differences of independent normal values have the mean 0.7282 standard deviations.
// Test: tests/unit/analyze/history/steps_test.cpp.
#include "analyze/history/noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace profdiff {
namespace {

constexpr std::size_t kWindow = 5;

double MedianOfWindow(std::span<const double> values) {
  std::array<double, kWindow> sorted;
  const std::size_t size = values.size();
  for (std::size_t i = 0; i < size; ++i) {
    std::size_t place = i;
    for (; place > 0 && sorted[place - 1] > values[i]; --place) sorted[place] = sorted[place - 1];
    sorted[place] = values[i];
  }
  return (sorted[(size - 1) / 2] + sorted[size / 2]) / 2;
}

}  // namespace

std::vector<Part> PartsOf(std::span<const std::size_t> places, std::size_t size) {
  std::vector<Part> parts;
  std::size_t begin = 0;
  for (const std::size_t place : places) {
    parts.push_back({begin, place});
    begin = place;
  }
  parts.push_back({begin, size});
  return parts;
}

double NoiseFloor(std::span<const double> values) {
  constexpr double kRounding = 1e-9;
  double sum = 0;
  for (const double value : values) sum += std::abs(value);
  return kRounding * sum / static_cast<double>(values.size());
}

double NoiseOf(std::span<const double> values, std::span<const Part> parts, double floor,
               std::vector<double>& differences) {
  constexpr double kMean = 0.7282;
  differences.clear();
  for (const Part& part : parts) {
    for (std::size_t i = part.begin + 1; i < part.end; ++i) differences.push_back(std::abs(values[i] - values[i - 1]));
  }
  if (differences.empty()) return floor;
  const std::size_t count = std::max<std::size_t>(1, differences.size() * 3 / 4);
  const auto end = differences.begin() + static_cast<std::ptrdiff_t>(count);
  if (count < differences.size()) std::nth_element(differences.begin(), end, differences.end());
  return std::max(floor, std::accumulate(differences.begin(), end, 0.0) / static_cast<double>(count) / kMean);
}

void MoveOutliers(std::span<const double> values, std::span<const Part> parts, double noise, std::span<double> moved) {
  for (const Part& part : parts) {
    const std::size_t width = std::min(kWindow, part.size());
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const std::size_t wanted = i < part.begin + kWindow / 2 ? part.begin : i - kWindow / 2;
      const double median = MedianOfWindow(values.subspan(std::min(wanted, part.end - width), width));
      moved[i] = std::clamp(values[i], median - 2 * noise, median + 2 * noise);
    }
  }
}

bool AreInTwoGroups(std::vector<double> values) {
  constexpr double kApart = 6;
  const std::size_t n = values.size(), least = (n + 4) / 5;
  if (n < 4) return false;
  std::ranges::sort(values);
  double left = 0, most = -1;
  std::size_t best = 0;
  const double all = std::accumulate(values.begin(), values.end(), 0.0);
  for (std::size_t l = 1; l + least <= n; ++l) {
    left += values[l - 1];
    if (l < least) continue;
    const auto k = static_cast<double>(l), m = static_cast<double>(n - l);
    const double apart = (all - left) / m - left / k, between = apart * apart * k * m;
    if (between <= most) continue;
    most = between;
    best = l;
  }
  const std::span<const double> sorted(values), low = sorted.first(best), high = sorted.subspan(best);
  const double apart = MeanOf(high) - MeanOf(low);
  const double within = SquaresAbout(low, MeanOf(low)) + SquaresAbout(high, MeanOf(high));
  return apart > 0 && apart > kApart * std::sqrt(within / static_cast<double>(n - 2));
}

double MeanOf(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double SquaresAbout(std::span<const double> values, double level) {
  double sum = 0;
  for (const double value : values) sum += (value - level) * (value - level);
  return sum;
}

}  // namespace profdiff
