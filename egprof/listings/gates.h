// SPDX-License-Identifier: GPL-3.0-or-later
// --fail-if and --fail-on-function, which decide whether a change may be merged.
#ifndef EGPROF_LISTINGS_GATES_H_
#define EGPROF_LISTINGS_GATES_H_

#include "egprof/console/output.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/significance.h"

namespace egprof {

// Adds a line for each condition that holds, with the names of the worst functions, and sets the exit status.
// `significance` may be null if no condition needs it. It is an error if a function given with --fail-on-function
// exists on neither side, or if a condition requires significance but no function can be significant; the message is
// printed after the report. Returns all results.
profdiff::GateResults CheckGates(const ProfileOptions& options, const profdiff::Difference& difference,
                                 const profdiff::Significance* significance, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_GATES_H_
