// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/bytes.h"

#include <catch2/catch.hpp>

namespace profdiff::bytes_test {

using profdiff::ByteCursor;
using namespace std::string_view_literals;

TEST_CASE("ByteCursor reads numbers of both byte orders", "[bytes]") {
  std::string_view bytes = "\x01\x02\x03\x04\x05\x06\x07\xff\x80"sv;
  ByteCursor little(bytes, false);
  CHECK(little.U32() == 0x04030201);
  CHECK(little.Number(2) == 0x0605);
  CHECK(little.U8() == 0x07);
  CHECK(little.Number(2) == 0x80ff);
  CHECK(little.remaining() == 0);
  CHECK(little.ok());

  ByteCursor big(bytes, true);
  CHECK(big.U64() == 0x01020304050607ff);
  CHECK(big.U8() == 0x80);
  CHECK(big.offset() == 9);
  CHECK(big.ok());
}

TEST_CASE("ByteCursor returns zero past the end and stays failed", "[bytes]") {
  ByteCursor cursor("\x01\x02\x03"sv, false);
  CHECK(cursor.U32() == 0);
  CHECK_FALSE(cursor.ok());
  CHECK(cursor.remaining() == 0);
  CHECK(cursor.U8() == 0);
  CHECK(cursor.Take(0).empty());
  CHECK_FALSE(cursor.ok());
}

TEST_CASE("ByteCursor reads text up to a zero byte", "[bytes]") {
  ByteCursor cursor("ab\0\0cd"sv, false);
  CHECK(cursor.ZeroTerminated() == "ab");
  CHECK(cursor.ZeroTerminated().empty());
  CHECK(cursor.ok());
  CHECK(cursor.ZeroTerminated().empty());
  CHECK_FALSE(cursor.ok());
}

}  // namespace profdiff::bytes_test
