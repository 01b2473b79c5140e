// SPDX-License-Identifier: GPL-3.0-or-later
// Iteratively reweighted least squares. With weights from measured values, a value that is ten times too small would
// have the largest weights; weights from fitted values have no such flaw.
// Source: Huber, Robust Estimation of a Location Parameter (1964), for the weights of the first rounds.
// Tests: tests/unit/analyze/model/several_test.cpp.
#include "analyze/model/robust.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/median.h"

namespace profdiff {
namespace {

constexpr double kHuber = 1.345;  // standard deviations from which on weights decrease
constexpr double kMadToDeviation = 1.4826;
constexpr int kHuberRounds = 2;                  // rounds before points are left out
constexpr double kFarMads = 8, kFarShare = 0.2;  // a point is far if it is off by more than both
constexpr std::size_t kOneInDropped = 20;
constexpr double kSameColumn = 1e-9, kAlone = 1 - 1e-9;

// Weighted least squares by Gram and Schmidt's orthogonal basis.
class Solver {
 public:
  Solver(std::span<const std::vector<double>* const> columns, const FitData& data)
      : columns_(columns), data_(data), basis_(columns.size() + 1, std::vector<double>(data.values.size())) {}

  bool Solve(const std::vector<double>& weights, std::vector<double>& coefficients) {
    const std::size_t size = basis_.size(), points = data_.values.size();
    upper_.assign(size * size, 0);
    std::vector<double> products(size);
    for (std::size_t c = 0; c < size; ++c) {
      double before = 0, squares = 0;
      for (std::size_t i = 0; i < points; ++i) {
        basis_[c][i] = std::sqrt(weights[i]) * ValueOf(c, i);
        before += basis_[c][i] * basis_[c][i];
      }
      for (std::size_t d = 0; d < c; ++d) {
        double product = 0;
        for (std::size_t i = 0; i < points; ++i) product += basis_[d][i] * basis_[c][i];
        for (std::size_t i = 0; i < points; ++i) basis_[c][i] -= product * basis_[d][i];
        upper_[d * size + c] = product;
      }
      for (std::size_t i = 0; i < points; ++i) squares += basis_[c][i] * basis_[c][i];
      const double length = std::sqrt(squares);
      if (!(length > kSameColumn * std::sqrt(before)) || !std::isfinite(length)) return false;
      upper_[c * size + c] = length;
      for (std::size_t i = 0; i < points; ++i) {
        basis_[c][i] /= length;
        products[c] += basis_[c][i] * std::sqrt(weights[i]) * data_.values[i];
      }
    }
    coefficients = SolveBack(products);
    return true;
  }

  double FittedAt(std::size_t point, const std::vector<double>& coefficients) const {
    double fitted = 0;
    for (std::size_t c = 0; c < coefficients.size(); ++c) fitted += coefficients[c] * ValueOf(c, point);
    return fitted;
  }

  double LeverageOf(std::size_t point) const {
    double leverage = 0;
    for (const std::vector<double>& column : basis_) leverage += column[point] * column[point];
    return leverage;
  }

  // Returns the diagonal of the inverse of X'WX.
  std::vector<double> Diagonal() const {
    std::vector<double> diagonal(basis_.size());
    for (std::size_t k = 0; k < basis_.size(); ++k) {
      std::vector<double> unit(basis_.size());
      unit[k] = 1;
      const std::vector<double> column = SolveBack(std::move(unit));
      for (std::size_t c = 0; c < column.size(); ++c) diagonal[c] += column[c] * column[c];
    }
    return diagonal;
  }

 private:
  double ValueOf(std::size_t c, std::size_t point) const { return c == 0 ? 1 : (*columns_[c - 1])[point]; }

  std::vector<double> SolveBack(std::vector<double> values) const {
    const std::size_t size = values.size();
    for (std::size_t k = size; k-- > 0;) {
      for (std::size_t c = k + 1; c < size; ++c) values[k] -= upper_[k * size + c] * values[c];
      values[k] /= upper_[k * size + k];
    }
    return values;
  }

