// SPDX-License-Identifier: GPL-3.0-or-later
// The pipelines of the gprof-compatible form, which has no command word.
#ifndef EGPROF_GPROF_RUN_H_
#define EGPROF_GPROF_RUN_H_

#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "egprof/gprof/options.h"

namespace egprof {

// Executes what the options request. Output that precedes an error stays in `output`.
// Errors: profdiff::Error.
void RunGprof(GprofOptions options, Output& output);

// Lists one execution as gprof does. Source: GPROF.md, section 1.5.
void RunClassic(const GprofOptions& options, const Side& side, Output& output);

}  // namespace egprof

#endif  // EGPROF_GPROF_RUN_H_
