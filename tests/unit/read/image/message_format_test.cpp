// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/image/message_format.h"

#include <catch2/catch.hpp>

namespace profdiff::message_format_test {
namespace {

std::string Section(const void* section) { return std::string("section ") + static_cast<const char*>(section); }
std::string Object(const void* object) { return std::string("object ") + static_cast<const char*>(object); }

std::string Format(const char* format, ...) {
  std::va_list args;
  va_start(args, format);
  std::string text = FormatMessage(format, args, {Section, Object});
  va_end(args);
  return text;
}

}  // namespace

TEST_CASE("conversions are printf's", "[message_format]") {
  CHECK(Format("plain") == "plain");
  CHECK(Format("%s and %d, %u%%", "text", -7, 8U) == "text and -7, 8%");
  CHECK(Format("%#x %lx %llx %zu %ld", 255U, 0xfffffffffUL, 0x1234567890abcdefULL, sizeof(int), -5L) ==
        "0xff fffffffff 1234567890abcdef 4 -5");
  CHECK(Format("[%5d|%-5s|%05u|%.2s|%*d]", 42, "ab", 7U, "cut off", 4, 9) == "[   42|ab   |00007|cu|   9]");
  CHECK(Format("%c%hx", 'x', 15U) == "xf");
}

TEST_CASE("sections and objects have names", "[message_format]") {
  CHECK(Format("%pB(%pA): %s", "a.out", ".text", "odd") == "object a.out(section .text): odd");
}

TEST_CASE("unknown conversions do not change", "[message_format]") {
  CHECK(Format("%d then %2$s", 1) == "1 then %2$s");
  CHECK(Format("100%") == "100%");
}

}  // namespace profdiff::message_format_test
