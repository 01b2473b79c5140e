// SPDX-License-Identifier: GPL-3.0-or-later
// The patterns with which uftrace's users choose functions.
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_PATTERN_H_
#define PROFDIFF_READ_TRACE_UFTRACE_PATTERN_H_

#include <cstdint>
#include <string_view>

namespace profdiff {

// How patterns are meant in a recording (uftrace's --match).
enum class UftracePatterns : std::uint8_t {
  kNames,        // a pattern is a name
  kExpressions,  // POSIX extended regular expressions, found anywhere in the name: what uftrace does unless told
  kGlobs,        // as a shell's, for the whole name
};

// True for a pattern without a character that means more than itself: it is a name, whatever its recording says.
bool IsUftraceName(std::string_view pattern);

// Whether a name is meant by a pattern. What is no proper expression or glob means the name that it is. Back references
// and other extensions of the GNU library find nothing, nor does what would take very long.
// Cost: the length of the name times that of the pattern, its repetitions written out.
bool MatchesUftracePattern(std::string_view pattern, std::string_view name,
                           UftracePatterns patterns = UftracePatterns::kExpressions);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_PATTERN_H_
