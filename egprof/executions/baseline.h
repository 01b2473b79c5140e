// SPDX-License-Identifier: GPL-3.0-or-later
// --baseline: the base of a difference is in a store.
// Tests: tests/cli/db/run.py.
#ifndef EGPROF_EXECUTIONS_BASELINE_H_
#define EGPROF_EXECUTIONS_BASELINE_H_

#include <span>

#include "egprof/executions/sides.h"
#include "egprof/options/options.h"

namespace egprof {

// Puts the trial that --baseline names in place of the base, or of an experiment the trials since its last change. If
// these are several runs, each is a run. Nothing without the option.
// Errors: kBadArgument if there are files of a base as well; kNotFound; those of profdiff::ReadSeries.
void TakeBaseline(std::span<const Operand> operands, ProfileOptions& options, Sides& sides);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_BASELINE_H_
