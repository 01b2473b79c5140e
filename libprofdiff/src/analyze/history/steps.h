// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the steps of a series: places at which its level changes.
// Test: tests/unit/analyze/history/steps_test.cpp.
#ifndef PROFDIFF_ANALYZE_HISTORY_STEPS_H_
#define PROFDIFF_ANALYZE_HISTORY_STEPS_H_

#include <cstddef>
#include <span>
#include <vector>

namespace profdiff {

struct LevelStep {
  std::size_t place = 0;  // index of the first value after the step
  double probability = 1;
  double level = 0;  // score below which the step would be dropped; 0: found by Student's t, never dropped
};

struct Steps {
  std::vector<LevelStep> steps;  // in the order of places
  double probability = 1;        // that a series without steps has a step as clear as the clearest one of this series
  double rho = 0;                // autocorrelation that was assumed
};

inline constexpr std::size_t kFewestForSteps = 4, kFewestForShuffles = 9;

Steps FindSteps(std::span<const double> values, double alpha);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_HISTORY_STEPS_H_
