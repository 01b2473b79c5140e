// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/file/inflate.h"

#include <catch2/catch.hpp>

#include "profdiff/error.h"
#include "support/gzip.h"
#include "support/memory_source.h"

namespace profdiff::inflate_test {
namespace {

// Returns the unpacked bytes of a stream. Reads in chunks of an unusual size.
std::string Unpack(const std::string& packed, std::uint64_t largest = kLargestUnpacked) {
  tests::MemorySource source(packed, 1000);
  ReadBuffer buffer;
  ByteStream stream(source, buffer, false);
  GzipSource gzip(stream, "p.gz", largest);
  std::string all, piece(777, '\0');
  while (std::size_t got = gzip.Read(piece.data(), piece.size())) all.append(piece, 0, got);
  CHECK(gzip.Read(piece.data(), piece.size()) == 0);
  return all;
}

std::string MessageOf(const std::string& packed) {
  try {
    Unpack(packed);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kBadCompression);
    return TextOf(error.message());
  }
  return "none";
}

}  // namespace

TEST_CASE("gzip is recognized by its first bytes", "[inflate]") {
  CHECK(IsGzip(tests::Gzip("x")));
  CHECK_FALSE(IsGzip(""));
  CHECK_FALSE(IsGzip("\x1f\x8b"));
  CHECK_FALSE(IsGzip("gmon"));
}

TEST_CASE("one or several members are unpacked to their bytes", "[inflate]") {
  std::string zeros(3000000, '\0');
  CHECK(Unpack(tests::Gzip("")).empty());
  CHECK(Unpack(tests::Gzip("abc")) == "abc");
  CHECK(Unpack(tests::Gzip(zeros)) == zeros);
  CHECK(Unpack(tests::Gzip("abc") + tests::Gzip(zeros) + tests::Gzip("def")) == "abc" + zeros + "def");
  CHECK(Unpack(tests::Gzip("abc") + std::string(512, '\0')) == "abc");
}

TEST_CASE("a stream that ends early is damaged, wherever it ends", "[inflate]") {
  std::string packed = tests::Gzip("some bytes, and some bytes again");
  for (std::size_t size = 3; size < packed.size(); ++size) {
    CHECK(MessageOf(packed.substr(0, size)) == "p.gz: cannot unpack: the gzip stream ends early");
  }
}

TEST_CASE("changed bytes and bytes after the stream are damage", "[inflate]") {
  std::string packed = tests::Gzip("some bytes, and some bytes again");
  std::string changed = packed;
  changed[packed.size() - 6] = static_cast<char>(changed[packed.size() - 6] ^ 1);
  CHECK(MessageOf(changed) == "p.gz: cannot unpack: incorrect data check");
  CHECK(MessageOf(packed + "junk") == "p.gz: cannot unpack: bytes after the gzip stream");
}

TEST_CASE("the rest of a stream can be checked alone", "[inflate]") {
  std::string packed = tests::Gzip(std::string(200000, 'x'));
  for (bool whole : {true, false}) {
    tests::MemorySource source(whole ? packed : packed.substr(0, packed.size() - 3), 64);
    ReadBuffer buffer;
    ByteStream stream(source, buffer, false);
    GzipSource gzip(stream, "p.gz");
    std::string piece(10, '\0');
    REQUIRE(gzip.Read(piece.data(), piece.size()) == 10);
    if (whole) {
      CHECK_NOTHROW(gzip.CheckRest());
      CHECK(gzip.Read(piece.data(), piece.size()) == 0);
    } else {
      CHECK_THROWS_WITH(gzip.CheckRest(), "cannot unpack: the gzip stream ends early");
    }
  }
}

TEST_CASE("a small file cannot unpack to more than a bound", "[inflate]") {
  std::string packed = tests::Gzip(std::string(200000, '\0'));
  CHECK(Unpack(packed, 200001).size() == 200000);
  CHECK_THROWS_WITH(Unpack(packed, 100000), "cannot unpack: more than 100000 bytes");
}

}  // namespace profdiff::inflate_test
