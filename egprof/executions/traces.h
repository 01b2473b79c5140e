// SPDX-License-Identifier: GPL-3.0-or-later
// Loads traces for every command that reads them.
// Tests: tests/cli/trace/run.py, tests/cli/rank/run.py.
#ifndef EGPROF_EXECUTIONS_TRACES_H_
#define EGPROF_EXECUTIONS_TRACES_H_

#include <string>
#include <vector>

#include "egprof/console/file_guard.h"
#include "egprof/console/messages.h"
#include "egprof/console/stages.h"
#include "profdiff/trace.h"

namespace egprof {

// Reads a trace. Errors: those of profdiff::ReadTrace.
profdiff::Trace LoadTrace(const profdiff::Input& input, bool salvage, unsigned threads);

// Adds the remarks on a trace as warnings, and its missing parts as notes. Returns true if something is missing.
bool ReportMissing(const profdiff::Trace& trace, const std::string& path, Messages& messages);
bool ReportMissing(const std::vector<profdiff::Message>& missing, const std::vector<profdiff::Message>& remarks,
                   const std::string& path, Messages& messages);

// Registers the files of traces as inputs. A path may also be any other file, or empty.
void AddTraceInputs(const std::vector<profdiff::Input>& inputs, FileGuard& files);
void AddTraceInputs(const std::vector<std::string>& paths, FileGuard& files);

// Adds a trace to the sizes that --timing prints.
void CountCalls(const profdiff::Trace& trace, InputSizes& sizes);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_TRACES_H_
