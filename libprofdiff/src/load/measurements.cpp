// SPDX-License-Identifier: GPL-3.0-or-later
// Loads measurements from a recording of any kind.
// Tests: tests/unit/load/measurements_test.cpp.
#include "profdiff/difference.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"
#include "profdiff/ranks.h"
#include "profdiff/trace.h"
#include "values/loading_traces.h"

namespace profdiff {
namespace {

// Drops named values, as MPI arguments are identified by position.
Trace WithoutNamedValues(Trace trace) {
  if (trace.value_names.empty()) return trace;
  const auto is_named = [](const CallValue& value) { return value.argument >= CallValue::kFirstNamed; };
  for (ThreadTrace& thread : trace.threads) std::erase_if(thread.values, is_named);
  return trace;
}

Measurements LoadFile(const std::string& path, const MeasureOptions& options) {
  Measurements measurements = ReadMeasurements(path, options);
  AddLoadBalance(measurements);
  AddCounterEfficiencies(measurements);
  return measurements;
}

}  // namespace

Measurements LoadMeasurements(const Input& input, const MeasureOptions& options) {
  return input.kind() == InputKind::kTrace ? LoadTraceMeasurements({input}, options) : LoadFile(input.path(), options);
}

Measurements LoadTraceMeasurements(const std::vector<Input>& inputs, const MeasureOptions& options) {
  MeasuredParts parts(options);
  LoadMeasuredParts(inputs, options, {}, parts);
  Measurements measurements = parts.Measure();
  if (options.from != 0 || options.to != MeasureOptions::kWholeTrace) {
    parts.Restrict();
    LoadMeasuredParts(inputs, options, {}, parts);
    measurements = parts.Measure();
  }
  measurements.inputs = PathsOf(inputs);
  return measurements;
}

void LoadMeasuredParts(const std::vector<Input>& inputs, const MeasureOptions& options,
                       const std::function<bool(std::uint32_t rank)>& wants, MeasuredParts& parts) {
  TraceOptions reading;
  reading.threads = options.threads;
  reading.salvage = options.salvage;
  reading.values = reading.communications = reading.counters = true;
  const auto take = [&](std::uint32_t rank, const Trace& part) {
    part.value_names.empty() ? parts.Add(part, rank) : parts.Add(WithoutNamedValues(part), rank);
  };
  parts.Add(WithoutNamedValues(ReadTraceByRank(inputs, reading, {wants, take})), std::nullopt);
}

Measurements LoadRankMeasurements(const ExecutionFiles& files, const MeasureOptions& options) {
  if (!options.phase.empty()) {
    throw Error(ErrorCode::kBadArgument, "gprof profiles are sums", files.image.path(), {},
                {RemedyKind::kRecordCalls, {}});
  }
  const ExecutionFiles ordered{files.image, InOrderOfRanks(files.profiles).files};
  LoadingOptions loading;
  loading.salvage = options.salvage;
  loading.runs = loading.keep_runs = true;
  loading.threads = options.threads;
  Diagnostics diagnostics;
  const LoadedExecution execution = LoadExecution(ordered, loading, diagnostics);
  Measurements made = MeasureRanks(*execution.functions, execution.each, PathsOf(ordered.profiles));
  made.remarks = diagnostics.warnings;
  if (options.instances) {
    made.remarks.emplace_back("gprof profiles are sums: calls of the phase cannot be distinguished");
  }
  return made;
}

}  // namespace profdiff
