// SPDX-License-Identifier: GPL-3.0-or-later
// Which function an address belongs to, for callers that ask millions of times.
// Tests: tests/unit/analyze/function_finder_test.cpp.
#ifndef PROFDIFF_ANALYZE_FUNCTION_FINDER_H_
#define PROFDIFF_ANALYZE_FUNCTION_FINDER_H_

#include <cstdint>
#include <vector>

#include "profdiff/functions.h"

namespace profdiff {

// Answers as FunctionTable::Find does, mostly without searching: the table's addresses are cut into about as many equal
// stretches as there are functions, and each stretch knows the first function that begins in it.
class FunctionFinder {
 public:
  explicit FunctionFinder(const FunctionTable& table);

  // The function whose range holds `address`; invalid if none.
  FunctionId Find(std::uint64_t address) const;

  // The function that a call enters: the one at the address, or where a bare label stands there, the function before
  // it.
  FunctionId FindCallee(std::uint64_t address) const;

 private:
  struct Range {
    std::uint64_t begin, end;  // inclusive
  };

  std::vector<Range> ranges_;             // by FunctionId
  std::vector<std::uint32_t> stretches_;  // the first function that begins there or later; one more at the end
  std::vector<FunctionId> entered_;       // by FunctionId: itself, or the nearest function before a bare label
  unsigned shift_ = 0;                    // a stretch has 2^shift_ addresses
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_FUNCTION_FINDER_H_
