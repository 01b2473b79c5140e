// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks with the self times of their innermost functions, for formats that contain stacks. If whole stacks are
// unknown, stacks have at most two functions, because counts of calls do not show longer chains of calls.
//
// Tests: tests/unit/report/cost/folded_test.cpp, tests/unit/report/cost/pprof_test.cpp.
#ifndef PROFDIFF_REPORT_COST_STACKS_H_
#define PROFDIFF_REPORT_COST_STACKS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/image.h"
#include "profdiff/listing.h"
#include "values/walk_tree.h"

namespace profdiff {

struct Stacks {
  struct Side {
    std::vector<std::int64_t> ticks;  // by stack
    // Number of samples of each stack. Empty if the numbers are unknown, or if the samples belong to several runs.
    std::vector<std::uint64_t> samples;
    std::int64_t stackless = 0;  // ticks outside functions
    std::uint64_t stackless_samples = 0;
    double weight = 0;  // ticks per sample; 0 if samples are unknown or differ in ticks
  };

  const FunctionTable& functions;
  bool is_time = false;              // true if ticks are nanoseconds, false if they are counts of an event
  std::vector<FunctionId> function;  // innermost function of each stack
  // For each stack: the index of the stack without its innermost function, or kNoParent.
  std::vector<std::uint32_t> caller;
  std::vector<Side> sides;  // one for an execution; base and other for a difference

  std::size_t size() const { return function.size(); }
  // Returns the ticks per sample, if they are known and the same for all sides; otherwise 0.
  double Weight() const;
};

// Lists the functions of a stack, the innermost first.
void ListFrames(const Stacks& stacks, std::size_t stack, std::vector<FunctionId>& frames);

// The name of a format and the units of its numbers.
struct StackUnits {
  std::string_view format;     // name of the format in messages, such as "folded stacks"
  double ticks_of_two_frames;  // ticks per second in stacks of at most two frames (gprof's profiles)
};

// Returns the stacks of an execution or a difference. Ticks of an event that is not a time are its counts. Ticks of
// times are nanoseconds in whole stacks, and StackUnits::ticks_of_two_frames in others. They are rounded only if they
// are scaled or divided; the stacks of a function still add up to its rounded self time. For gprof's profiles, stacks
// are in the order of the function table: for each function, the stack without a caller, then the stacks with callers.
// Errors: kOverflow.
Stacks StacksOf(const Execution& execution, const StackUnits& units);
Stacks StacksOf(const Difference& difference, const StackUnits& units);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_COST_STACKS_H_
