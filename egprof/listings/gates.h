// SPDX-License-Identifier: GPL-3.0-or-later
// --fail-if and --fail-on-function, which decide whether a change may be merged.
#ifndef EGPROF_LISTINGS_GATES_H_
#define EGPROF_LISTINGS_GATES_H_

#include "egprof/console/gate_log.h"
#include "egprof/listings/comparison.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/significance.h"

namespace egprof {

// Checks all conditions, and stores the results in the conclusion of the comparison. `significance` may be null if no
// condition needs it, or if this build cannot judge.
void CheckGates(const GateOptions& options, profdiff::DemangleStyle demangle,
                const profdiff::Significance* significance, Comparison& comparison);

// Adds a line for each condition that holds, with the demangled names of the worst functions, and sets the exit status.
// It is an error if a function given with --fail-on-function exists on neither side, or if a condition cannot be
// judged.
void ReportGates(profdiff::DemangleStyle demangle, const Comparison& comparison, const GateLog& log);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_GATES_H_
