// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the reader for a recording. Directories are traces, and so are files with the suffix of a trace format.
// Tests: tests/unit/load/measurements_test.cpp.
#include <filesystem>
#include <string_view>
#include <system_error>

#include "profdiff/difference.h"
#include "profdiff/parts.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"

namespace profdiff {
namespace {

// Drops named values, as MPI arguments are identified by position.
Trace WithoutNamedValues(Trace trace) {
  if (trace.value_names.empty()) return trace;
  for (ThreadTrace& thread : trace.threads) thread.values.clear();
  return trace;
}

Measurements LoadFile(const std::string& path, const MeasureOptions& options) {
  Measurements measurements = ReadMeasurements(path, options);
  AddLoadBalance(measurements);
  return measurements;
}

}  // namespace

bool IsTracePath(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return true;
  const std::string_view name = path;
  return name.ends_with(".otf2") || name.ends_with(".json") || name.ends_with(".json.gz");
}

Measurements LoadMeasurements(const std::string& path, const MeasureOptions& options) {
  return IsTracePath(path) ? LoadTraceMeasurements({path}, options) : LoadFile(path, options);
}

Measurements LoadTraceMeasurements(const std::vector<std::string>& paths, const MeasureOptions& options) {
  MeasuredParts parts(options);
  LoadMeasuredParts(paths, options, {}, parts);
  Measurements measurements = parts.Measure();
  measurements.inputs = paths;
  return measurements;
}

void LoadMeasuredParts(const std::vector<std::string>& paths, const MeasureOptions& options,
                       const std::function<bool(std::uint32_t rank)>& wants, MeasuredParts& parts) {
  TraceOptions reading;
  reading.threads = options.threads;
  reading.salvage = options.salvage;
  reading.values = reading.communications = reading.counters = true;
  const auto take = [&](std::uint32_t rank, const Trace& part) {
    part.value_names.empty() ? parts.Add(part, rank) : parts.Add(WithoutNamedValues(part), rank);
  };
  parts.Add(WithoutNamedValues(ReadTraceByRank(paths, reading, {wants, take})), std::nullopt);
}

Measurements LoadRankMeasurements(const ExecutionFiles& files, const MeasureOptions& options) {
  if (!options.phase.empty()) {
    throw Error(ErrorCode::kBadArgument,
                files.image + ": --phase needs a recording of calls, but gprof profiles are sums", files.image);
  }
  LoadingOptions loading;
  loading.salvage = options.salvage;
  loading.runs = loading.keep_runs = true;
  loading.only_gmon = true;
  loading.threads = options.threads;
  Diagnostics diagnostics;
  const LoadedExecution execution = LoadExecution(files, loading, diagnostics);
  Measurements made = MeasureRanks(*execution.functions, execution.each, files.profiles);
  made.remarks = diagnostics.warnings;
  if (options.instances) made.remarks.push_back("gprof profiles are sums: calls of the phase cannot be distinguished");
  return made;
}

}  // namespace profdiff
