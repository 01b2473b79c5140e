// SPDX-License-Identifier: GPL-3.0-or-later
// The pipelines of the gprof-compatible form, which has no command word.
#ifndef EGPROF_GPROF_RUN_H_
#define EGPROF_GPROF_RUN_H_

#include "egprof/console/console.h"
#include "egprof/executions/execution.h"
#include "egprof/executions/sides.h"
#include "egprof/gprof/options.h"

namespace egprof {

// Executes what the options request. Output that precedes an error stays in `console`.
// Errors: profdiff::Error.
void RunGprof(GprofOptions options, Console& console);

// Registers the files that the command line reads and writes. Errors: those of PlanFiles and ListingOutputs.
void PlanGprofFiles(const GprofOptions& options, const Sides& sides, FileGuard& files);

// Lists one execution as gprof does. Source: GPROF.md, section 1.5.
void RunClassic(const GprofOptions& options, LoadPlan load, const Side& side, Console& console);

}  // namespace egprof

#endif  // EGPROF_GPROF_RUN_H_
