// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/utf8.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::utf8_test {

TEST_CASE("Bytes that are not UTF-8 are treated as Latin-1", "[utf8]") {
  CHECK(AsUtf8("a\xc3\xa4z") == "a\xc3\xa4z");
  CHECK(AsUtf8("a\xe4z") == "a\xc3\xa4z");
  CHECK(AsUtf8("\xe2\x82") == "\xc3\xa2\xc2\x82");
  CHECK(AsUtf8("\xed\xa0\x80") == "\xc3\xad\xc2\xa0\xc2\x80");  // half of a surrogate pair
  CHECK(AsUtf8("").empty());
}

TEST_CASE("Texts are cut between characters", "[utf8]") {
  CHECK(CountCharacters("a\xc3\xa4\xe2\x82\xac") == 3);
  CHECK(CutToCharacters("abcdefgh", 8) == "abcdefgh");
  CHECK(CutToCharacters("abcdefgh", 7) == "ab...gh");
  CHECK(CutToCharacters("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 5) == "\xc3\xa4...\xc3\xa4");
  CHECK(CutToCharacters("abcdefgh", 5, "\xe2\x80\xa6") == "ab\xe2\x80\xa6gh");
}

}  // namespace profdiff::utf8_test
