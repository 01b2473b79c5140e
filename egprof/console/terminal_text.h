// SPDX-License-Identifier: GPL-3.0-or-later
// Untrusted text on a terminal: names of symbols and files may contain control characters.
// Test: tests/unit/egprof/console/terminal_text_test.cpp.
#ifndef EGPROF_CONSOLE_TERMINAL_TEXT_H_
#define EGPROF_CONSOLE_TERMINAL_TEXT_H_

#include <string>
#include <string_view>

namespace egprof {

// Makes text safe to display, piece by piece. Control characters, except for line feed, tab, form feed and the carriage
// return of CR LF (which listings use), direction controls, and bytes that are not UTF-8 become "\x1b" and the like.
class TerminalText {
 public:
  // Converts a piece; an incomplete character at its end is kept for the next one.
  std::string Show(std::string_view piece);
  // Returns the bytes that were kept.
  std::string Rest();

 private:
  std::string unfinished_;
};

// Converts a whole text.
std::string ForTerminal(std::string_view text);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_TERMINAL_TEXT_H_
