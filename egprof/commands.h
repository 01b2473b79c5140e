// SPDX-License-Identifier: GPL-3.0-or-later
// Words that are commands.
// Tests: tests/unit/egprof/trace_options_test.cpp, tests/unit/egprof/diff_options_test.cpp.
#ifndef EGPROF_COMMANDS_H_
#define EGPROF_COMMANDS_H_

#include <array>
#include <span>

#include "egprof/sides.h"

namespace egprof {

inline constexpr std::array<const char*, 2> kCommandWords = {"diff", "trace"};

// True if the first argument is this word, and means the command: under a name of gprof's, or where an image of that
// name lies in the working folder, it is gprof's operand.
bool IsCommand(const char* word, std::span<const char* const> arguments, const ImageTest& is_image);

}  // namespace egprof

#endif  // EGPROF_COMMANDS_H_