  std::span<const std::vector<double>* const> columns_;
  const FitData& data_;
  std::vector<std::vector<double>> basis_;
  std::vector<double> upper_;  // row by row
};

// Returns new weights from the fit of one round; `fit.dropped` becomes the points that are left out.
std::vector<double> Reweighted(const Solver& solver, const FitData& data, bool may_drop, RobustFit& fit) {
  const std::size_t points = data.values.size();
  double least = std::numeric_limits<double>::infinity();
  for (const double value : data.values) {
    if (value != 0) least = std::min(least, std::abs(value));
  }
  std::vector<double> off(points), weights(points);
  for (std::size_t i = 0; i < points; ++i) {
    const double fitted = solver.FittedAt(i, fit.coefficients);
    // The weight of a fit near 0 stays finite.
    const double size = std::sqrt(VarianceScale(std::max(std::abs(fitted), least), data, i));
    off[i] = std::abs(data.values[i] - fitted) / size;
    weights[i] = WeightOf(size * size, data.weighting);
  }
  const double mad = Median(off);
  fit.dropped.clear();
  if (!may_drop) {
    const double limit = kHuber * kMadToDeviation * mad;
    for (std::size_t i = 0; i < points; ++i) {
      if (off[i] > limit && limit > 0) weights[i] *= limit / off[i];
    }
    return weights;
  }
  std::vector<std::size_t> far;
  for (std::size_t i = 0; i < points; ++i) {
    if (off[i] > std::max(kFarMads * mad, kFarShare)) far.push_back(i);
  }
  std::ranges::stable_sort(far, std::greater<>(), [&](std::size_t i) { return off[i]; });
  far.resize(std::min(far.size(), points / kOneInDropped));
  for (const std::size_t i : far) weights[i] = 0;
  std::ranges::sort(far);
  fit.dropped = std::move(far);
  return weights;
}

// Computes the errors of a fit at points that are left out one by one; false if one of them decides a coefficient.
bool AddRobustErrors(const Solver& solver, const FitData& data, RobustFit& fit) {
  double relative = 0, squares = 0;
  std::size_t count = 0;
  fit.is_positive = true;
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    if (fit.weights[i] == 0) continue;
    const double leverage = solver.LeverageOf(i);
    if (leverage >= kAlone) return false;
    const double fitted = solver.FittedAt(i, fit.coefficients), kept = data.values[i] - fitted;
    const double residual = kept / (1 - leverage);
    relative += data.relative[i] * residual * residual;
    squares += fit.weights[i] * kept * kept;
    if (!(fitted > 0) && data.values[i] > 0) fit.is_positive = false;
    ++count;
  }
  if (count <= fit.coefficients.size()) return false;
  fit.error = 100 * std::sqrt(relative / static_cast<double>(count));
  const double variance = squares / static_cast<double>(count - fit.coefficients.size());
  const std::vector<double> diagonal = solver.Diagonal();
  fit.rises = true;
  fit.least_t = std::numeric_limits<double>::infinity();
  for (std::size_t c = 1; c < fit.coefficients.size(); ++c) {
    fit.rises = fit.rises && fit.coefficients[c] > 0;
    const double error = std::sqrt(variance * diagonal[c]);
    if (error > 0) fit.least_t = std::min(fit.least_t, std::abs(fit.coefficients[c]) / error);
  }
  return std::isfinite(fit.error);
}

}  // namespace

RobustFit FitRobustly(std::span<const std::vector<double>* const> columns, const FitData& data, int rounds) {
  RobustFit fit;
  if (data.values.size() <= columns.size() + 1) return fit;
  Solver solver(columns, data);
  fit.weights = data.weights;
  if (!solver.Solve(fit.weights, fit.coefficients)) return fit;
  for (int round = 0; round < rounds; ++round) {
    fit.weights = Reweighted(solver, data, round >= kHuberRounds, fit);
    if (!solver.Solve(fit.weights, fit.coefficients)) return fit;
  }
  fit.is_solved = AddRobustErrors(solver, data, fit);
  return fit;
}

}  // namespace profdiff
