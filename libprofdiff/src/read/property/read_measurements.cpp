// SPDX-License-Identifier: GPL-3.0-or-later
// Which provider reads a file. Tests: tests/unit/read/property/metric_table_test.cpp.
#include <algorithm>

#include "profdiff/context_tree.h"
#include "profdiff/error.h"
#include "read/file/file.h"
#include "read/file/unpacked.h"
#include "read/property/providers.h"

namespace profdiff {
namespace {

constexpr std::string_view kKinds[] = {"program",  "function",    "call",     "loop",   "line",
                                       "parallel", "worksharing", "sections", "single", "master",
                                       "critical", "lock",        "barrier",  "mpi",    "user"};

// What a file begins with, unpacked.
std::string FirstBytes(const std::string& path) {
  constexpr std::size_t kWanted = ReadBuffer::kSize;
  FileSource file(path);
  return std::string(UnpackedSource(file, path, kWanted, true).First(kWanted));
}

}  // namespace

std::string_view RegionKindName(RegionKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<std::size_t> Measurements::FindMetric(std::string_view name) const {
  const auto found = std::ranges::find(metrics, name);
  if (found == metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - metrics.begin());
}

Measurements ReadMeasurements(const std::string& path, const MeasureOptions& options) {
  if (FormatOfStacks(path) == StackFormat::kCallgrind) return ReadCallgrindMeasurements(path, options);
  if (IsAddressTrace(FirstBytes(path))) return ReadAddressTrace(path, options);
  const std::string text = ReadWholeFile(path);
  if (IsMetricTable(text)) return ParseMetricTable(text, path, options);
  if (text.starts_with("gmon")) {
    throw Error(ErrorCode::kBadMagic, path + ": a profile of gprof's runtime: name the program before it", path);
  }
  throw Error(ErrorCode::kBadMagic,
              path +
                  ": neither a callgrind.out file, nor an address trace of lackey, nor a CSV table with columns "
                  "region, metric and value",
              path);
}

}  // namespace profdiff
