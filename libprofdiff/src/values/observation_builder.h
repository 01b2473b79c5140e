// SPDX-License-Identifier: GPL-3.0-or-later
// Builds observations value by value.
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

class ObservationBuilder {
 public:
  // Adds values that were measured at one set of parameter values. If `unit` is empty, the unit is "s" for metrics that
  // are times.
  void Add(const std::string& function, const std::string& metric, const ParameterValues& at,
           std::span<const double> values, double period = 0, const std::string& unit = "");
  // Returns all series and removes them from the builder; values may be added afterwards under the same names.
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
  // Function, metric, and names of parameters.
  using Key = std::tuple<std::string, std::string, std::vector<std::string>>;

  std::map<Key, Series> series_;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_OBSERVATION_BUILDER_H_
