// SPDX-License-Identifier: GPL-3.0-or-later
// Eigen's QR decomposition with column pivoting. Columns are scaled to length 1 first: powers of large sizes differ by
// twenty orders of magnitude, and would seem to depend on each other.
// Tests: tests/unit/analyze/model/fit_test.cpp.
#include "analyze/model/least_squares.h"

#ifdef PROFDIFF_HAS_EIGEN
#include <Eigen/QR>
#include <cmath>
#include <cstddef>

namespace profdiff {
namespace {

using Index = Eigen::Index;

Index AsIndex(std::size_t number) { return static_cast<Index>(number); }

// Rows times the roots of their weights, columns of length 1.
struct ScaledProblem {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd values, lengths;
};

std::optional<ScaledProblem> Scale(std::span<const std::vector<double>> columns, std::span<const double> values,
                                   std::span<const double> weights) {
  ScaledProblem problem{Eigen::MatrixXd(AsIndex(values.size()), AsIndex(columns.size())),
                        Eigen::VectorXd(AsIndex(values.size())), Eigen::VectorXd(AsIndex(columns.size()))};
  for (std::size_t row = 0; row < values.size(); ++row) {
    const double root = std::sqrt(weights[row]);
    problem.values(AsIndex(row)) = root * values[row];
    for (std::size_t c = 0; c < columns.size(); ++c) {
      problem.matrix(AsIndex(row), AsIndex(c)) = root * columns[c][row];
    }
  }
  for (Index c = 0; c < problem.matrix.cols(); ++c) {
    const double length = problem.matrix.col(c).stableNorm();
    if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
    problem.matrix.col(c) /= length;
    problem.lengths(c) = length;
  }
  return problem;
}

}  // namespace

bool CanSolve() { return true; }

std::optional<LeastSquares> SolveLeastSquares(std::span<const std::vector<double>> columns,
                                              std::span<const double> values, std::span<const double> weights) {
  if (values.size() < columns.size()) return std::nullopt;
  const std::optional<ScaledProblem> problem = Scale(columns, values, weights);
  if (!problem || !problem->values.allFinite()) return std::nullopt;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(problem->matrix);
  const Index size = problem->matrix.cols();
  if (qr.rank() < size) return std::nullopt;
  const Eigen::VectorXd scaled = qr.solve(problem->values);
  const Eigen::MatrixXd thin =
      qr.householderQ() * Eigen::MatrixXd::Identity(problem->matrix.rows(), size);
  const Eigen::MatrixXd inverse =
      qr.colsPermutation() *
      qr.matrixR().topLeftCorner(size, size).triangularView<Eigen::Upper>().solve(
          Eigen::MatrixXd::Identity(size, size));
  const Eigen::MatrixXd spread = inverse * inverse.transpose();
  LeastSquares solved;
  for (Index c = 0; c < size; ++c) {
    solved.coefficients.push_back(scaled(c) / problem->lengths(c));
    for (Index d = 0; d < size; ++d) {
      solved.spread.push_back(spread(c, d) / problem->lengths(c) / problem->lengths(d));
    }
  }
  for (std::size_t row = 0; row < values.size(); ++row) {
    double fitted = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) fitted += solved.coefficients[c] * columns[c][row];
    solved.fitted.push_back(fitted);
    solved.leverages.push_back(thin.row(AsIndex(row)).squaredNorm());
  }
  return solved;
}

}  // namespace profdiff

#else

namespace profdiff {

bool CanSolve() { return false; }

std::optional<LeastSquares> SolveLeastSquares(std::span<const std::vector<double>>, std::span<const double>,
                                              std::span<const double>) {
  return std::nullopt;
}

}  // namespace profdiff
#endif

namespace profdiff {

double LeastSquares::SpreadAt(std::span<const double> row) const {
  double sum = 0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    for (std::size_t d = 0; d < row.size(); ++d) sum += row[c] * spread[c * row.size() + d] * row[d];
  }
  return sum;
}

}  // namespace profdiff
