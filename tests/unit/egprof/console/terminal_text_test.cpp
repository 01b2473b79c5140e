// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/console/terminal_text.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>

namespace egprof::terminal_text_test {

using egprof::ForTerminal;
using egprof::TerminalText;

TEST_CASE("control characters are shown instead of executed", "[terminal_text]") {
  CHECK(ForTerminal("") == "");
  CHECK(ForTerminal("plain\n\ttext\f") == "plain\n\ttext\f");
  CHECK(ForTerminal("a,b\r\nc\rd\r") == "a,b\r\nc\\x0dd\\x0d");
  CHECK(ForTerminal("\x1b[2Jgone\r\a\x7f") == "\\x1b[2Jgone\\x0d\\x07\\x7f");
  CHECK(ForTerminal(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(ForTerminal("\xc2\x9b"
                    "31m") == "\\xc2\\x9b31m");  // the control sequence introducer as one character, U+009B
}

TEST_CASE("characters that change the direction of text are shown", "[terminal_text]") {
  CHECK(ForTerminal("a\u202eb") == "a\\xe2\\x80\\xaeb");
  CHECK(ForTerminal("\u061c\u200e\u200f") == "\\xd8\\x9c\\xe2\\x80\\x8e\\xe2\\x80\\x8f");
  CHECK(ForTerminal("\u202a\u2066\u2069") == "\\xe2\\x80\\xaa\\xe2\\x81\\xa6\\xe2\\x81\\xa9");
  CHECK(ForTerminal("\u2028\u2029\u0085\u2027") == "\\xe2\\x80\\xa8\\xe2\\x80\\xa9\\xc2\\x85\u2027");
  CHECK(ForTerminal("\u202f\u2065\u206a\u05d0") == "\u202f\u2065\u206a\u05d0");
}

TEST_CASE("UTF-8 remains, other bytes are escaped", "[terminal_text]") {
  CHECK(ForTerminal("é ß 中 😀 \xc2\xa0") == "é ß 中 😀 \xc2\xa0");
  CHECK(ForTerminal("\xff\xc0\x80") == "\\xff\\xc0\\x80");
  CHECK(ForTerminal("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // half of a surrogate pair
  CHECK(ForTerminal("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond the last code point
  CHECK(ForTerminal("\xe0\x80\x9b") == "\\xe0\\x80\\x9b");           // overlong encoding
  CHECK(ForTerminal("cut \xe4\xb8") == "cut \\xe4\\xb8");
}

TEST_CASE("the ends of chunks make no difference", "[terminal_text]") {
  std::mt19937 random(1);
  const std::string text = "é\x1b中\xff😀\r\n\xf0\x9f plain \r \xc2";
  for (int i = 0; i < 300; ++i) {
    TerminalText terminal;
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t some = std::min<std::size_t>(random() % 4, text.size() - at);
      shown += terminal.Show(std::string_view(text).substr(at, some));
      at += some;
    }
    CHECK(shown + terminal.Rest() == ForTerminal(text));
  }
}

TEST_CASE("Only marks of this run become colours", "[terminal_text]") {
  const profdiff::TextStyles marks = MakeMarks(), others = MakeMarks();
  CHECK(marks.verdict != others.verdict);
  const std::string text = marks.verdict + "slower" + marks.end + " " + marks.more + "1" + marks.end + marks.less +
                           "2" + marks.end + marks.noise + "3" + marks.end + "\n";
  const std::string shown = "\x1b[1mslower\x1b[0m \x1b[35m1\x1b[0m\x1b[36m2\x1b[0m\x1b[2m3\x1b[0m\n";
  CHECK(TerminalText(marks).Show(text) == shown);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    TerminalText in_parts(marks);
    std::string joined = in_parts.Show(text.substr(0, cut));
    joined += in_parts.Show(text.substr(cut));
    CHECK(joined + in_parts.Rest() == shown);
  }
  CHECK(ForTerminal(marks.end) == "\\x01" + marks.end.substr(1));
  CHECK(TerminalText(marks).Show(others.end + "\x1b[1m\x01 ") == "\\x01" + others.end.substr(1) + "\\x1b[1m\\x01 ");
  TerminalText unfinished(marks);
  CHECK(unfinished.Show(marks.end.substr(0, 5)) == "");
  CHECK(unfinished.Rest().starts_with("\\x01"));
  CHECK(TerminalText(profdiff::TextStyles()).Show("\x01") == "\\x01");
}

}  // namespace egprof::terminal_text_test
