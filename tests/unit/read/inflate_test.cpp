// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/inflate.h"

#include <catch2/catch.hpp>

#include "profdiff/error.h"
#include "support/gzip.h"

using namespace profdiff;

namespace {

std::string MessageOf(const std::string& packed) {
  try {
    Gunzip(packed, "p.gz");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kBadCompression);
    return error.message();
  }
  return "none";
}

}  // namespace

TEST_CASE("gzip is told by its first bytes", "[inflate]") {
  CHECK(IsGzip(tests::Gzip("x")));
  CHECK_FALSE(IsGzip(""));
  CHECK_FALSE(IsGzip("\x1f\x8b"));
  CHECK_FALSE(IsGzip("gmon"));
}

TEST_CASE("one member or several unpack to their bytes", "[inflate]") {
  std::string zeros(3000000, '\0');
  CHECK(Gunzip(tests::Gzip(""), "p").empty());
  CHECK(Gunzip(tests::Gzip("abc"), "p") == "abc");
  CHECK(Gunzip(tests::Gzip(zeros), "p") == zeros);
  CHECK(Gunzip(tests::Gzip("abc") + tests::Gzip(zeros) + tests::Gzip("def"), "p") == "abc" + zeros + "def");
  CHECK(Gunzip(tests::Gzip("abc") + std::string(512, '\0'), "p") == "abc");
}

TEST_CASE("a stream that ends early is damaged, wherever it ends", "[inflate]") {
  std::string packed = tests::Gzip("some bytes, and some bytes again");
  for (std::size_t size = 3; size < packed.size(); ++size) {
    CHECK(MessageOf(packed.substr(0, size)) == "p.gz: cannot unpack: the gzip stream ends early");
  }
}

TEST_CASE("changed bytes and bytes behind the stream are damage", "[inflate]") {
  std::string packed = tests::Gzip("some bytes, and some bytes again");
  std::string changed = packed;
  changed[packed.size() - 6] = static_cast<char>(changed[packed.size() - 6] ^ 1);
  CHECK(MessageOf(changed) == "p.gz: cannot unpack: incorrect data check");
  CHECK(MessageOf(packed + "junk") == "p.gz: cannot unpack: bytes after the gzip stream");
}

TEST_CASE("a small file cannot unpack to more than a bound", "[inflate]") {
  std::string packed = tests::Gzip(std::string(200000, '\0'));
  CHECK(Gunzip(packed, "p.gz", 200001).size() == 200000);
  CHECK_THROWS_WITH(Gunzip(packed, "p.gz", 100000), "p.gz: cannot unpack: more than 100000 bytes");
}
