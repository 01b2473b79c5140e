// SPDX-License-Identifier: GPL-3.0-or-later
// Writes an execution that another profiler recorded, as gprof's listings or as the outputs that replace them.
#ifndef EGPROF_LISTINGS_RUN_EXECUTION_H_
#define EGPROF_LISTINGS_RUN_EXECUTION_H_

#include "egprof/console/console.h"
#include "egprof/executions/execution.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"

namespace egprof {

void RunExecution(const LoadPlan& load, const OutputOptions& outputs, const LayoutOptions& layout, const Side& side,
                  Console& console);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_RUN_EXECUTION_H_
