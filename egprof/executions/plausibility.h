// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings about differences that are possible but probably not intended.
// Test: tests/unit/egprof/executions/plausibility_test.cpp.
#ifndef EGPROF_EXECUTIONS_PLAUSIBILITY_H_
#define EGPROF_EXECUTIONS_PLAUSIBILITY_H_

#include "base/same_file.h"
#include "egprof/console/messages.h"
#include "egprof/executions/sides.h"
#include "profdiff/difference.h"
#include "profdiff/image.h"

namespace egprof {

using profdiff::IsSameFile;

// Adds a note that states which of several events was read, unless the user chose the event (`was_chosen`). Adds
// another note if many stacks end before the start of their thread, which makes inclusive times too small. For two
// executions, warns instead if one side has a much larger fraction of such stacks than the other, and also warns if the
// numbers of folded stacks may not be samples.
void CheckStacks(const profdiff::LoadedExecution& execution, bool was_chosen, Messages& messages);
void CheckStacks(const profdiff::LoadedExecutions& executions, bool was_chosen, Messages& messages);

// Adds a note if functions that have time or calls are missing in gprof's listings. The note states which option
// compares gprof's own numbers.
void NoteExtraFunctions(const profdiff::Difference& difference, const profdiff::FunctionTable& base,
                        const profdiff::FunctionTable& other, Messages& messages);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_PLAUSIBILITY_H_
