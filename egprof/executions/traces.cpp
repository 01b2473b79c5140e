// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/executions/traces.h"

namespace egprof {

profdiff::Trace LoadTrace(const profdiff::Input& input, bool salvage, unsigned threads) {
  profdiff::TraceOptions reading;
  reading.threads = threads;
  reading.salvage = salvage;
  return profdiff::ReadTrace(input, reading);
}

bool ReportMissing(const profdiff::Trace& trace, const std::string& path, Messages& messages) {
  return ReportMissing(trace.missing, trace.remarks, path, messages);
}

bool ReportMissing(const std::vector<profdiff::Message>& missing, const std::vector<profdiff::Message>& remarks,
                   const std::string& path, Messages& messages) {
  for (const profdiff::Message& remark : remarks) messages.Warn(remark);
  for (profdiff::Message part : missing) {
    if (part.file.empty()) part.file = path;
    messages.Note(std::move(part));
  }
  return !missing.empty();
}

void AddTraceInputs(const std::vector<profdiff::Input>& inputs, FileGuard& files) {
  for (const profdiff::Input& input : inputs) {
    if (!input.empty()) files.AddInputs([input] { return profdiff::FilesOfTrace(input); });
  }
}

void AddTraceInputs(const std::vector<std::string>& paths, FileGuard& files) {
  AddTraceInputs(std::vector<profdiff::Input>(paths.begin(), paths.end()), files);
}

void CountCalls(const profdiff::Trace& trace, InputSizes& sizes) {
  sizes.functions += trace.names.size();
  sizes.trace_threads += trace.threads.size();
  for (const profdiff::ThreadTrace& thread : trace.threads) sizes.calls += thread.calls.size();
}

}  // namespace egprof
