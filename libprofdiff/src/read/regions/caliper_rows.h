// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up the rows of Caliper's profiles: what the names of its metrics say about them.
// Tests: tests/unit/read/regions/caliper_test.cpp.
#ifndef PROFDIFF_READ_REGIONS_CALIPER_ROWS_H_
#define PROFDIFF_READ_REGIONS_CALIPER_ROWS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "read/regions/region_table.h"

namespace profdiff {

// What a number of a row is.
enum class CaliperRole : std::uint8_t {
  kMetric,  // a value that can be added up
  kCalls,
  kRank,
  kThread,
  kOther,  // a minimum, a maximum, a mean, a share, or a number that identifies something
};

class CaliperRows {
 public:
  explicit CaliperRows(const RegionSelection& selection) : selection_(selection) {}

  // A metric, as the file describes it.
  struct Column {
    std::string name, unit;  // the unit is empty if unknown
    CaliperRole role = CaliperRole::kOther;
    std::uint32_t metric = RegionTable::kNone;
  };
  struct Cell {
    std::uint32_t column = 0;
    double value = 0;
  };

  std::uint32_t AddColumn(std::string_view name, std::string_view unit);
  const Column& column(std::uint32_t index) const { return columns_[index]; }

  // Adds a row. `rank` and `thread` are used unless a cell has them.
  void Add(std::uint32_t node, Location location, const std::vector<Cell>& cells, RegionSelection::Labels labels);

  // Returns the table. Times without a unit are in seconds since `version` 2.2, and were in microseconds before.
  RegionTable Take(std::string_view version, const std::string& path);

  // Returns the kind of a region whose path ends with a value of this attribute.
  static RegionKind KindOf(std::string_view attribute, std::string_view name);

  RegionTable table;

 private:
  const RegionSelection& selection_;
  std::vector<Column> columns_;
  std::vector<bool> is_inclusive_;  // by metric
  std::uint64_t left_out_ = 0;      // number of values of the role kOther
  std::uint32_t location_ = 0;      // index of the last row's location
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_REGIONS_CALIPER_ROWS_H_
