// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a metric in Cube's format: an index of rows, and the rows, with a number for each location.
// Tests: tests/unit/read/cube/cube_test.cpp.
#ifndef PROFDIFF_READ_CUBE_VALUES_H_
#define PROFDIFF_READ_CUBE_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

// A type of numbers.
struct CubeNumbers {
  std::size_t size = 0;  // bytes; 0 for types whose values are no numbers that can be added up
  bool is_real = false, is_signed = false;
};

// Returns the type with a name, such as "UINT64".
CubeNumbers CubeNumbersOf(std::string_view name);

struct CubeFiles {
  std::string_view index, data;
  std::string name;  // name of the data in messages, such as "1.data"
};

// Calls `use(position, values)` for each row: its position in the order of nodes, and the numbers of all locations.
// Errors: kUnsupported for indices of another kind; kTruncated, kBadProfile, kBadCompression.
void ReadCubeValues(const CubeFiles& files, CubeNumbers numbers, std::size_t locations, const std::string& path,
                    const std::function<void(std::uint32_t position, const std::vector<double>& values)>& use);

}  // namespace profdiff

#endif  // PROFDIFF_READ_CUBE_VALUES_H_
