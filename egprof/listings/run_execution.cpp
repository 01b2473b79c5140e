// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/cli/stacks/run.py.
#include "egprof/listings/run_execution.h"

#include <optional>

#include "egprof/executions/inputs.h"
#include "egprof/executions/plausibility.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/records.h"
#include "profdiff/context_tree.h"
#include "profdiff/profile.h"

namespace egprof {

void RunExecution(const LoadPlan& load, const OutputOptions& outputs, const LayoutOptions& layout, const Side& side,
                  Console& console) {
  console.messages.set_own_style(true);
  LoadLog log = console.load_log();
  const Execution execution = LoadExecution(load, side, log);
  CheckStacks(execution, !load.loading.stacks.event.empty(), console.messages);
  const Styles styles = WithDefaults(outputs, execution.has_histogram, execution.has_arcs);
  RequireRecords(side, execution, outputs, styles);
  const profdiff::CallGraph graph = profdiff::MakeCallGraph(execution.profile, execution.selection);
  const profdiff::ScaledContexts contexts{execution.contexts, execution.context_scale};
  console.stages.Begin(Stage::kWrite);
  WriteExecution(
      {styles, outputs, layout, std::nullopt},
      {*execution.functions, execution.profile, graph, execution.selection, execution.contexts ? &contexts : nullptr},
      Label(side), console.outlets());
}

}  // namespace egprof
