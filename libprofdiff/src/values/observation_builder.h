// SPDX-License-Identifier: GPL-3.0-or-later
// Observations as they come, one value after the other.
// Tests: tests/unit/read/model/read_observations_test.cpp.
#ifndef PROFDIFF_VALUES_OBSERVATION_BUILDER_H_
#define PROFDIFF_VALUES_OBSERVATION_BUILDER_H_

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "profdiff/models.h"

namespace profdiff {

// "s" of the metrics that are times, else empty.
std::string UnitOfMetric(const std::string& metric);

class ObservationBuilder {
 public:
  // Adds values of one point. `unit` is the metric's own where it is empty.
  void Add(const std::string& function, const std::string& metric, const ParameterValues& at,
           std::span<const double> values, double period = 0, const std::string& unit = "");
  // The series, which may then be added to by the same names.
  Observations Take();

 private:
  struct Point {
    std::vector<double> values;
    double period = 0;
  };
  struct Series {
    std::string unit;
    std::map<std::vector<double>, Point> points;
  };
  // Function, metric, names of parameters.
  using Key = std::tuple<std::string, std::string, std::vector<std::string>>;

  std::map<Key, Series> series_;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_OBSERVATION_BUILDER_H_
