// SPDX-License-Identifier: GPL-3.0-or-later
// Kendall's rank correlation with time, whose variance is enlarged for autocorrelated noise, and the line of Theil and
// Sen: the median of the slopes of all pairs. Outliers change neither much.
// Sources: M. G. Kendall, A new measure of rank correlation, 1938; P. K. Sen, Estimates of the regression coefficient
// based on Kendall's tau, 1968.
// Test: tests/unit/analyze/history/history_test.cpp.
#include "analyze/history/drift.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "analyze/history/noise.h"
#include "base/median.h"

namespace profdiff {
namespace {

constexpr std::size_t kFewestOfDrift = 10, kMostBlocks = 400;

// Returns the means of blocks of equal size, at most kMostBlocks, because the cost is quadratic.
std::vector<double> Blocks(std::span<const double> values, std::size_t block) {
  std::vector<double> means;
  for (std::size_t i = 0; i + block <= values.size(); i += block) means.push_back(MeanOf(values.subspan(i, block)));
  return means;
}

double Kendall(std::span<const double> values) {
  double s = 0;
  for (std::size_t j = 1; j < values.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) s += values[j] > values[i] ? 1 : values[j] < values[i] ? -1 : 0;
  }
  return s;
}

double KendallVariance(std::span<const double> values) {
  const auto part = [](double n) { return n * (n - 1) * (2 * n + 5) / 18; };
  std::map<double, double> equal;
  for (const double value : values) ++equal[value];
  double variance = part(static_cast<double>(values.size()));
  for (const auto& [value, count] : equal) variance -= part(count);
  return variance;
}

struct Line {
  double start = 0, slope = 0;
  double At(std::size_t i) const { return start + slope * static_cast<double>(i); }
};

Line TheilSen(std::span<const double> values) {
  std::vector<double> slopes, starts;
  for (std::size_t j = 1; j < values.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) slopes.push_back((values[j] - values[i]) / static_cast<double>(j - i));
  }
  const double slope = Median(std::move(slopes));
  for (std::size_t i = 0; i < values.size(); ++i) starts.push_back(values[i] - slope * static_cast<double>(i));
  return {Median(std::move(starts)), slope};
}

std::vector<double> ResidualsOf(std::span<const double> values, const Line& line) {
  std::vector<double> residuals;
  for (std::size_t i = 0; i < values.size(); ++i) residuals.push_back(values[i] - line.At(i));
  return residuals;
}

// Returns the mean size of residuals, allowing for the parameters that were fitted.
double MeanSize(std::span<const double> residuals, std::size_t parameters) {
  double sum = 0;
  for (const double residual : residuals) sum += std::abs(residual);
  return sum / std::max(1.0, static_cast<double>(residuals.size()) - static_cast<double>(parameters));
}

// Returns the autocorrelation that is assumed for the noise about a line, larger than the one that is measured.
double AssumedAutocorrelation(std::vector<double> residuals) {
  constexpr double kMargin = 0.1, kMost = 0.95, kFar = 3;
  std::vector<double> sizes;
  for (const double residual : residuals) sizes.push_back(std::abs(residual));
  const double most = kFar * Median(std::move(sizes));
  for (double& residual : residuals) residual = std::clamp(residual, -most, most);
  const auto n = static_cast<double>(residuals.size());
  return std::clamp((n * Autocorrelation(residuals) + 2) / (n - 4) + kMargin, 0.0, kMost);
}

}  // namespace

double Autocorrelation(std::span<const double> values) {
  if (values.empty()) return 0;
  const double mean = MeanOf(values);
  double together = 0, alone = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    alone += (values[i] - mean) * (values[i] - mean);
    if (i > 0) together += (values[i] - mean) * (values[i - 1] - mean);
  }
  return alone > 0 ? together / alone : 0;
}

std::optional<Drift> FindDrift(std::span<const double> values, std::span<const double> residuals, std::size_t levels) {
  constexpr double kLevel = 0.01;
  if (values.size() < kFewestOfDrift) return std::nullopt;
  const std::size_t block = (values.size() + kMostBlocks - 1) / kMostBlocks;
  const std::vector<double> blocks = Blocks(values, block);
  const double variance = KendallVariance(blocks), distance = std::abs(Kendall(blocks)) - 1;
  const auto probability = [&](double rho) {
    return std::erfc(distance / std::sqrt(variance * (1 + rho) / (1 - rho)) / std::numbers::sqrt2);
  };
  if (variance <= 0 || distance <= 0 || probability(0) >= kLevel) return std::nullopt;
  Line line = TheilSen(blocks);
  const double chance = probability(AssumedAutocorrelation(ResidualsOf(blocks, line)));
  line.slope /= static_cast<double>(block);
  line.start -= line.slope * static_cast<double>(block - 1) / 2;
  // A line has two parameters. Steps have their levels and their places; a place explains as much noise as about two
  // parameters do, because it is the best of many.
  const double of_line = MeanSize(ResidualsOf(values, line), 2), of_steps = MeanSize(residuals, 3 * levels - 2);
  if (chance >= kLevel || of_line >= of_steps || line.start == 0) return std::nullopt;
  const double change = line.At(values.size() - 1) - line.start;
  return Drift{100 * change / std::abs(line.start), chance};
}

}  // namespace profdiff
