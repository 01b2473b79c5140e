// SPDX-License-Identifier: GPL-3.0-or-later
// What `egprof trace` writes beside its report, or in its place.
#ifndef EGPROF_TRACE_OUTPUTS_H_
#define EGPROF_TRACE_OUTPUTS_H_

#include "egprof/cli/options.h"
#include "egprof/console/output.h"
#include "profdiff/trace_listing.h"

namespace egprof {

void WriteTraceOutputs(const Options& options, const profdiff::TraceComparison& comparison,
                       const profdiff::TraceListingOptions& listing, Output& output);

}  // namespace egprof

#endif  // EGPROF_TRACE_OUTPUTS_H_
