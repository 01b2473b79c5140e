// SPDX-License-Identifier: GPL-3.0-or-later
// Weighted linear least squares.
// Tests: tests/unit/analyze/model/fit_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_LEAST_SQUARES_H_
#define PROFDIFF_ANALYZE_MODEL_LEAST_SQUARES_H_

#include <optional>
#include <span>
#include <vector>

namespace profdiff {

// Returns the quadratic form row' * matrix * row.
// Shape: the matrix is square and row-major.
double QuadraticForm(std::span<const double> row, std::span<const double> matrix);

struct LeastSquares {
  std::vector<double> coefficients;  // indexed by column
  std::vector<double> fitted;        // indexed by row
  std::vector<double> leverages;     // indexed by row: weight of the row's own value in its fitted value, from 0 to 1
  // Row-major: the inverse of X'WX. Its quadratic form for a row x, multiplied by the variance of the residuals, is the
  // variance of the mean at x.
  std::vector<double> spread;
};

// Solves a problem; nullopt if there are fewer rows than columns, or if columns are numerically dependent.
// Cost: linear in rows.
std::optional<LeastSquares> SolveLeastSquares(std::span<const std::vector<double>> columns,
                                              std::span<const double> values, std::span<const double> weights);

// True if this build can solve least squares, which requires Eigen at compile time.
bool CanSolve();

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_LEAST_SQUARES_H_
