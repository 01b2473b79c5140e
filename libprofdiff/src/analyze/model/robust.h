// SPDX-License-Identifier: GPL-3.0-or-later
// Fits sums of terms of several parameters, with little influence of points that are far from all others.
// Tests: tests/unit/analyze/model/several_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_ROBUST_H_
#define PROFDIFF_ANALYZE_MODEL_ROBUST_H_

#include <cstddef>
#include <span>
#include <vector>

#include "analyze/model/fit.h"

namespace profdiff {

struct RobustFit {
  bool is_solved = false;
  std::vector<double> coefficients;  // the constant first
  std::vector<double> weights;       // final weights; 0 for points that are left out
  std::vector<std::size_t> dropped;  // points that are left out, ascending
  double error = 0;                  // leave-one-out error of the other points, in percent
  double least_t = 0;                // least |coefficient / standard error|, except for the constant
  bool rises = false;                // true if all coefficients but the constant are above 0
  bool is_positive = false;          // true if the fit is above 0 wherever a value above 0 was measured
};

// Fits a constant and terms, whose values are `columns`, by point. Weights are recomputed from the fitted values
// `rounds` times; from the third time on, at most one in twenty points is left out.
RobustFit FitRobustly(std::span<const std::vector<double>* const> columns, const FitData& data, int rounds);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_ROBUST_H_
