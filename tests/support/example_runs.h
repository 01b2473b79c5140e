// SPDX-License-Identifier: GPL-3.0-or-later
// Executions that several tests use.
#ifndef PROFDIFF_TESTS_SUPPORT_EXAMPLE_RUNS_H_
#define PROFDIFF_TESTS_SUPPORT_EXAMPLE_RUNS_H_

#include <cstdint>

#include "support/profile_builder.h"

namespace profdiff {

// The two executions of the paper's figure 1.
TestExecution PaperBase();
TestExecution PaperOther();

// A cycle with recursion in it, less of it in the other execution, and a function that only the other has.
TestExecution CycleBase();
TestExecution CycleOther();

// A pair of random executions of two versions of one program: functions and arcs on one side only, statics of one name
// in several files, cycles, recursion, functions that ran on no side. The same seed gives the same pair.
struct TestPair {
  TestExecution base, other;
};
TestPair RandomPair(std::uint32_t seed);

}  // namespace profdiff

#endif  // PROFDIFF_TESTS_SUPPORT_EXAMPLE_RUNS_H_
