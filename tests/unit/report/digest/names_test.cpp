// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/digest/names.h"

#include <catch2/catch.hpp>
#include <string>

#include "base/utf8.h"

namespace profdiff::names_test {

TEST_CASE("A name that is cut keeps its last component", "[digest]") {
  CHECK(ShortenedName("a::bb::ccccc::ddddd", 12) == "a::b…::ddddd");
  CHECK(ShortenedName("net/http.(*conn).serveWithContext", 24) == "net/ht….serveWithContext");
  CHECK(ShortenedName("a::b", 12) == "a::b");
  CHECK(ShortenedName("aaaaaaaaaaaaaaaaaaaaaa::b", 12) == Shortened("aaaaaaaaaaaaaaaaaaaaaa::b", 12));
  CHECK(ShortenedName("a::bbbbbbbbbbbbbbbbbbbbbbbbb", 12) == Shortened("a::bbbbbbbbbbbbbbbbbbbbbbbbb", 12));
  CHECK(ShortenedName("function::{lambda#1}::operator()", 18) == Shortened("function::{lambda#1}::operator()", 18));
}

TEST_CASE("A shortened name has at most as many characters as allowed", "[digest]") {
  for (const char* name : {"a::bb::ccccc::ddddd", "fmt.(*pp).doPrint", "é::ü::ö::äöü", "aaaa", "", "::", "x.y.z"}) {
    for (std::size_t characters = 1; characters < 30; ++characters) {
      CHECK(CountCharacters(ShortenedName(name, characters)) <= characters);
    }
  }
}

}  // namespace profdiff::names_test
