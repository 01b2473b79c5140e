// SPDX-License-Identifier: GPL-3.0-or-later
// The probabilities with 2 and 3 degrees of freedom have closed forms. Quantiles come from the expansion of R. A.
// Fisher and E. A. Cornish (1960), whose error is below 0.13 % from 3 degrees on.
// Test: tests/unit/analyze/history/steps_test.cpp.
#include "analyze/history/student.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace profdiff {

double StudentProbability(double t, int degrees) {
  if (degrees == 2) {
    const double root = std::sqrt(2 + t * t);
    return 2 / (root * (root + t));
  }
  const double x = std::numbers::sqrt3 / t;
  // For small x, the difference below would lose all digits.
  if (x < 1e-3) return 4 / (3 * std::numbers::pi) * x * x * x;
  return t > 0 ? 2 / std::numbers::pi * (std::atan(x) - x / (1 + x * x)) : 1;
}

double StudentQuantile(std::size_t degrees) {
  if (degrees < 2) return 12.7062;
  if (degrees == 2) return 4.30265;
  const auto n = static_cast<double>(degrees);
  return 1.959964 + (2.372271 + (2.822499 + (2.555850 + 1.589534 / n) / n) / n) / n;
}

StudentSplit BestStudentSplit(std::span<const double> values, std::span<const Part> parts, double floor) {
  StudentSplit best;
  std::size_t splits = 0;
  for (const Part& part : parts) {
    if (part.size() < 2 * kFewestOfStudent) continue;
    const std::span<const double> inside = values.subspan(part.begin, part.size());
    const int degrees = part.size() < 6 ? 2 : 3;
    const double center = MeanOf(inside);
    double left = 0, left_squares = 0, sum = 0;
    const double squares = SquaresAbout(inside, center);
    for (const double value : inside) sum += value - center;
    for (std::size_t l = 1; l + kFewestOfStudent <= part.size(); ++l) {
      left += inside[l - 1] - center;
      left_squares += (inside[l - 1] - center) * (inside[l - 1] - center);
      if (l < kFewestOfStudent) continue;
      ++splits;
      const auto n = static_cast<double>(l), m = static_cast<double>(part.size() - l);
      const double right = sum - left;
      const double within = left_squares - left * left / n + (squares - left_squares) - right * right / m;
      const double pooled = std::sqrt(std::max(0.0, within) / (n + m - 2));
      const double error = std::max(pooled, floor) * std::sqrt(1 / n + 1 / m);
      if (error <= 0) continue;
      const double probability = StudentProbability(std::abs(left / n - right / m) / error, degrees);
      if (probability < best.probability) best = {part.begin + l, probability};
    }
  }
  best.probability = std::min(1.0, best.probability * static_cast<double>(std::max<std::size_t>(splits, 1)));
  return best;
}

}  // namespace profdiff
