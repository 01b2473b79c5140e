// SPDX-License-Identifier: GPL-3.0-or-later
// Executions used by several tests.
#ifndef PROFDIFF_TESTS_SUPPORT_EXAMPLE_RUNS_H_
#define PROFDIFF_TESTS_SUPPORT_EXAMPLE_RUNS_H_

#include <cstdint>

#include "support/profile_builder.h"

namespace profdiff {

// The two executions in figure 1 of the eGprof paper.
TestExecution PaperBase();
TestExecution PaperOther();

// A cycle with recursion, which takes less time in the other execution, and a function that only the other execution
// has.
TestExecution CycleBase();
TestExecution CycleOther();

// A pair of random executions of two versions of one program: functions and arcs on only one side, statics with the
// same name in several files, cycles, recursion, functions that did not run. The same seed gives the same pair.
struct TestPair {
  TestExecution base, other;
};
TestPair RandomPair(std::uint32_t seed);

}  // namespace profdiff

#endif  // PROFDIFF_TESTS_SUPPORT_EXAMPLE_RUNS_H_
