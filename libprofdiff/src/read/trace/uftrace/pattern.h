// SPDX-License-Identifier: GPL-3.0-or-later
// The patterns that select functions in uftrace.
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_PATTERN_H_
#define PROFDIFF_READ_TRACE_UFTRACE_PATTERN_H_

#include <cstdint>
#include <string_view>

namespace profdiff {

// The syntax of the patterns in a recording, which is chosen with uftrace's option --match.
enum class UftracePatterns : std::uint8_t {
  kNames,        // plain names without special characters
  kExpressions,  // POSIX extended regular expressions, which match anywhere in the name: uftrace's default
  kGlobs,        // shell patterns for the whole name
};

// True for a pattern without special characters, which is a plain name in any syntax.
bool IsUftraceName(std::string_view pattern);

// True if a pattern matches a name. Invalid patterns match only an identical name, as do patterns with back references
// or other GNU extensions, and patterns whose cost would exceed a limit.
// Cost: the length of the name times the length of the pattern with expanded repetitions.
bool MatchesUftracePattern(std::string_view pattern, std::string_view name,
                           UftracePatterns patterns = UftracePatterns::kExpressions);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_PATTERN_H_
