// SPDX-License-Identifier: GPL-3.0-or-later
// Least squares by Eigen's QR decomposition with column pivoting. Columns are scaled to length 1 first: powers of large
// sizes can differ by twenty orders of magnitude, and would otherwise seem linearly dependent.
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

// The problem with rows multiplied by the square roots of their weights, which makes it unweighted, and with columns
// divided by their lengths.
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

using Decomposition = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;

// Returns Q'y. Reflection k is I - tau v v', where tau is hCoeffs()(k), and v is 0 above row k, 1 in row k, and stored
// in column k of matrixQR() below row k.
Eigen::VectorXd Reflected(const Decomposition& qr, Eigen::VectorXd values) {
  const Eigen::MatrixXd& matrix = qr.matrixQR();
  for (Index k = 0; k < matrix.cols(); ++k) {
    double product = values(k);
    for (Index row = k + 1; row < matrix.rows(); ++row) product += matrix(row, k) * values(row);
    product *= qr.hCoeffs()(k);
    values(k) -= product;
    for (Index row = k + 1; row < matrix.rows(); ++row) values(row) -= product * matrix(row, k);
  }
  return values;
}

// Solves R x = y, and restores the original order of the columns, which pivoting changed.
Eigen::VectorXd SolvedBack(const Decomposition& qr, const Eigen::VectorXd& values) {
  const Index size = qr.matrixQR().cols();
  Eigen::VectorXd ordered(size), solved(size);
  for (Index k = size - 1; k >= 0; --k) {
    // Back substitution: R is the upper triangle of matrixQR().
    double sum = values(k);
    for (Index c = k + 1; c < size; ++c) sum -= qr.matrixQR()(k, c) * ordered(c);
    ordered(k) = sum / qr.matrixQR()(k, k);
    solved(qr.colsPermutation().indices()(k)) = ordered(k);
  }
  return solved;
}

// Returns P R^-1, row-major with k columns. Its product with its transpose is the inverse of X'X.
std::vector<double> InverseOf(const Decomposition& qr) {
  const Index size = qr.matrixQR().cols();
  std::vector<double> inverse(static_cast<std::size_t>(size * size));
  for (Index c = 0; c < size; ++c) {
    const Eigen::VectorXd column = SolvedBack(qr, Eigen::VectorXd::Unit(size, c));
    for (Index row = 0; row < size; ++row) inverse[static_cast<std::size_t>(row * size + c)] = column(row);
  }
  return inverse;
}

// Returns the leverage of a point: the squared length of its row of Q = X P R^-1, which is the diagonal element of the
// hat matrix.
double LeverageOf(const Eigen::MatrixXd& matrix, Index row, const std::vector<double>& inverse) {
  double leverage = 0;
  for (Index c = 0; c < matrix.cols(); ++c) {
    double product = 0;
    for (Index k = 0; k < matrix.cols(); ++k) {
      product += matrix(row, k) * inverse[static_cast<std::size_t>(k * matrix.cols() + c)];
    }
    leverage += product * product;
  }
  return leverage;
}

}  // namespace

bool CanSolve() { return true; }

// Uses Eigen only for the decomposition, not for matrix products, because these keep cache sizes in a global variable.
std::optional<LeastSquares> SolveLeastSquares(std::span<const std::vector<double>> columns,
                                              std::span<const double> values, std::span<const double> weights) {
  if (values.size() < columns.size()) return std::nullopt;
  const std::optional<ScaledProblem> problem = Scale(columns, values, weights);
  if (!problem || !problem->values.allFinite()) return std::nullopt;
  const Decomposition qr(problem->matrix);
  const std::size_t size = columns.size();
  // Numerically dependent columns have no unique solution: coefficients would be arbitrary and huge.
  if (qr.rank() < AsIndex(size)) return std::nullopt;
  const Eigen::VectorXd scaled = SolvedBack(qr, Reflected(qr, problem->values));
  const std::vector<double> inverse = InverseOf(qr);
  LeastSquares solved;
  for (std::size_t c = 0; c < size; ++c) {
    // Undoes the scaling of columns: divides the coefficient of a column by the column's length, and element (c, d) of
    // the inverse of X'WX by the lengths of the columns c and d.
    const double length = problem->lengths(AsIndex(c));
    solved.coefficients.push_back(scaled(AsIndex(c)) / length);
    for (std::size_t d = 0; d < size; ++d) {
      double product = 0;
      for (std::size_t k = 0; k < size; ++k) product += inverse[c * size + k] * inverse[d * size + k];
      solved.spread.push_back(product / length / problem->lengths(AsIndex(d)));
    }
  }
  for (std::size_t row = 0; row < values.size(); ++row) {
    double fitted = 0;
    for (std::size_t c = 0; c < size; ++c) fitted += solved.coefficients[c] * columns[c][row];
    solved.fitted.push_back(fitted);
    solved.leverages.push_back(LeverageOf(problem->matrix, AsIndex(row), inverse));
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

double QuadraticForm(std::span<const double> row, std::span<const double> matrix) {
  double sum = 0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    for (std::size_t d = 0; d < row.size(); ++d) sum += row[c] * matrix[c * row.size() + d] * row[d];
  }
  return sum;
}

}  // namespace profdiff
