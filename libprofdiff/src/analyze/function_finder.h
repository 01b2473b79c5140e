// SPDX-License-Identifier: GPL-3.0-or-later
// Which function an address belongs to, for callers that ask millions of times.
// Tests: tests/unit/analyze/function_finder_test.cpp.
#ifndef PROFDIFF_ANALYZE_FUNCTION_FINDER_H_
#define PROFDIFF_ANALYZE_FUNCTION_FINDER_H_

#include <cstdint>
#include <vector>

#include "base/stretches.h"
#include "profdiff/functions.h"

namespace profdiff {

// Answers as FunctionTable::Find does, mostly without searching.
class FunctionFinder {
 public:
  explicit FunctionFinder(const FunctionTable& table);

  // The function whose range holds `address`; invalid if none.
  FunctionId Find(std::uint64_t address) const;

  // The function that a call enters: the one at the address, or where a bare label stands there, the function before
  // it.
  FunctionId FindCallee(std::uint64_t address) const;

  // Ask for what these will read, first one, then the other.
  void AskFor(std::uint64_t address) const { stretches_.AskFor(address); }
  void AskForRange(std::uint64_t address) const;

 private:
  struct Range {
    std::uint64_t begin, end;  // inclusive
  };

  std::vector<Range> ranges_;        // by FunctionId
  std::vector<FunctionId> entered_;  // by FunctionId: itself, or the nearest function before a bare label
  Stretches stretches_;              // of ranges_
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_FUNCTION_FINDER_H_
