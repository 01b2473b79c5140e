// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/cli/stacks/run.py.
#include "egprof/listings/run_execution.h"

#include "egprof/executions/execution.h"
#include "egprof/executions/inputs.h"
#include "egprof/executions/plausibility.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/records.h"
#include "profdiff/call_graph.h"
#include "profdiff/context_tree.h"

namespace egprof {

void RunExecution(const ProfileOptions& options, const Side& side, Output& output) {
  output.house_style = true;
  const Execution execution = LoadExecution(options, side, output);
  CheckStacks(execution, !options.stacks.event.empty(), output);
  const Styles styles = WithDefaults(options, execution.has_histogram, execution.has_arcs);
  RequireRecords(side, execution, options, styles);
  const profdiff::CallGraph graph = profdiff::MakeCallGraph(execution.profile, execution.selection);
  const profdiff::ScaledContexts contexts{execution.contexts, execution.context_scale};
  output.stages.Begin(Stage::kWrite);
  WriteExecution(
      options, styles,
      {*execution.functions, execution.profile, graph, execution.selection, execution.contexts ? &contexts : nullptr},
      Label(side), output);
}

}  // namespace egprof
