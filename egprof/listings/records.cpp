// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/records.h"

#include <string>

#include "egprof/executions/inputs.h"
#include "profdiff/error.h"
#include "values/amount_words.h"

namespace egprof {

using profdiff::Error;
using profdiff::ErrorCode;

void RequireRecords(const Side& side, const Execution& execution, const GraphOptions& graphs, Styles styles) {
  const profdiff::Place files = profdiff::Place::Named(JoinNames(side.profiles));
  if (graphs.NeedHistogram(styles) && !execution.has_histogram) {
    throw Error(ErrorCode::kMissingRecords, "no histogram, which a flat profile needs; -q lists only calls", {}, files);
  }
  // An execution with stacks has no arcs if every stack consists of one function. In this case, only the call graph is
  // refused: files of call graphs contain the stacks, so they need no arcs.
  const bool needs_arcs = execution.contexts ? styles.Has(Style::kGraph) : graphs.NeedArcs(styles);
  if (needs_arcs && !execution.has_arcs) {
    throw Error(ErrorCode::kMissingRecords,
                "no call-graph data, which a call graph needs; -p lists only " +
                    profdiff::AmountsWord(execution.profile.dimension),
                {}, files);
  }
  if (styles.Has(Style::kExecCounts) && !execution.profile.calls_known) {
    throw Error(ErrorCode::kMissingRecords, "no counts of calls, which -C lists", {}, files);
  }
}

}  // namespace egprof
