// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks with the time that ends in them, for formats that have stacks: whole ones where they are known, else those of
// two functions, which is all that counts of calls give.
// Tests: tests/unit/report/cost/folded_test.cpp, tests/unit/report/cost/pprof_test.cpp.
#ifndef PROFDIFF_REPORT_COST_STACKS_H_
#define PROFDIFF_REPORT_COST_STACKS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/functions.h"
#include "profdiff/listing.h"
#include "values/walk_tree.h"

namespace profdiff {

struct Stacks {
  struct Side {
    std::vector<std::int64_t> ticks;     // by stack
    std::vector<std::uint64_t> samples;  // by stack; empty where they are unknown, or of another number of runs
    std::int64_t stackless = 0;          // in no function
    std::uint64_t stackless_samples = 0;
    double weight = 0;  // ticks of each sample; 0 where samples are unknown, or differ
  };

  const FunctionTable& functions;
  bool is_time = false;               // else a tick is a unit of what was counted
  std::vector<FunctionId> function;   // by stack: the innermost one
  std::vector<std::uint32_t> caller;  // by stack: the one without that function, or kNoParent
  std::vector<Side> sides;            // of one execution, or of base and other

  std::size_t size() const { return function.size(); }
};

// The functions of a stack, the innermost first.
void ListFrames(const Stacks& stacks, std::size_t stack, std::vector<FunctionId>& frames);

// What a format makes of times.
struct StackUnits {
  std::string_view format;     // as messages call it: "folded stacks"
  double ticks_of_two_frames;  // of one unit of time (of gprof's profiles), where stacks are not known
};

// Ticks of whole stacks are nanoseconds, and where time is none, units of what was counted: rounded only where times
// were scaled.
// Shape: of gprof's profiles, functions in the order of the table, and behind each the stacks of its callers.
// Errors: kOverflow.
Stacks StacksOf(const Execution& execution, const StackUnits& units);
Stacks StacksOf(const Difference& difference, const StackUnits& units);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_COST_STACKS_H_
