// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/records.h"

#include <string>

#include "egprof/executions/inputs.h"
#include "profdiff/error.h"

namespace egprof {

using profdiff::Error;
using profdiff::ErrorCode;

void RequireRecords(const Side& side, const Execution& execution, const OutputOptions& options, Styles styles) {
  const std::string files = JoinNames(side.profiles);
  if (options.NeedHistogram(styles) && !execution.has_histogram) {
    throw Error(ErrorCode::kMissingRecords, files + ": no histogram, which a flat profile needs; -q lists only calls");
  }
  // An execution with stacks has no arcs if every stack consists of one function. In this case, only the call graph is
  // refused: files of call graphs contain the stacks, so they need no arcs.
  const bool needs_arcs = execution.contexts ? styles.Has(Style::kGraph) : options.NeedArcs(styles);
  if (needs_arcs && !execution.has_arcs) {
    throw Error(ErrorCode::kMissingRecords,
                files + ": no call-graph data, which a call graph needs; -p lists only times");
  }
  if (styles.Has(Style::kExecCounts) && !execution.profile.calls_known) {
    throw Error(ErrorCode::kMissingRecords, files + ": no counts of calls, which -C lists");
  }
}

}  // namespace egprof
