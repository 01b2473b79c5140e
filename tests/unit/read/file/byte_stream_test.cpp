// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/file/byte_stream.h"

#include <catch2/catch.hpp>

#include "support/memory_source.h"

namespace profdiff::byte_stream_test {

using profdiff::ByteStream;
using profdiff::ReadBuffer;
using tests::MemorySource;
using namespace std::string_literals;
using Numbers = profdiff::Bins;

TEST_CASE("ByteStream reads numbers of both byte orders from chunks of any size", "[byte_stream]") {
  for (std::size_t piece : {1U, 2U, 3U, 100U}) {
    ReadBuffer buffer;
    MemorySource source("\x01\x02\x03\x04\x05\x06\x07\xff\x80"s, piece);
    ByteStream little(source, buffer, false);
    CHECK(little.U32() == 0x04030201);
    CHECK(little.Number(2) == 0x0605);
    CHECK(little.U8() == 0x07);
    CHECK(little.Number(2) == 0x80ff);
    CHECK(little.AtEnd());
    CHECK(little.ok());

    MemorySource again("\x01\x02\x03\x04\x05\x06\x07\xff\x80"s, piece);
    ByteStream big(again, buffer, true);
    CHECK(big.U64() == 0x01020304050607ff);
    CHECK(big.U8() == 0x80);
    CHECK(big.offset() == 9);
    CHECK(big.ok());
  }
}

TEST_CASE("ByteStream returns zero past the end and stays failed", "[byte_stream]") {
  ReadBuffer buffer;
  MemorySource source("\x01\x02\x03"s);
  ByteStream stream(source, buffer, false);
  CHECK(stream.U32() == 0);
  CHECK_FALSE(stream.ok());
  CHECK(stream.offset() == 3);
  CHECK(stream.AtEnd());
  CHECK(stream.U8() == 0);
  CHECK_FALSE(stream.ok());
}

TEST_CASE("ByteStream skips text of any length", "[byte_stream]") {
  ReadBuffer buffer;
  MemorySource source("ab\0"s + std::string(3 * ReadBuffer::kSize, 'x') + "\0cd"s);
  ByteStream stream(source, buffer, false);
  stream.SkipText();
  CHECK(stream.offset() == 3);
  stream.SkipText();
  CHECK(stream.ok());
  CHECK(stream.Take(2) == "cd");
  stream.SkipText();
  CHECK_FALSE(stream.ok());
}

TEST_CASE("ByteStream adds all two-byte numbers that exist", "[byte_stream]") {
  for (std::size_t piece : {1U, 3U, 8U, 100U}) {
    ReadBuffer buffer;
    const std::string bytes = "\x01\x02\xff\xff\0\0\0\0\x01\0"s + std::string(8, '\0') + "\x05\0\x03"s;
    Numbers sums = {7, 1, 1};
    MemorySource source(bytes, piece);
    ByteStream little(source, buffer, false);
    CHECK(little.AddU16s(~std::uint64_t{0}, sums) == 10);
    CHECK(sums == Numbers{7 + 0x0201, 1 + 0xffff, 1, 0, 1, 0, 0, 0, 0, 5});
    CHECK(little.ok());
    CHECK(little.Peek(1) == "\x03");

    sums.clear();
    MemorySource again("\x01\x02\xff\xfe"s, piece);
    ByteStream big(again, buffer, true);
    CHECK(big.AddU16s(1, sums) == 1);
    CHECK(sums == Numbers{0x0102});
    CHECK(big.offset() == 2);
  }
}

TEST_CASE("ByteStream adds numbers across its buffer's end", "[byte_stream]") {
  ReadBuffer buffer;
  const std::size_t count = 2 * ReadBuffer::kSize;
  std::string bytes = "x";
  for (std::size_t i = 0; i < count; ++i) bytes += {static_cast<char>(i % 251), '\0'};
  MemorySource source(bytes);
  ByteStream stream(source, buffer, false);
  stream.Take(1);
  Numbers sums;
  REQUIRE(stream.AddU16s(count, sums) == count);
  bool good = true;
  for (std::size_t i = 0; i < count; ++i) good = good && sums[i] == i % 251;
  CHECK(good);
  CHECK(stream.AtEnd());
}

}  // namespace profdiff::byte_stream_test
