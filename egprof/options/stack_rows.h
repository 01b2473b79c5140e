// SPDX-License-Identifier: GPL-3.0-or-later
// Options for profiles that other profilers wrote, shared by all commands that read such profiles.
// Test: tests/unit/egprof/options/stack_rows_test.cpp.
#ifndef EGPROF_OPTIONS_STACK_ROWS_H_
#define EGPROF_OPTIONS_STACK_ROWS_H_

#include "egprof/cli/option_row.h"

namespace egprof {

// Requires a profile from a profiler other than gprof.
inline constexpr Condition kOtherProfilers = {
    "is only for profiles of profilers other than gprof, and none is given; see --input-format"};

// Requires gprof profiles. Only they refer to addresses in an image, and thus to source lines and basic blocks.
inline constexpr Condition kAddresses = {"needs addresses in an image, which only gprof profiles have"};

// --input-format, whose names are those of the table of input formats, and the options that filter samples.
const OptionRows& StackRows();

// --kernel, for folders of egprof record.
extern const OptionRow kKernelRow;

}  // namespace egprof

#endif  // EGPROF_OPTIONS_STACK_ROWS_H_
