// SPDX-License-Identifier: GPL-3.0-or-later
// The report of `egprof diff`.
#ifndef EGPROF_DIFF_REPORT_H_
#define EGPROF_DIFF_REPORT_H_

#include "egprof/console/output.h"
#include "egprof/diff/options.h"
#include "egprof/listings/comparison.h"

namespace egprof {

// Throws if neither times nor calls are known on both sides.
void RequireSomethingInCommon(const Executions& sides, const Side& base, const Side& other);

// Takes all notes that there are so far: they say how well the sides can be compared. `significance` may be null.
void WriteReport(const DiffOptions& options, const Comparison& comparison, const profdiff::Significance* significance,
                 Output& output);

}  // namespace egprof

#endif  // EGPROF_DIFF_REPORT_H_
