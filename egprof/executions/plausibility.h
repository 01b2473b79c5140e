// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings about differences that are possible but probably not intended.
// Test: tests/unit/egprof/executions/plausibility_test.cpp.
#ifndef EGPROF_EXECUTIONS_PLAUSIBILITY_H_
#define EGPROF_EXECUTIONS_PLAUSIBILITY_H_

#include "base/same_file.h"
#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "profdiff/difference.h"
#include "profdiff/functions.h"

namespace egprof {

using profdiff::IsSameFile;

// Warns if a profile is on both sides, since their difference is then 0 or too small.
void CheckFiles(const Side& base, const Side& other, Output& output);

// Notes which of several events was read, unless the user chose it. Notes if many stacks end before the start of their
// thread, which makes inclusive times too small. Warns if this happened to one side much more often than to the other.
void CheckStacks(const profdiff::LoadedExecution& execution, bool was_chosen, Output& output);
void CheckStacks(const profdiff::LoadedExecutions& executions, bool was_chosen, Output& output);

// Adds a note if gprof's listings lack functions that have time or calls; it states how to compare gprof's own numbers.
void NoteExtraFunctions(const profdiff::Difference& difference, const profdiff::FunctionTable& base,
                        const profdiff::FunctionTable& other, Output& output);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_PLAUSIBILITY_H_
