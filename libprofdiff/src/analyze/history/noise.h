// SPDX-License-Identifier: GPL-3.0-or-later
// The noise of a series, and its values without outliers.
// Test: tests/unit/analyze/history/steps_test.cpp.
#ifndef PROFDIFF_ANALYZE_HISTORY_NOISE_H_
#define PROFDIFF_ANALYZE_HISTORY_NOISE_H_

#include <cstddef>
#include <span>
#include <vector>

namespace profdiff {

// Values of a series between two steps.
struct Part {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

// Returns the parts of `size` values. `places` are the indices of the first values after steps, ascending.
std::vector<Part> PartsOf(std::span<const std::size_t> places, std::size_t size);

// Returns the smallest deviation that is taken for noise: rounding alone makes values differ by less.
double NoiseFloor(std::span<const double> values);

// Returns the standard deviation of noise without autocorrelation, at least `floor`: from the smallest three quarters
// of the differences of neighbours within parts, so that outliers and steps count little. `differences` is scratch.
double NoiseOf(std::span<const double> values, std::span<const Part> parts, double floor,
               std::vector<double>& differences);

// Moves each value to within two deviations of the median of the five values around it. At the ends of a part, the five
// are the first or the last of the part: three equal values at an end survive, two do not.
void MoveOutliers(std::span<const double> values, std::span<const Part> parts, double noise, std::span<double> moved);

// True if values are in two groups, each of at least a fifth of the values, whose means are more than six deviations
// apart; those of the halves of normal noise are 2.6 apart.
bool AreInTwoGroups(std::vector<double> values);

double MeanOf(std::span<const double> values);
double SquaresAbout(std::span<const double> values, double level);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_HISTORY_NOISE_H_
