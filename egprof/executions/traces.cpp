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
  return ReportMissing(trace.missing, trace.remarks, path, output);
}

bool ReportMissing(const std::vector<std::string>& missing, const std::vector<std::string>& remarks,
                   const std::string& path, Output& output) {
  for (const std::string& remark : remarks) output.Warn(remark);
  for (const std::string& text : missing) {
    std::string note = text.starts_with(path) ? "" : path + ": ";
    output.notes.push_back(note.append(text));
  }
  return !missing.empty();
}

void AddTraceInputs(const std::vector<std::string>& paths, FileGuard& files) {
  for (const std::string& path : paths) {
    if (!path.empty()) files.AddInputs([path] { return profdiff::FilesOfTrace(path); });
  }
}

void CountCalls(const profdiff::Trace& trace, InputSizes& sizes) {
  sizes.functions += trace.names.size();
  sizes.trace_threads += trace.threads.size();
  for (const profdiff::ThreadTrace& thread : trace.threads) sizes.calls += thread.calls.size();
}

}  // namespace egprof
