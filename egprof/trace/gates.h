// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions on the difference of two traces.
#ifndef EGPROF_TRACE_GATES_H_
#define EGPROF_TRACE_GATES_H_

#include <string>
#include <vector>

#include "egprof/console/gate_log.h"
#include "egprof/trace/options.h"
#include "profdiff/alignment.h"

namespace egprof {

// A condition of --fail-if and the functions for which it holds, largest growth first.
struct TraceGateResult {
  std::string condition;
  std::vector<const profdiff::FunctionDifference*> offenders;
};

// Evaluates the conditions of --fail-if with A as the base and B as the other side. Returns one result per condition.
std::vector<TraceGateResult> FindTraceOffenders(const TraceOptions& options,
                                                const profdiff::TraceComparison& comparison);

// Adds a line for each condition that holds, naming the worst functions, and sets the exit status.
void CheckTraceGates(const TraceOptions& options, const profdiff::TraceComparison& comparison, const GateLog& log);

}  // namespace egprof

#endif  // EGPROF_TRACE_GATES_H_
