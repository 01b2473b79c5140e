// SPDX-License-Identifier: GPL-3.0-or-later
// Reduces points to one number each.
// Tests: tests/unit/analyze/model/models_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_REDUCE_H_
#define PROFDIFF_ANALYZE_MODEL_REDUCE_H_

#include <span>
#include <vector>

#include "profdiff/models.h"

namespace profdiff {

// Returns a statistic of the values, in their unit; nullopt for the standard deviation of a single value.
std::optional<double> Reduce(std::span<const double> values, PointStatistic statistic);

// True if the mean and the median of a point differ by more than a quarter of the median.
bool IsSkewed(std::span<const double> values);

// Finds the parameters that vary. If two parameters always change together, the later one is left out, and `collinear`
// is set to true.
std::vector<std::size_t> VaryingParameters(std::span<const ObservedPoint> points, std::size_t parameters,
                                           bool& collinear);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_REDUCE_H_
