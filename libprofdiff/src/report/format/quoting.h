// SPDX-License-Identifier: GPL-3.0-or-later
// Quotes names for use in the command-line options that reports suggest.
// Test: tests/unit/analyze/match/match_rename_test.cpp.
#ifndef PROFDIFF_REPORT_FORMAT_QUOTING_H_
#define PROFDIFF_REPORT_FORMAT_QUOTING_H_

#include <string>
#include <string_view>

namespace profdiff {

// Quotes a name for use in a regular expression. Also quotes "=", because a rule "REGEX=NAME" is divided at the first
// unescaped "=".
inline std::string QuotedForExpression(std::string_view name) {
  std::string quoted;
  for (char c : name) {
    if (std::string_view("\\^$.|?*+()[]{}=").find(c) != std::string_view::npos) quoted += '\\';
    quoted += c;
  }
  return quoted;
}

// Quotes a word for a POSIX shell.
inline std::string QuotedForShell(std::string_view word) {
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_QUOTING_H_
