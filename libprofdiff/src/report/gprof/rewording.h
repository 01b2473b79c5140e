// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations below listings. For numbers from other profilers, some passages of the texts are replaced.
// Tests: tests/unit/report/gprof/stacks_test.cpp.
#ifndef PROFDIFF_REPORT_GPROF_REWORDING_H_
#define PROFDIFF_REPORT_GPROF_REWORDING_H_

#include <span>
#include <string>
#include <string_view>

namespace profdiff {

// A passage of an explanation, and its replacement, which has the same number of lines.
struct Passage {
  std::string_view original, replacement;
};

// Appends an explanation, and below it a form feed and the licence, as in gprof. If `is_measured` is set, the passages
// are replaced, and "seconds" becomes `unit`.
void AppendExplanation(std::string& out, std::string_view text, bool is_measured, std::span<const Passage> passages,
                       std::string_view unit);

// Return the passages for listings of one execution that another profiler recorded.
std::span<const Passage> FlatPassagesOfStacks();
std::span<const Passage> GraphPassagesOfStacks(bool traditional);

// The replacement of the passage about cycles, below the graph of one execution or of a difference.
inline constexpr std::string_view kCyclesOfStacks = R"( Cycles: functions that call each other in a ring have their own
 entries here. The time of each function is the time of the stacks
 that contain it. The times of the callers of such a function
 overlap, and add up to more than its own time: a stack that contains
 several of them counts for each. So there is no entry "as a
 whole", and nothing is shared out among the functions of
 the cycle.
)";

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GPROF_REWORDING_H_
