// SPDX-License-Identifier: GPL-3.0-or-later
// The expected hashes are those of sha256sum.
#include "egprof/process/sha256.h"

#include <catch2/catch.hpp>
#include <string>

namespace egprof::sha256_test {
namespace {

std::string HashOf(const std::string& text, std::size_t part, bool uses_instructions = true) {
  Sha256 hash(uses_instructions);
  for (std::size_t at = 0; at < text.size(); at += part) hash.Add(std::string_view(text).substr(at, part));
  return hash.Finish();
}

}  // namespace

TEST_CASE("hashes are those of sha256sum, however the text is divided") {
  CHECK(HashOf("", 1) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(HashOf("abc", 1) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const std::string million(1'000'000, 'a');
  for (const std::size_t part : {1U, 7U, 55U, 56U, 63U, 64U, 65U, 1000U, 65536U}) {
    for (const bool uses_instructions : {true, false}) {
      CHECK(HashOf(million, part, uses_instructions) ==
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
  }
  for (const std::size_t length : {55U, 56U, 63U, 64U, 119U, 120U}) {
    CHECK(HashOf(std::string(length, 'x'), 3) == HashOf(std::string(length, 'x'), 200));
  }
}

TEST_CASE("a file that cannot be read has no hash") { CHECK(!HashOfFile("/nowhere/at/all")); }

}  // namespace egprof::sha256_test
