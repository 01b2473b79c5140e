// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of stacks that eu-stack and gdb print, and the names of functions in them.
// Tests: tests/unit/read/stacks/frames_test.cpp.
#ifndef PROFDIFF_READ_STACKS_FRAMES_H_
#define PROFDIFF_READ_STACKS_FRAMES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace profdiff {

struct FrameLine {
  std::uint64_t number = 0;  // 0 for the innermost frame
  std::string name;          // ThreadStack::kUnnamed if the line has none
  bool is_gdb = false;       // true if only gdb writes such lines
};

// Parses a line such as "#1  0x00007fcc9680dce3 __pthread_clockjoin_ex" (eu-stack), "#4  0x0000555592dbc1c1 in backward
// (x=0x0) at abba.c:7" or "#0  futex_wait (private=0) at futex-internal.h:146" (gdb). Returns nullopt for a line that
// begins like a frame but is damaged.
std::optional<FrameLine> ParseFrame(std::string_view line);

// Returns the name of a function that is the same in the texts of all programs: demangled, and without result type,
// parameters, symbol version, suffixes of clones, "__GI_", and the underscores before "pthread_".
std::string PlainName(std::string_view name);

}  // namespace profdiff

#endif  // PROFDIFF_READ_STACKS_FRAMES_H_
