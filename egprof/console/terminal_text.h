// SPDX-License-Identifier: GPL-3.0-or-later
// Makes untrusted text safe for a terminal: names of symbols and files may contain control characters.
// Test: tests/unit/egprof/console/terminal_text_test.cpp.
#ifndef EGPROF_CONSOLE_TERMINAL_TEXT_H_
#define EGPROF_CONSOLE_TERMINAL_TEXT_H_

#include <string>
#include <string_view>

namespace egprof {

// Makes text safe for display. The text may be passed in several pieces. Line and direction controls, bytes that are
// not UTF-8, and control characters are replaced by text such as "\x1b". Line feed, tab, form feed and the carriage
// return of CR LF stay, because listings use them.
class TerminalText {
 public:
  // Converts a piece; an incomplete character at its end is kept for the next one.
  std::string Show(std::string_view piece);
  // Returns the bytes that were kept, in escaped form.
  std::string Rest();

 private:
  std::string unfinished_;
};

// Converts a whole text.
std::string ForTerminal(std::string_view text);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_TERMINAL_TEXT_H_
