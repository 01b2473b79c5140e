// SPDX-License-Identifier: GPL-3.0-or-later
// The description of an experiment in Cube's format, anchor.xml.
// Tests: tests/unit/read/cube/cube_test.cpp.
#ifndef PROFDIFF_READ_CUBE_ANCHOR_H_
#define PROFDIFF_READ_CUBE_ANCHOR_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "read/regions/region_table.h"

namespace profdiff {

struct CubeMetric {
  std::string id, name, type, number_type, unit;

  bool is_inclusive() const { return type == "INCLUSIVE"; }
};

struct CubeAnchor {
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct CallNode {
    std::uint32_t parent = kNone;  // index of the caller; kNone at the top
    std::uint32_t node = kNone;    // node of the table
    std::vector<std::uint32_t> children;
  };

  std::vector<CubeMetric> metrics;
  std::vector<CallNode> nodes;  // in document order, which is depth first
};

// Parses the text. Functions, nodes and locations are added to `table`, locations in the order of the values' columns.
// Errors: kBadProfile.
CubeAnchor ParseCubeAnchor(std::string_view text, const std::string& path, RegionTable& table);

// Returns the numbers of nodes in the order in which a metric's rows are numbered.
std::vector<std::uint32_t> CubeRowOrder(const CubeAnchor& anchor, bool is_inclusive);

}  // namespace profdiff

#endif  // PROFDIFF_READ_CUBE_ANCHOR_H_
