// SPDX-License-Identifier: GPL-3.0-or-later
// The patterns that select functions in uftrace.
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_PATTERN_H_
#define PROFDIFF_READ_TRACE_UFTRACE_PATTERN_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "base/regex.h"

namespace profdiff {

// The syntax of the patterns in a recording, which is chosen with uftrace's option --match.
enum class UftracePatterns : std::uint8_t {
  kNames,        // plain names without special characters
  kExpressions,  // POSIX extended regular expressions, which match anywhere in the name: uftrace's default
  kGlobs,        // shell patterns for the whole name
};

// True for a pattern without special characters, which is a plain name in any syntax.
bool IsUftraceName(std::string_view pattern);

// A compiled pattern.
class UftracePattern {
 public:
  explicit UftracePattern(std::string_view pattern, UftracePatterns patterns = UftracePatterns::kExpressions);

  // True if the pattern matches a name. An invalid pattern matches only the identical name, as does one with back
  // references or other GNU extensions, and one that is too large.
  bool Matches(std::string_view name) const;

 private:
  std::string text_;
  Regex regex_;  // matches nothing if the pattern is a plain name or invalid
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_PATTERN_H_
