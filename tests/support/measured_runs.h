// SPDX-License-Identifier: GPL-3.0-or-later
// Executions of other profilers that several tests use: small enough to be worked out by hand.
#ifndef PROFDIFF_TESTS_SUPPORT_MEASURED_RUNS_H_
#define PROFDIFF_TESTS_SUPPORT_MEASURED_RUNS_H_

#include <string_view>

#include "profdiff/context_tree.h"
#include "support/profile_builder.h"
#include "support/stack_files.h"

namespace tests {

// The execution that a file of another profiler holds.
profdiff::TestExecution RunOf(std::string_view bytes, const profdiff::StackOptions& options = {});

// Folded stacks, counted in samples: `parse` is called by itself, `main` has no time of its own. The other execution
// takes less in `parse` and has no `init`.
profdiff::TestExecution StacksBase();
profdiff::TestExecution StacksOther();
// The same in milliseconds.
profdiff::TestExecution TimedStacksBase();
profdiff::TestExecution TimedStacksOther();

// callgrind's counts of instructions: main calls work in a library, and work calls itself.
profdiff::TestExecution CountedBase();
profdiff::TestExecution CountedOther();

}  // namespace tests

#endif  // PROFDIFF_TESTS_SUPPORT_MEASURED_RUNS_H_
