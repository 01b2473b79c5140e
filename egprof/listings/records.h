// SPDX-License-Identifier: GPL-3.0-or-later
// Records that profiles must have for the requested listings.
// Tests: tests/cli/diff/run.py, tests/cli/stacks/run.py.
#ifndef EGPROF_LISTINGS_RECORDS_H_
#define EGPROF_LISTINGS_RECORDS_H_

#include "egprof/executions/execution.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"

namespace egprof {

// Throws if an execution lacks records that these styles need, because the difference would then consist of the other
// side only. Errors: kMissingRecords.
void RequireRecords(const Side& side, const Execution& execution, const GraphOptions& graphs, Styles styles);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_RECORDS_H_
