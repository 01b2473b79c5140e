// SPDX-License-Identifier: GPL-3.0-or-later
// Finds loops of a function by the line of their header, as given by --phase=FN:LINE.
// Tests: tests/unit/read/property/callgrind_loops_test.cpp, address_trace_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_LOOP_LINES_H_
#define PROFDIFF_READ_PROPERTY_LOOP_LINES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "read/property/code_loops.h"

namespace profdiff {

// Returns the loop at a line; the outermost one if there are several.
std::optional<std::size_t> FindLoopAt(const CodeLoops& loops, FunctionId function, std::uint32_t line);

// Returns a message such as "no loop at --phase=f:3; loops of that function are at lines 5, 9".
std::string NoLoopAt(const CodeLoops& loops, FunctionId function, const std::string& phase);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_LOOP_LINES_H_
