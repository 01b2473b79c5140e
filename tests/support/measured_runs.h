// SPDX-License-Identifier: GPL-3.0-or-later
// Executions recorded by other profilers, used by several tests and small enough to check results by hand.
#ifndef PROFDIFF_TESTS_SUPPORT_MEASURED_RUNS_H_
#define PROFDIFF_TESTS_SUPPORT_MEASURED_RUNS_H_

#include <string_view>

#include "profdiff/context_tree.h"
#include "support/profile_builder.h"
#include "support/stack_files.h"

namespace tests {

// Returns the execution read from the bytes of another profiler's file.
profdiff::TestExecution RunOf(std::string_view bytes, const profdiff::StackOptions& options = {});

// Folded stacks, counted in samples: `parse` calls itself, and `main` has no self time. The other execution takes less
// time in `parse` and does not have `init`.
profdiff::TestExecution StacksBase();
profdiff::TestExecution StacksOther();
// The same stacks, weighted in milliseconds.
profdiff::TestExecution TimedStacksBase();
profdiff::TestExecution TimedStacksOther();

// Instruction counts of callgrind: main calls work, which is in a library and calls itself.
profdiff::TestExecution CountedBase();
profdiff::TestExecution CountedOther();

}  // namespace tests

#endif  // PROFDIFF_TESTS_SUPPORT_MEASURED_RUNS_H_
