// SPDX-License-Identifier: GPL-3.0-or-later
// The results of Google Benchmark, whose JSON and CSV have the same members.
// Tests: tests/unit/read/benchmarks/results_test.cpp.
#ifndef PROFDIFF_READ_BENCHMARKS_GOOGLE_H_
#define PROFDIFF_READ_BENCHMARKS_GOOGLE_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "read/benchmarks/results.h"

namespace profdiff {

// A row of results.
struct GoogleRow {
  std::string name;       // of the run, without the name of an aggregate
  std::string aggregate;  // "mean", "stddev", "BigO" and so on; empty for a measurement
  std::string time_unit;
  std::string error;                                   // why the benchmark failed or was skipped; empty if it did not
  std::vector<std::pair<std::string, double>> values;  // "real_time", "cpu_time" and counters
};

// Removes the name of an aggregate from a name in which it is a suffix, as in versions and formats without a member for
// it. Returns it; empty if there is none.
std::string TakeAggregate(std::string& name);

// Adds rows. The means of repetitions are used only if the repetitions themselves are missing.
class GoogleResults {
 public:
  explicit GoogleResults(BenchmarkResults& results) : results_(results) {}

  void Add(const GoogleRow& row);
  void Finish();

 private:
  void AddValues(const GoogleRow& row);

  BenchmarkResults& results_;
  std::map<std::string, std::vector<GoogleRow>> means_;  // by name; an empty list if there are measurements
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_BENCHMARKS_GOOGLE_H_
