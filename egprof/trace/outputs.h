// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs of `egprof trace` in addition to its report, or instead of it.
#ifndef EGPROF_TRACE_OUTPUTS_H_
#define EGPROF_TRACE_OUTPUTS_H_

#include "egprof/console/file_guard.h"
#include "egprof/console/outlets.h"
#include "egprof/trace/options.h"
#include "profdiff/alignment.h"

namespace egprof {

// Registers all inputs and outputs. Errors: those of PlanOutputs.
void PlanTraceFiles(const TraceOptions& options, FileGuard& files);

void WriteTraceOutputs(const TraceOptions& options, const profdiff::TraceComparison& comparison,
                       const profdiff::TraceListingOptions& listing, const Outlets& to);

}  // namespace egprof

#endif  // EGPROF_TRACE_OUTPUTS_H_
