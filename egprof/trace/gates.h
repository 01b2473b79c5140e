// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions on the difference of two traces.
#ifndef EGPROF_TRACE_GATES_H_
#define EGPROF_TRACE_GATES_H_

#include "egprof/console/output.h"
#include "egprof/trace/options.h"
#include "profdiff/trace_listing.h"

namespace egprof {

// Adds a line for each condition of --fail-if that holds, which names the worst functions, and sets the exit status. B
// is what has grown, A the base.
void CheckTraceGates(const TraceOptions& options, const profdiff::TraceComparison& comparison, Output& output);

}  // namespace egprof

#endif  // EGPROF_TRACE_GATES_H_
