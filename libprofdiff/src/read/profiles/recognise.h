// SPDX-License-Identifier: GPL-3.0-or-later
// Detects formats by the first bytes of a file.
// Tests: tests/unit/read/profiles/recognise_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_RECOGNISE_H_
#define PROFDIFF_READ_PROFILES_RECOGNISE_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "profdiff/context_tree.h"
#include "read/file/byte_stream.h"

namespace profdiff {

// Number of bytes used for detection.
inline constexpr std::size_t kStackMarkBytes = ReadBuffer::kSize;

// Returns the format of a file that begins with the bytes `first`; `is_all` is true if these are the whole file.
// gperftools' own files count as pprof files.
std::optional<StackFormat> RecogniseStacks(std::string_view first, bool is_all);

// True for files of gperftools' CPU profiler, which `pprof -proto` can convert.
bool IsGperftoolsProfile(std::string_view first);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_RECOGNISE_H_
