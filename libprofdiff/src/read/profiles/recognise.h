// SPDX-License-Identifier: GPL-3.0-or-later
// Formats by their first bytes.
// Tests: tests/unit/read/profiles/recognise_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_RECOGNISE_H_
#define PROFDIFF_READ_PROFILES_RECOGNISE_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "profdiff/context_tree.h"
#include "read/file/byte_stream.h"

namespace profdiff {

// How many bytes are looked at.
inline constexpr std::size_t kStackMarkBytes = ReadBuffer::kSize;

// The format of a file that begins so; `is_all` says that nothing follows. gperftools' own files count as pprof's.
std::optional<StackFormat> RecogniseStacks(std::string_view first, bool is_all);

// True for what gperftools' CPU profiler writes before its `pprof -proto` has read it.
bool IsGperftoolsProfile(std::string_view first);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_RECOGNISE_H_
