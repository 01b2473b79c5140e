// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of a function by the line of their header, as --phase=FN:LINE names them.
// Tests: tests/unit/read/property/callgrind_loops_test.cpp, address_trace_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_LOOP_LINES_H_
#define PROFDIFF_READ_PROPERTY_LOOP_LINES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "read/property/code_loops.h"

namespace profdiff {

// The loop at a line; of several the outermost one.
std::optional<std::size_t> FindLoopAt(const CodeLoops& loops, FunctionId function, std::uint32_t line);

// "no loop at --phase=f:3; loops of that function are at lines 5, 9".
std::string NoLoopAt(const CodeLoops& loops, FunctionId function, const std::string& phase);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_LOOP_LINES_H_
