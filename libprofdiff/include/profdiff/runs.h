// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs of one program: kept apart for statistics, or brought to one measure.
#ifndef PROFDIFF_RUNS_H_
#define PROFDIFF_RUNS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/ids.h"
#include "profdiff/profile.h"

namespace profdiff {

// The runs of one side, function by function.
// Shape: values of function f in run r stand at f * runs + r. Units: seconds, calls, samples.
struct RunTable {
  std::size_t functions = 0;
  std::size_t runs = 0;
  std::vector<double> seconds;
  std::vector<std::uint64_t> calls;
  std::vector<double> rates;      // of each run: samples a second; 0 without a histogram
  std::vector<double> samples;    // of each function over all runs; credits can be fractions
  double samples_per_second = 0;  // samples over all runs that one second of the mean run's time stands for
  double total_samples = 0;       // of all functions and runs

  std::span<const double> Seconds(FunctionId function) const { return {seconds.data() + function.value * runs, runs}; }
  std::span<const std::uint64_t> Calls(FunctionId function) const {
    return {calls.data() + function.value * runs, runs};
  }
};

// Each profile is one run; all are of one table. A function without time in a run is an observation of zero there.
PROFDIFF_EXPORT RunTable MakeRunTable(std::span<const Profile> runs);

// Multiplies all times, as if the clock had ticked that much more often; calls stay.
PROFDIFF_EXPORT void ScaleTimes(Profile& profile, double factor);

// Makes of the sum of several runs their mean. Counts of calls are rounded to whole ones, those above 0
// to 1 at least.
PROFDIFF_EXPORT void AverageRuns(Profile& sum, std::size_t runs);

}  // namespace profdiff

#endif  // PROFDIFF_RUNS_H_
