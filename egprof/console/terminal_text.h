// SPDX-License-Identifier: GPL-3.0-or-later
// Untrusted text on a terminal: names of symbols and files may contain control characters.
// Test: tests/unit/egprof/console/terminal_text_test.cpp.
#ifndef EGPROF_CONSOLE_TERMINAL_TEXT_H_
#define EGPROF_CONSOLE_TERMINAL_TEXT_H_

#include <string>
#include <string_view>

namespace egprof {

// Makes text fit to be shown, piece by piece: control characters but line feed, tab, form feed and a carriage return
// before a line feed (which are the listings' own), characters that change the direction of text, and bytes that are no
// UTF-8, become "\x1b" and the like.
class TerminalText {
 public:
  // The next piece; an unfinished character at its end waits for the next one.
  std::string Show(std::string_view piece);
  // What has been waiting.
  std::string Rest();

 private:
  std::string unfinished_;
};

// All of a text.
std::string ForTerminal(std::string_view text);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_TERMINAL_TEXT_H_
