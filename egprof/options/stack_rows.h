// SPDX-License-Identifier: GPL-3.0-or-later
// Rows for profiles of other profilers, which the gprof form and `diff` share.
// Test: tests/unit/egprof/options/stack_rows_test.cpp.
#ifndef EGPROF_OPTIONS_STACK_ROWS_H_
#define EGPROF_OPTIONS_STACK_ROWS_H_

#include "egprof/cli/option_row.h"

namespace egprof {

// The condition that there is a profile of another profiler. The rows below need it.
inline constexpr Condition kOtherProfilers = {
    "is only for profiles of profilers other than gprof, and none is given; see --input-format"};

// The condition that addresses of samples, source lines and blocks are known. Profiles of other profilers lack them.
inline constexpr Condition kAddresses = {"needs addresses in an image, which only gprof profiles have"};

extern const OptionRow kStackRows[9];

}  // namespace egprof

#endif  // EGPROF_OPTIONS_STACK_ROWS_H_
