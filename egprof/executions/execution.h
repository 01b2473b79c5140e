// SPDX-License-Identifier: GPL-3.0-or-later
// Both sides of a difference, loaded as the options of a command line say.
#ifndef EGPROF_EXECUTIONS_EXECUTION_H_
#define EGPROF_EXECUTIONS_EXECUTION_H_

#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"

namespace egprof {

using Execution = profdiff::LoadedExecution;
using Executions = profdiff::LoadedExecutions;

// Errors: those of profdiff::LoadExecutions.
Executions LoadExecutions(const ProfileOptions& options, const Side& base, const Side& other, Output& output);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_EXECUTION_H_
