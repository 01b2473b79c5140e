// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks with the self time of their innermost functions, for formats with stacks. These are whole stacks if they are
// known, otherwise stacks of two functions, because counts of calls do not allow longer ones.
//
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
    std::vector<std::uint64_t> samples;  // by stack; empty if unknown, or if they belong to several runs
    std::int64_t stackless = 0;          // time outside functions
    std::uint64_t stackless_samples = 0;
    double weight = 0;  // ticks of each sample; 0 if samples are unknown or differ
  };

  const FunctionTable& functions;
  bool is_time = false;               // false if a tick is one unit of the event
  std::vector<FunctionId> function;   // by stack: the innermost function
  std::vector<std::uint32_t> caller;  // by stack: the stack without its innermost function, or kNoParent
  std::vector<Side> sides;            // one execution, or base and other

  std::size_t size() const { return function.size(); }
  // Returns the weight of all sides; 0 if it is unknown or differs between them.
  double Weight() const;
};

// Lists the functions of a stack, the innermost first.
void ListFrames(const Stacks& stacks, std::size_t stack, std::vector<FunctionId>& frames);

// The units that a format uses.
struct StackUnits {
  std::string_view format;     // name of the format in messages, such as "folded stacks"
  double ticks_of_two_frames;  // ticks per second for stacks of two frames (gprof's profiles)
};

// Returns the stacks of an execution or a difference. Ticks of whole stacks are nanoseconds, or counts for events that
// are not times; only scaled values are rounded. For gprof's profiles, functions come in the order of the table, each
// followed by the stacks of its callers. Errors: kOverflow.
Stacks StacksOf(const Execution& execution, const StackUnits& units);
Stacks StacksOf(const Difference& difference, const StackUnits& units);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_COST_STACKS_H_
