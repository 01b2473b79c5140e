// SPDX-License-Identifier: GPL-3.0-or-later
// The command `egprof trace`: two executions, call by call.
#ifndef EGPROF_TRACE_TRACE_H_
#define EGPROF_TRACE_TRACE_H_

#include "egprof/cli/options.h"
#include "egprof/console/output.h"

namespace egprof {

// Reads one or two traces and writes what the options ask for.
// Errors: profdiff::Error.
void RunTrace(Options options, Output& output);

}  // namespace egprof

#endif  // EGPROF_TRACE_TRACE_H_
