// SPDX-License-Identifier: GPL-3.0-or-later
// One execution of another profiler, in gprof's listings or in what takes their place.
#ifndef EGPROF_LISTINGS_RUN_EXECUTION_H_
#define EGPROF_LISTINGS_RUN_EXECUTION_H_

#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"

namespace egprof {

void RunExecution(const ProfileOptions& options, const Side& side, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_RUN_EXECUTION_H_
