// SPDX-License-Identifier: GPL-3.0-or-later
// Which reader a recording needs: folders and files with the endings of traces are traces.
// Tests: tests/unit/load/measurements_test.cpp.
#include <filesystem>
#include <string_view>
#include <system_error>

#include "profdiff/properties.h"
#include "profdiff/trace.h"

namespace profdiff {
namespace {

bool IsTracePath(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return true;
  const std::string_view name = path;
  return name.ends_with(".otf2") || name.ends_with(".json") || name.ends_with(".json.gz");
}

}  // namespace

Measurements LoadMeasurements(const std::string& path, const MeasureOptions& options) {
  if (!IsTracePath(path)) return ReadMeasurements(path, options);
  TraceOptions trace;
  trace.threads = options.threads;
  trace.salvage = options.salvage;
  trace.values = trace.communications = true;
  Measurements measurements = MeasureTrace(ReadTrace(path, trace), options);
  measurements.inputs = {path};
  return measurements;
}

}  // namespace profdiff
