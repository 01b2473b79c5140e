// SPDX-License-Identifier: GPL-3.0-or-later
// Fast lookup of functions by address, for millions of addresses.
// Tests: tests/unit/analyze/profile/function_finder_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROFILE_FUNCTION_FINDER_H_
#define PROFDIFF_ANALYZE_PROFILE_FUNCTION_FINDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profdiff/image.h"

namespace profdiff {

// Finds functions as FunctionTable::Find does, by a binary search over addresses alone.
class FunctionFinder {
 public:
  explicit FunctionFinder(const FunctionTable& table);

  // Returns the function whose range contains `address`; invalid if there is none.
  FunctionId Find(std::uint64_t address) const;

  // Returns the function that a call enters: the function at the address or, if there is only a label at the address,
  // the nearest function before it. gprof attributes such calls to that function (GPROF.md, section 6, step 5).
  FunctionId FindCallee(std::uint64_t address) const;

 private:
  std::uint64_t EndOf(std::size_t function) const {
    if (!ends_.empty()) return ends_[function];
    return function + 1 < begins_.size() ? begins_[function + 1] - 1 : last_;
  }

  std::vector<std::uint64_t> begins_;  // indexed by FunctionId: address of the first byte
  // Indexed by FunctionId: address of the last byte; empty if every function extends to the next one.
  std::vector<std::uint64_t> ends_;
  // Address of the last byte of the table's last function. It may be below the address at which the function begins
  // (GPROF.md, section 5.6).
  std::uint64_t last_ = 0;
  // Indexed by FunctionId: the function itself or, for a label that is not a function, the nearest function before it;
  // empty if there are no such labels.
  std::vector<FunctionId> entered_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROFILE_FUNCTION_FINDER_H_
