// SPDX-License-Identifier: GPL-3.0-or-later
// Makes untrusted text safe for a terminal: names of symbols and files may contain control characters. Only this file
// knows escape sequences of terminals for colours.
// Test: tests/unit/egprof/console/terminal_text_test.cpp.
#ifndef EGPROF_CONSOLE_TERMINAL_TEXT_H_
#define EGPROF_CONSOLE_TERMINAL_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/error.h"

namespace egprof {

// Returns marks for parts of reports, which TerminalText replaces by colours and other attributes. They contain a
// random text, so that no file can contain them.
profdiff::TextStyles MakeMarks();

// Makes text safe for display. The text may be passed in several pieces. Line and direction controls, bytes that are
// not UTF-8, and control characters are replaced by text such as "\x1b". Line feed, tab, form feed and the carriage
// return of CR LF stay, because listings use them.
class TerminalText {
 public:
  TerminalText() = default;
  // Replaces `marks`, which MakeMarks returned.
  explicit TerminalText(const profdiff::TextStyles& marks);

  // Converts a piece; an incomplete character at its end is kept for the next one.
  std::string Show(std::string_view piece);
  // Returns the bytes that were kept, in escaped form.
  std::string Rest();

 private:
  std::size_t MarkAt(std::string_view text, std::string& shown) const;

  std::string unfinished_;
  std::vector<std::pair<std::string, std::string>> sequences_;  // a mark, and what replaces it
};

// Converts a whole text.
std::string ForTerminal(std::string_view text);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_TERMINAL_TEXT_H_
