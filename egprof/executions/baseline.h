// SPDX-License-Identifier: GPL-3.0-or-later
// --baseline: takes the base of a difference from a store.
// Tests: tests/cli/db/run.py.
#ifndef EGPROF_EXECUTIONS_BASELINE_H_
#define EGPROF_EXECUTIONS_BASELINE_H_

#include <span>
#include <string>

#include "egprof/executions/sides.h"

namespace egprof {

// Sets the base to the trial that --baseline names. If --baseline names an experiment, sets the base to the trials
// since its last change; each of these trials becomes one run. Returns true if the base consists of several runs. Does
// nothing if `baseline` is empty. Errors: kBadArgument if a base is also given by files; kNotFound; those of
// profdiff::ReadSeries.
bool TakeBaseline(std::span<const Operand> operands, const std::string& baseline, Sides& sides);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_BASELINE_H_
