// SPDX-License-Identifier: GPL-3.0-or-later
// Builds observations value by value.
// Tests: tests/unit/read/model/read_observations_test.cpp.
#ifndef PROFDIFF_VALUES_OBSERVATION_BUILDER_H_
#define PROFDIFF_VALUES_OBSERVATION_BUILDER_H_

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profdiff/models.h"

namespace profdiff {

class ObservationBuilder {
 public:
  // A parameter that may have any value (ObservationOptions::each).
  std::string each;
  ObservedLocations locations = ObservedLocations::kSum;

  // True if a number may be the value of a parameter: models contain powers and logarithms of parameters, which are
  // undefined for 0 and negative values.
  bool Takes(const std::string& parameter, double value) const;

  // Adds values that were measured at one set of parameter values. If `unit` is empty, the unit is "s" for metrics that
  // are times. Texts among the parameters become labels of the series.
  void Add(const std::string& function, const std::string& metric, const ParameterValues& at,
           std::span<const double> values, double period = 0, const std::string& unit = "",
           const std::vector<std::string>& callers = {});
  // Adds a message about contents that are left out.
  void Remark(Message remark) { remarks_.push_back(std::move(remark)); }
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
  // Function, callers, metric, labels, and names of parameters.
  using Key = std::tuple<std::string, std::vector<std::string>, std::string, ParameterValues, std::vector<std::string>>;

  std::map<Key, Series> series_;
  std::vector<Message> remarks_;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_OBSERVATION_BUILDER_H_
