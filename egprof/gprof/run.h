// SPDX-License-Identifier: GPL-3.0-or-later
// The pipelines of the form without a word.
#ifndef EGPROF_GPROF_RUN_H_
#define EGPROF_GPROF_RUN_H_

#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "egprof/gprof/options.h"

namespace egprof {

// Does what the options ask for. What there was to print before an error stays in `output`.
// Errors: profdiff::Error.
void RunGprof(GprofOptions options, Output& output);

// One execution. Source: GPROF.md, section 1.5.
void RunClassic(const GprofOptions& options, const Side& side, Output& output);

}  // namespace egprof

#endif  // EGPROF_GPROF_RUN_H_
