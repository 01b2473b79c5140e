// SPDX-License-Identifier: GPL-3.0-or-later
// Reads measurements of regions, and observations for models. A file of regions may be a pipe: it is opened once, and
// its format is recognised by looking ahead.
// Tests: tests/unit/read/property/metric_table_test.cpp, tests/unit/read/model/read_observations_test.cpp.
#include <optional>

#include "profdiff/models.h"
#include "read/file/file.h"
#include "read/file/unpacked.h"
#include "read/input/format_row.h"
#include "read/property/declared_arrays.h"
#include "read/trace/folder.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kLargestMeasurements = std::uint64_t{1} << 36;  // bytes after unpacking
constexpr std::uint64_t kLargestObservations = std::uint64_t{1} << 30;  // bytes

}  // namespace

Measurements ReadMeasurements(const std::string& path, const MeasureOptions& options) {
  FileSource file(path);
  UnpackedSource source(file, path, kLargestMeasurements, options.salvage);
  const std::string_view first = source.First(kMarkBytes);
  const FirstBytes beginning{path, first, first.size() < kMarkBytes, first.empty() && IsFolder(path)};
  const FormatRow* const row = FindRow(beginning);
  if (row == nullptr || row->measure == nullptr) throw WrongFormat(beginning, row, kMeasuresNeed);
  Measurements made = row->measure(source, path, options);
  if (options.arrays) AddDeclaredArrays(made);
  if (const std::optional<Error> damage = source.damage()) {
    made.missing.insert(made.missing.begin(), WithConsequence(damage->message(), "what follows is left out"));
  }
  return made;
}

Observations ReadObservations(const std::string& path, const std::string& each, ObservedLocations locations) {
  const bool is_folder = IsFolder(path);
  FileSource file(path, is_folder ? FileKind::kAny : FileKind::kRegular);
  UnpackedSource source(file, path, kLargestObservations, /*salvage=*/false);
  const std::string_view first = source.First(kMarkBytes);
  const FirstBytes beginning{path, first, first.size() < kMarkBytes, is_folder};
  const FormatRow* const row = FindRow(beginning);
  if (row == nullptr || row->observe == nullptr) throw WrongFormat(beginning, row, kPointsNeed);
  if (file.Size() > kLargestObservations) {
    throw Error(ErrorCode::kUnsupported, "more than 1 GiB of measurements", path);
  }
  ObservationBuilder builder;
  builder.each = each;
  builder.locations = locations;
  row->observe(source, path, builder);
  Observations made = builder.Take();
  made.inputs = {path};
  return made;
}

}  // namespace profdiff
