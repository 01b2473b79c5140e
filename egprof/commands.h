// SPDX-License-Identifier: GPL-3.0-or-later
// Words that are commands.
// Tests: tests/unit/egprof/trace/options_test.cpp, tests/unit/egprof/diff/options_test.cpp.
#ifndef EGPROF_COMMANDS_H_
#define EGPROF_COMMANDS_H_

#include <array>
#include <span>

#include "egprof/executions/sides.h"

namespace egprof {

inline constexpr std::array<const char*, 2> kCommandWords = {"diff", "trace"};

// True if the first argument is this word and means the command. It is an operand where the program is called gprof,
// and where the working directory has an image of that name.
bool IsCommand(const char* word, std::span<const char* const> arguments, const ImageTest& is_image);

}  // namespace egprof

#endif  // EGPROF_COMMANDS_H_
