// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/executions/traces.h"

namespace egprof {

profdiff::Trace LoadTrace(const std::string& path, bool salvage, unsigned threads) {
  profdiff::TraceOptions reading;
  reading.threads = threads;
  reading.salvage = salvage;
  return profdiff::ReadTrace(path, reading);
}

bool ReportMissing(const profdiff::Trace& trace, const std::string& path, Output& output) {
  for (const std::string& remark : trace.remarks) output.Warn(remark);
  for (const std::string& missing : trace.missing) {
    std::string note = missing.starts_with(path) ? "" : path + ": ";
    output.notes.push_back(note.append(missing));
  }
  return !trace.missing.empty();
}

void CountCalls(const profdiff::Trace& trace, InputSizes& sizes) {
  sizes.functions += trace.names.size();
  sizes.trace_threads += trace.threads.size();
  for (const profdiff::ThreadTrace& thread : trace.threads) sizes.calls += thread.calls.size();
}

}  // namespace egprof
