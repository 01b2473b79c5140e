// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/significance/moderated_t.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/median.h"

namespace profdiff {
namespace {

// The relative deviation that rounding of the mean can cause between equal numbers. Smaller deviations count as no
// variance at all.
constexpr double kRounding = 1e-12;

}  // namespace

ModeratedT::Side ModeratedT::SideOf(const std::vector<double>& times) {
  Side side{.mean = Mean(times), .runs = static_cast<double>(times.size())};
  if (side.mean == 0) return side;
  // Deviations are relative to the mean, as the noise of counted times grows with the times. Variances of functions
  // with large and small times can then be compared and pooled.
  const double deviation = Deviation(times) / side.mean;
  side.degrees = side.runs - 1;
  if (std::abs(deviation) > kRounding) side.squares = side.degrees * deviation * deviation;
  return side;
}

ModeratedT::ModeratedT(TimesTable times, bool is_counted, bool overlaps)
    : times_(std::move(times)), is_counted_(is_counted), overlaps_(overlaps) {
  std::vector<double> all, variances, degrees;
  for (std::size_t f = 0; f < times_.base.size(); ++f) {
    const Side base = SideOf(times_.base[f]), other = SideOf(times_.other[f]);
    const double sum = base.degrees + other.degrees;
    if (sum == 0) continue;
    const double variance = (base.squares + other.squares) / sum;
    // variance * sum is sigma^2 times a chi-square variable of `sum` degrees: dividing by the median of that variable
    // makes the median of these estimates sigma^2. Functions without variance are included here but not in the prior,
    // as they have no logarithm.
    all.push_back(variance * sum / ChiSquaredMedian(sum));
    if (variance == 0) continue;
    variances.push_back(variance);
    degrees.push_back(sum);
  }
  prior_ = FitVariancePrior(variances, degrees);
  any_varies_ = !variances.empty();
  if (!all.empty()) variation_ = std::sqrt(Median(std::move(all)));
}

ModeratedT::Spread ModeratedT::Moderate(double squares, double degrees) const {
  // The posterior mean of the variance (Smyth 2004), (d0 s0^2 + d s^2) / (d0 + d). Its degrees of freedom are at most
  // the degrees of freedom from which the prior was estimated.
  if (overlaps_ && degrees > 0) return {squares > 0 ? squares / degrees : prior_.scale, degrees};
  if (std::isinf(prior_.degrees)) return {prior_.scale, std::max(1.0, prior_.all_degrees)};
  const double all = prior_.degrees + degrees;
  return {(prior_.degrees * prior_.scale + squares) / all, std::max(1.0, std::min(all, prior_.all_degrees))};
}

TestedFunction ModeratedT::Judge(std::size_t function) const {
  const Side base = SideOf(times_.base[function]), other = SideOf(times_.other[function]);
  const double difference = base.mean - other.mean, squares = base.squares + other.squares;
  const double degrees = base.degrees + other.degrees;
  // The result is certain if no function varies, or if this function was counted and is the same in all runs.
  if (squares == 0 && (!any_varies_ || (is_counted_ && degrees > 0))) {
    return {.p = difference != 0 ? 0.0 : 1.0, .least_p = 0, .interval = {difference, difference}};
  }
  const Spread spread = Moderate(squares, degrees);
  // Standard error of the difference of two means. The variance is relative, so it is scaled by each mean.
  const double error =
      std::sqrt(spread.variance * (base.mean * base.mean / base.runs + other.mean * other.mean / other.runs));
  TestedFunction finding;
  if (error > 0) finding.p = StudentP(std::abs(difference) / error, spread.degrees);
  const double reach = StudentUpper(spread.degrees, kTail) * error;
  finding.interval = {difference - reach, difference + reach};
  AgreeAtZero(finding.p, difference, finding.interval);
  // The smallest possible p results if all time is on one side, in n runs without any variance. The difference is then
  // the mean m, and its standard error is m sqrt(variance / n).
  const Spread even = Moderate(0, std::max(base.runs, other.runs) - 1);
  finding.least_p = StudentP(std::sqrt(std::max(base.runs, other.runs) / even.variance), even.degrees);
  return finding;
}

}  // namespace profdiff
