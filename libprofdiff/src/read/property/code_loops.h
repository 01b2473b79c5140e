// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of machine code, found by executed jumps to lower addresses.
// Tests: tests/unit/read/property/callgrind_loops_test.cpp, address_trace_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_CODE_LOOPS_H_
#define PROFDIFF_READ_PROPERTY_CODE_LOOPS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profdiff/image.h"
#include "profdiff/properties.h"

namespace profdiff {

// A code position. `file` is an index into a reader's list of files; `address` is 0 if it is unknown.
struct CodePosition {
  std::uint32_t file = 0, line = 0;
  std::uint64_t address = 0;

  friend bool operator==(const CodePosition&, const CodePosition&) = default;
};

// A taken jump within a function.
struct CodeJump {
  FunctionId function;
  bool is_conditional = false;
  bool is_only_way = false;  // true if its target is entered only by jumps, never from the previous instruction
  CodePosition from, to;
};

struct CodeLoop {
  FunctionId function;
  std::uint64_t first = 0, last = 0;  // addresses of the first instruction and of the jump back
  CodePosition header;                // file and line of the loop's test; CodePosition::address is unused (0)
  std::uint32_t number = 0;           // number in its function, in the order of addresses, from 1
  std::optional<std::size_t> outer;   // index in CodeLoops::all of the innermost loop around this one
};

// The loops of all functions, sorted by function, then by address, with outer loops before inner ones.
class CodeLoops {
 public:
  explicit CodeLoops(std::vector<CodeJump> jumps);

  const std::vector<CodeLoop>& all() const { return loops_; }
  // Returns the innermost loop of a function that contains all addresses from `first` to `last`; nullopt if there is
  // none.
  std::optional<std::size_t> Around(FunctionId function, std::uint64_t first, std::uint64_t last) const;
  // Returns the innermost loops of a function around some addresses, in ascending order; loops that enclose another of
  // these loops are omitted. A line may have code in several loops (a compiler may generate a second loop for the
  // remaining iterations), and also code outside loops.
  std::vector<std::size_t> Innermost(FunctionId function, std::span<const std::uint64_t> addresses) const;
  // True if `inner` is the loop `outer` itself or a loop within it.
  bool IsWithin(std::size_t inner, std::size_t outer) const;
  // Goes from a loop outwards to the loops around it. Returns the first loop for which `is` returns true.
  template <class Is>
  std::optional<std::size_t> FirstAround(std::optional<std::size_t> loop, const Is& is) const {
    constexpr int kDeepest = 1000;  // limit on the nesting of loops, because files are untrusted input
    for (int depth = 0; loop && depth < kDeepest; loop = loops_[*loop].outer, ++depth) {
      if (is(*loop)) return loop;
    }
    return std::nullopt;
  }

 private:
  void FindOuter();

  std::vector<CodeLoop> loops_;
};

// Returns the loop whose header is at a line of a function (--phase=FN:LINE); the outermost one if there are several.
std::optional<std::size_t> FindLoopAt(const CodeLoops& loops, FunctionId function, std::uint32_t line);

// Returns a cause such as "no loop at f:3; loops of that function are at lines 5, 9".
std::string NoLoopAt(const CodeLoops& loops, FunctionId function, const std::string& phase);

// Returns the regions of the innermost loops around `addresses`; `function_region` if there are none. `region_of_loop`
// is indexed by loop; its elements are invalid for loops without a region.
std::vector<RegionId> InnermostRegions(const CodeLoops& loops, FunctionId function,
                                       std::span<const std::uint64_t> addresses,
                                       const std::vector<RegionId>& region_of_loop, RegionId function_region);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_CODE_LOOPS_H_
