// SPDX-License-Identifier: GPL-3.0-or-later
// The costs of the regions of a callgrind file, in total and in each part of the file.
// Tests: tests/unit/read/property/callgrind_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_CALLGRIND_VALUES_H_
#define PROFDIFF_READ_PROPERTY_CALLGRIND_VALUES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "profdiff/image.h"
#include "read/property/callgrind_loops.h"
#include "read/property/callgrind_table.h"

namespace profdiff {

// The amounts that add up to a region's costs.
struct CallgrindRecipe {
  enum class Kind : std::uint8_t { kAll, kFunction, kCall, kLoop, kLine } kind = Kind::kAll;
  FunctionId function = {};                  // for kFunction
  std::size_t loop = 0;                      // for kLoop: index in CallgrindLoops::all
  std::span<const std::uint32_t> rows = {};  // for kCall and kLine: indices in CallgrindTable::sites or pieces
};

// Costs by function. They can be too low if the file does not separate levels of recursion
// (read/profiles/callgrind_sums.cpp). Keeps references to its arguments.
class CallgrindCostsOf {
 public:
  // `is_inner`: result of CallgrindSums::InnerCalls.
  CallgrindCostsOf(const CallgrindTable& table, const CallgrindTable::Amounts& amounts, const CallgrindLoops& loops,
                   const std::vector<bool>& is_inner);

  CallgrindRows::Row Inclusive(FunctionId function) const { return inclusive_[function.value]; }

  // Returns a value for each metric: first the inclusive costs of all columns, then the self costs; NaN if unknown.
  std::vector<double> ValuesOf(const CallgrindRecipe& recipe) const;
  // Returns the number of calls to a function, excluding recursive calls.
  std::uint64_t CallsOf(FunctionId function) const;

 private:
  void AddTotals();

  const CallgrindTable& table_;
  const CallgrindTable::Amounts& amounts_;
  const CallgrindLoops& loops_;
  const std::vector<bool>& is_inner_;
  CallgrindRows inclusive_, self_;          // by FunctionId
  CallgrindRows up_to_piece_, up_to_site_;  // prefix sums over the lists of CallgrindLoops
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_CALLGRIND_VALUES_H_
