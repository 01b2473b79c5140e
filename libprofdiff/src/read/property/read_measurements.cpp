// SPDX-License-Identifier: GPL-3.0-or-later
// Detects the format of a file of measurements, and calls its reader.
// Tests: tests/unit/read/property/metric_table_test.cpp.
#include <algorithm>

#include "profdiff/context_tree.h"
#include "profdiff/error.h"
#include "read/file/file.h"
#include "read/file/unpacked.h"
#include "read/profiles/recognise.h"
#include "read/property/declared_arrays.h"
#include "read/property/providers.h"

namespace profdiff {
namespace {

// The names of the kinds of regions, in the order of RegionKind.
constexpr std::string_view kKinds[] = {"program",  "function",    "call",     "loop",   "line",
                                       "parallel", "worksharing", "sections", "single", "master",
                                       "critical", "lock",        "barrier",  "mpi",    "user"};

constexpr std::uint64_t kLargest = std::uint64_t{1} << 36;       // bytes after unpacking
constexpr std::uint64_t kLargestTable = std::uint64_t{1} << 30;  // bytes; smaller, because a table is read as a whole

// Reads a table. Only its first line shows that the file is a table; any other file is an error.
Measurements ReadTable(ByteSource& source, const std::string& path, const MeasureOptions& options) {
  const std::string text = ReadRest(source, 0, kLargestTable);
  if (text.size() > kLargestTable) throw Error(ErrorCode::kUnsupported, path + ": more than 1 GiB of text", path);
  if (IsMetricTable(text)) return ParseMetricTable(text, path, options);
  if (text.starts_with("gmon")) {
    throw Error(ErrorCode::kBadMagic, path + ": a gprof profile: name its program before it", path);
  }
  throw Error(ErrorCode::kBadMagic,
              path +
                  ": neither a callgrind.out file, nor an address trace of lackey, nor a CSV table with columns "
                  "region, metric and value",
              path);
}

}  // namespace

std::string_view RegionKindName(RegionKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<std::size_t> Measurements::FindMetric(std::string_view name) const {
  const auto found = std::ranges::find(metrics, name);
  if (found == metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - metrics.begin());
}

// The file may be a pipe: it is opened once, and its format is detected by looking ahead.
Measurements ReadMeasurements(const std::string& path, const MeasureOptions& options) {
  FileSource file(path);
  UnpackedSource source(file, path, kLargest, options.salvage);
  const std::string_view first = source.First(kStackMarkBytes);
  const bool is_callgrind = RecogniseStacks(first, first.size() < kStackMarkBytes) == StackFormat::kCallgrind;
  const auto read = is_callgrind ? ReadCallgrindMeasurements : IsAddressTrace(first) ? ReadAddressTrace : ReadTable;
  Measurements made = read(source, path, options);
  if (options.arrays) AddDeclaredArrays(made);
  if (const std::optional<Error> damage = source.damage()) {
    made.missing.insert(made.missing.begin(), damage->message() + "; what follows is left out");
  }
  return made;
}

}  // namespace profdiff
