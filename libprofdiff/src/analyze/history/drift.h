// SPDX-License-Identifier: GPL-3.0-or-later
// Trends of a series that are not steps.
// Test: tests/unit/analyze/history/history_test.cpp.
#ifndef PROFDIFF_ANALYZE_HISTORY_DRIFT_H_
#define PROFDIFF_ANALYZE_HISTORY_DRIFT_H_

#include <optional>
#include <span>
#include <vector>

#include "profdiff/store.h"

namespace profdiff {

// `residuals`: the values minus the medians of their levels; `levels`: the number of levels.
std::optional<Drift> FindDrift(std::span<const double> values, std::span<const double> residuals, std::size_t levels);

// Returns the autocorrelation at lag 1: the sum of products of adjacent deviations from the mean, divided by the sum of
// squares; 0 if all values are equal.
double Autocorrelation(std::span<const double> values);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_HISTORY_DRIFT_H_
