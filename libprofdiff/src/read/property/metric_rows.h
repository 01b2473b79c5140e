// SPDX-License-Identifier: GPL-3.0-or-later
// Makes measurements of single values, each of a metric in a region at a location.
// Tests: tests/unit/read/property/metric_table_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_METRIC_ROWS_H_
#define PROFDIFF_READ_PROPERTY_METRIC_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profdiff/properties.h"

namespace profdiff {

// The row of a table.
struct MetricRow {
  std::string region;  // empty for the program
  std::string file = {};
  std::uint32_t line = 0;  // 0 for a function
  Location location = {};
  std::string metric;  // any text except an empty one
  double value = 0;
  std::string unit = {};
};

class MetricRows {
 public:
  MetricRows(const std::string& path, const MeasureOptions& options);

  // Adds a value to those of rows with the same region, location and metric. Errors: kUnsupported for more than 10,000
  // metrics.
  void Add(const MetricRow& row);
  bool empty() const { return values_.empty(); }
  // Nesting and phase are determined here, since rows come in any order. Must be called last.
  // Errors: kBadArgument if there is no such phase.
  Measurements Take();

 private:
  using Key = std::pair<RegionId, Location>;

  std::size_t FindMetric(const MetricRow& row);
  RegionId FindRegion(const MetricRow& row);
  void Nest(RegionId id);
  void ChoosePhase();
  void KeepWithin(RegionId phase);
  void AddContexts();
  void AddProgram();

  static constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

  const std::string& path_;
  const MeasureOptions& options_;
  Measurements made_;
  std::map<std::tuple<std::string, std::string, std::uint32_t>, std::size_t> ids_;
  std::map<std::string, std::size_t> metric_ids_;
  std::map<Key, std::vector<double>> values_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_METRIC_ROWS_H_
