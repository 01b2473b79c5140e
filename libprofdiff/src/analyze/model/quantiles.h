// SPDX-License-Identifier: GPL-3.0-or-later
// Student's and Fisher's distributions.
// Tests: tests/unit/analyze/model/fit_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_QUANTILES_H_
#define PROFDIFF_ANALYZE_MODEL_QUANTILES_H_

namespace profdiff {

// True if this build has them: it needs Boost.Math when it is compiled.
bool HasQuantiles();

// The two-sided 5 % quantile of Student's t distribution.
double TwoSidedT(double degrees);

// The probability of an F value at least as large; 0 for infinity.
double TailOfF(double f, double upper_degrees, double lower_degrees);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_QUANTILES_H_
