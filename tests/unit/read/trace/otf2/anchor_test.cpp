// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for anchor files of OTF2 archives. The files contain as many properties as they declare, or fewer.
// tests/cli/trace/damaged.py passes a file with too few properties to egprof.
#include "read/trace/otf2/anchor.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::anchor_test {
namespace {

std::string Anchor(char order, std::string_view number, std::string_view rest) {
  std::string anchor = std::string("\x03") + order + std::string(44, '\1');
  anchor.append("host").append(1, '\0').append("tool").append(1, '\0').append(1, '\0');
  return anchor.append(number).append(rest);
}

}  // namespace

TEST_CASE("an anchor has room for the properties that it announces", "[otf2_anchor]") {
  using std::string_view;
  const string_view none("\0\0\0\0", 4), one("\1\0\0\0", 4), one_big("\0\0\0\1", 4), many("\0\x80\0\0", 4);
  const string_view property("key\0value\0", 10), id("12345678");
  CHECK(HasItsProperties(Anchor('B', none, id)));
  CHECK(HasItsProperties(Anchor('B', one, std::string(property).append(id))));
  CHECK(HasItsProperties(Anchor('#', one_big, std::string(property).append(id))));
  CHECK_FALSE(HasItsProperties(Anchor('B', one_big, std::string(property).append(id))));
  CHECK_FALSE(HasItsProperties(Anchor('B', many, id)));
  CHECK_FALSE(HasItsProperties(Anchor('#', many, id)));
  CHECK_FALSE(HasItsProperties(Anchor('B', one, string_view("key\0value", 9))));
  CHECK_FALSE(HasItsProperties(Anchor('B', none.substr(1), "")));
  CHECK_FALSE(HasItsProperties(std::string(60, '\1')));
  CHECK_FALSE(HasItsProperties(""));
}

}  // namespace profdiff::anchor_test
