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

}  // namespace egprof::terminal_text_test
