// SPDX-License-Identifier: GPL-3.0-or-later
// Student's and Fisher's distributions.
// Tests: tests/unit/analyze/model/fit_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_QUANTILES_H_
#define PROFDIFF_ANALYZE_MODEL_QUANTILES_H_

namespace profdiff {

// True if this build has the functions below, which require Boost.Math at compile time.
bool HasQuantiles();

// Returns the two-sided 5 % quantile of Student's t distribution.
double TwoSidedT(double degrees);

// Returns the one-sided 5 % quantile of Student's t distribution.
double OneSidedT(double degrees);

// Returns the upper 5 % quantile of Fisher's F distribution.
double LargeF(double upper_degrees, double lower_degrees);

// Returns the probability of an F value of at least `f`; 0 for infinity.
double TailOfF(double f, double upper_degrees, double lower_degrees);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_QUANTILES_H_
