// SPDX-License-Identifier: GPL-3.0-or-later
// Both sides of a difference, loaded as specified by the options of a command line.
#ifndef EGPROF_EXECUTIONS_EXECUTION_H_
#define EGPROF_EXECUTIONS_EXECUTION_H_

#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"

namespace egprof {

using Execution = profdiff::LoadedExecution;
using Executions = profdiff::LoadedExecutions;

// Returns the options for loading profiles.
profdiff::LoadingOptions LoadingOf(const ProfileOptions& options);

// Loads one execution recorded by another profiler. Errors: those of profdiff::LoadExecution.
Execution LoadExecution(const ProfileOptions& options, const Side& side, Output& output);
// Loads one execution and keeps the profile of each file, not only their sum. Errors: those of profdiff::LoadExecution.
Execution LoadEachRun(const ProfileOptions& options, const Side& side, Output& output);

// Loads both sides. Errors: those of profdiff::LoadExecutions.
Executions LoadExecutions(const ProfileOptions& options, const Side& base, const Side& other, Output& output);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_EXECUTION_H_
