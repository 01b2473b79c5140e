// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for numbers in debug information, and for the end of a section.
#include "read/image/dwarf/cursor.h"

#include <catch2/catch.hpp>
#include <limits>

#include "support/dwarf_bytes.h"

namespace profdiff::cursor_test {

using tests::Bytes;

TEST_CASE("numbers have the byte order of their section", "[dwarf]") {
  for (bool big_endian : {false, true}) {
    Bytes bytes(big_endian);
    bytes.U8(0xfe).U16(0x1234).Number(0x123456, 3).U32(0x89abcdef).U64(0x0123456789abcdef);
    DwarfCursor cursor(bytes.str(), big_endian);
    CHECK(cursor.U8() == 0xfe);
    CHECK(cursor.U16() == 0x1234);
    CHECK(cursor.Number(3) == 0x123456);
    CHECK(cursor.Number(4) == 0x89abcdef);
    CHECK(cursor.Number(8) == 0x0123456789abcdef);
    CHECK(cursor.AtEnd());
    CHECK(cursor.ok());
  }
}

TEST_CASE("LEB128 numbers of any length", "[dwarf]") {
  constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  Bytes bytes;
  bytes.Uleb(0).Uleb(127).Uleb(128).Uleb(~std::uint64_t{0}).Sleb(0).Sleb(-1).Sleb(63).Sleb(64).Sleb(-65).Sleb(kLowest);
  bytes.Raw(std::string(12, '\xff')).U8(0x7f).Uleb(5);
  DwarfCursor cursor(bytes.str(), false);
  CHECK(cursor.Uleb() == 0);
  CHECK(cursor.Uleb() == 127);
  CHECK(cursor.Uleb() == 128);
  CHECK(cursor.Uleb() == ~std::uint64_t{0});
  for (std::int64_t number :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{63}, std::int64_t{64}, std::int64_t{-65}, kLowest}) {
    CHECK(cursor.Sleb() == number);
  }
  CHECK(cursor.Sleb() == -1);  // bits above the 64th are ignored
  CHECK(cursor.Uleb() == 5);
  CHECK(cursor.ok());
}

TEST_CASE("after the end of the bytes all values are zero", "[dwarf]") {
  auto broken = [](auto read, std::string_view bytes) {
    DwarfCursor cursor(bytes, false);
    read(cursor);
    CHECK_FALSE(cursor.ok());
    CHECK(cursor.AtEnd());
    CHECK(cursor.U64() == 0);
  };
  broken([](DwarfCursor& c) { CHECK(c.U16() == 0); }, "\x01");
  broken([](DwarfCursor& c) { CHECK(c.Number(3) == 0); }, "\x01\x02");
  broken([](DwarfCursor& c) { c.Uleb(); }, "\x81\x82");
  broken([](DwarfCursor& c) { c.SkipLeb(); }, "\x81\x82");
  broken([](DwarfCursor& c) { c.Sleb(); }, "");
  broken([](DwarfCursor& c) { CHECK(c.String().empty()); }, "no end");
  broken([](DwarfCursor& c) { c.Skip(~std::uint64_t{0}); }, "abc");
  DwarfCursor beyond("abc", false, 4);
  CHECK_FALSE(beyond.ok());
}

TEST_CASE("strings end at a zero byte", "[dwarf]") {
  using namespace std::string_view_literals;
  DwarfCursor cursor("abc\0\0d\0"sv, false);
  CHECK(cursor.String() == "abc");
  CHECK(cursor.String().empty());
  CHECK(cursor.String() == "d");
  CHECK(cursor.AtEnd());
  CHECK(cursor.ok());
}

}  // namespace profdiff::cursor_test
