// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the table of input formats: what everybody may know of a format, how a file of it is recognised, and its
// readers.
// Tests: tests/unit/read/profiles/recognise_test.cpp, tests/lint/new_input_test.sh.
#ifndef PROFDIFF_READ_INPUT_FORMAT_ROW_H_
#define PROFDIFF_READ_INPUT_FORMAT_ROW_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/input.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"
#include "read/file/byte_source.h"
#include "read/file/byte_stream.h"
#include "read/file/first_bytes.h"
#include "read/profiles/input.h"
#include "values/observation_builder.h"

namespace profdiff {

// Number of bytes by which a format is recognised.
inline constexpr std::size_t kMarkBytes = ReadBuffer::kSize;

struct FormatRow {
  InputFormat format;
  // True if the file is of this format. Rows are asked in the order of the table.
  bool (*is_it)(const FirstBytes& file) = nullptr;
  // True if `is_it` only checks the syntax, so that an object file could satisfy it by chance.
  bool is_guess = false;
  // True if a file of this format is read as such even if the user has named another one.
  bool overrules_user = false;

  // The readers; null if files of this format do not contain the value. A profile of gprof is read by ReadProfiles, an
  // image by ReadImage, because both need more than the file.
  StackProfile (*read_stacks)(const StackInput& input) = nullptr;
  // Throws kUnsupported if a look at the bytes of a regular file shows that `read_stacks` would find nothing in it;
  // null if only reading shows that.
  void (*require_stacks)(const std::string& path) = nullptr;
  Trace (*read_trace)(const std::string& path, const TraceOptions& options) = nullptr;
  Measurements (*measure)(ByteSource& source, const std::string& path, const MeasureOptions& options) = nullptr;
  void (*observe)(ByteSource& source, const std::string& path, ObservationBuilder& builder) = nullptr;
  // Appends the files of a recording that consists of several files; null for a single file.
  void (*list_files)(const std::string& path, std::vector<std::string>& files) = nullptr;
  // Returns the ranks whose values the file or directory has, in ascending order; null unless the format gives ranks.
  std::vector<std::uint32_t> (*list_ranks)(const std::string& path) = nullptr;
};

// The table.
std::span<const FormatRow> FormatRows();

// Returns the row of a format of the table.
const FormatRow& RowOf(const InputFormat& format);

// Returns the first row of a file; null if there is none. Images other than ELF files have no common mark, so they have
// no row here.
const FormatRow* FindRow(const FirstBytes& file);

// Returns the row of an input; null if its format is unknown.
const FormatRow* FindRow(const Input& input);

// Does the same as WrongKind for a file that has been opened, and has this row; null if its format is unknown.
Error WrongFormat(const FirstBytes& file, const FormatRow* row, std::span<const InputNeed> wanted,
                  ErrorCode code = ErrorCode::kUnknownFormat);

// What the readers of files take.
inline constexpr InputNeed kStacksNeed[] = {{InputKind::kProfile, kGivesNames}};
inline constexpr InputNeed kTraceNeed[] = {{InputKind::kTrace}};
inline constexpr InputNeed kMeasuresNeed[] = {{InputKind::kMeasurements, kGivesRegions},
                                              {InputKind::kProfile, kGivesRegions},
                                              {InputKind::kTrace, kGivesRegions}};
inline constexpr InputNeed kPointsNeed[] = {{InputKind::kMeasurements, kGivesPoints}};

}  // namespace profdiff

#endif  // PROFDIFF_READ_INPUT_FORMAT_ROW_H_
