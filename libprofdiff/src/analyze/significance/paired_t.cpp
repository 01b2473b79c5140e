// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/paired_t.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/median.h"

namespace profdiff {
namespace {

constexpr double kVarianceOfCounts = 0.25;  // of a difference of two counts, which are whole numbers
constexpr double kShareOfPoisson = 0.5;     // a regular timer can vary less than chance
constexpr double kFewSamples = 60;          // below it, t is too certain: the exact test sets a limit to p
constexpr std::size_t kForCurve = 10;       // least number of functions for a curve of three coefficients
constexpr std::size_t kForCommonNoise = 3;  // least number of functions for a common noise

double Total(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// A system of three linear equations, with its right side in the last column.
using Equations = std::array<std::array<double, 4>, 3>;

// Solves the equations by elimination; all zero if they have no single solution.
std::array<double, 3> Solve(Equations rows) {
  for (std::size_t column = 0; column < 3; ++column) {
    std::size_t best = column;
    for (std::size_t row = column + 1; row < 3; ++row) {
      if (std::abs(rows[row][column]) > std::abs(rows[best][column])) best = row;
    }
    std::swap(rows[column], rows[best]);
    if (std::abs(rows[column][column]) < 1e-9) return {};
    for (std::size_t row = 0; row < 3; ++row) {
      if (row == column) continue;
      const double factor = rows[row][column] / rows[column][column];
      for (std::size_t at = column; at < 4; ++at) rows[row][at] -= factor * rows[column][at];
    }
  }
  return {rows[0][3] / rows[0][0], rows[1][3] / rows[1][1], rows[2][3] / rows[2][2]};
}

}  // namespace

PairedT::PairedT(PairedCounts counts, bool overlaps) : counts_(std::move(counts)), overlaps_(overlaps) {
  if (counts_.base.empty()) return;
  pairs_ = static_cast<double>(counts_.base.front().size());
  for (std::size_t f = 0; f < counts_.base.size(); ++f) figures_.push_back(FiguresOf(f));
  std::vector<Figures*> judged;
  for (std::size_t f = 0; f < figures_.size(); ++f) {
    if (IsJudged(f)) judged.push_back(&figures_[f]);
  }
  if (judged.size() >= kForCurve) {
    FitCurve(judged);
  } else if (judged.size() >= kForCommonNoise) {
    FitCommonNoise(judged);
  }
}

PairedT::Figures PairedT::FiguresOf(std::size_t function) const {
  const std::vector<double>&base = counts_.base[function], &other = counts_.other[function];
  std::vector<double> differences;
  for (std::size_t pair = 0; pair < base.size(); ++pair) differences.push_back(base[pair] - other[pair]);
  const double base_mean = Mean(base), other_mean = Mean(other), deviation = Deviation(differences);
  return {.difference = base_mean - other_mean,
          .variance = std::max(deviation * deviation, kVarianceOfCounts),
          .level = base_mean + other_mean,
          .squares = base_mean * base_mean + other_mean * other_mean,
          .samples = Total(base) + Total(other)};
}

bool PairedT::IsJudged(std::size_t function) const { return figures_[function].samples >= 2 * pairs_; }

// Fits log variance = a + b ln m + c (ln m)^2 by least squares.
void PairedT::FitCurve(std::vector<Figures*>& judged) {
  const auto terms = [](const Figures& each) {
    const double size = std::log(each.level);
    return std::array<double, 3>{1, size, size * size};
  };
  Equations normal{};
  for (const Figures* each : judged) {
    const std::array<double, 3> x = terms(*each);
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column) normal[row][column] += x[row] * x[column];
      normal[row][3] += x[row] * std::log(each->variance);
    }
  }
  const std::array<double, 3> curve = Solve(normal);
  for (Figures* each : judged) {
    const std::array<double, 3> x = terms(*each);
    each->trend = std::exp(std::inner_product(curve.begin(), curve.end(), x.begin(), 0.0));
  }
  FitPrior(judged, 3);
}

// The trend is m + alpha * squares: the median of variance / trend is then that of a chi-square variable. It falls as
// alpha grows.
void PairedT::FitCommonNoise(std::vector<Figures*>& judged) {
  const double wanted = ChiSquaredMedian(Degrees()) / Degrees();
  const auto median_at = [&](double alpha) {
    std::vector<double> ratios;
    for (const Figures* each : judged) ratios.push_back(each->variance / (each->level + alpha * each->squares));
    return Median(std::move(ratios));
  };
  double low = 0, high = 1;
  for (int step = 0; step < 20 && median_at(high) > wanted; ++step) high *= 4;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (median_at(middle) > wanted ? low : high) = middle;
  }
  for (Figures* each : judged) each->trend = each->level + low * each->squares;
  FitPrior(judged, 1);
}

// `freedom` is the number of coefficients of the trend. They take up a part of the variation around it, so logarithms
// are stretched to the size that they have around the true trend.
void PairedT::FitPrior(const std::vector<Figures*>& judged, double freedom) {
  const double functions = static_cast<double>(judged.size());
  const double stretch = std::sqrt((functions - 1) / (functions - freedom));
  std::vector<double> ratios;
  for (const Figures* each : judged) ratios.push_back(std::pow(each->variance / each->trend, stretch));
  prior_ = FitVariancePrior(ratios, std::vector<double>(judged.size(), Degrees()));
  // Functions that have samples in common do not vary independently.
  prior_.degrees = std::min(prior_.degrees / 2, overlaps_ ? Degrees() : prior_.all_degrees);
}

double PairedT::SamplingP(std::size_t function) const {
  return BinomialP(std::round(Total(counts_.base[function])), 1, std::round(Total(counts_.other[function])), 1);
}

TestedFunction PairedT::Judge(std::size_t function) const {
  TestedFunction finding;
  finding.is_judged = IsJudged(function);
  if (!finding.is_judged) return finding;
  const Figures& each = figures_[function];
  const double degrees = prior_.degrees + Degrees();
  const double prior = prior_.degrees * prior_.scale * each.trend;
  const double moderated = (prior + Degrees() * each.variance) / degrees;
  const double variance = std::max(moderated, kShareOfPoisson * each.level);
  const double error = std::sqrt(variance / pairs_);
  finding.p = StudentP(std::abs(each.difference) / error, degrees);
  if (each.samples < kFewSamples) finding.p = std::max(finding.p, SamplingP(function));
  const double reach = StudentUpper(degrees, kTail) * error;
  finding.interval = {each.difference - reach, each.difference + reach};
  AgreeAtZero(finding.p, each.difference, finding.interval);
  // With all samples on one side, evenly over the runs, the variance would be the least one.
  const double least = std::sqrt(std::max(prior / degrees, kShareOfPoisson * each.level) / pairs_);
  finding.least_p = StudentP(each.level / least, degrees);
  if (each.samples < kFewSamples)
    finding.least_p = std::max(finding.least_p, BinomialP(std::round(each.samples), 1, 0, 1));
  finding.least_p = std::min(finding.least_p, finding.p);
  return finding;
}

}  // namespace profdiff
