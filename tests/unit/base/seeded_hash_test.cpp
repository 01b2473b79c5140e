// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for hashes in tables of untrusted keys.
#include "base/seeded_hash.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "values/named_functions.h"

namespace profdiff::seeded_hash_test {

TEST_CASE("Hashes of equal keys are equal for one seed, and differ for others", "[hash]") {
  const SeededHash one(1), other(2);
  const std::string text = "a name of more than sixteen bytes";
  CHECK(one(text) == one(std::string_view(text)));
  CHECK(one(text) != other(text));
  CHECK(one(7) == one(std::uint64_t{7}));
  CHECK(one(7) != other(7));
  CHECK(one(std::string_view()) == one(""));
  CHECK(NewHashSeed() != NewHashSeed());
}

TEST_CASE("Names that differ in any byte, or in length, have different hashes", "[hash]") {
  const SeededHash hash(3);
  std::set<std::size_t> hashes;
  std::size_t names = 0;
  for (std::size_t size = 0; size < 40; ++size) {
    hashes.insert(hash(std::string(size, '\0')));
    ++names;
    for (std::size_t at = 0; at < size; ++at, ++names) {
      std::string name(size, '\0');
      name[at] = 'x';
      hashes.insert(hash(name));
    }
  }
  CHECK(hashes.size() == names);
}

TEST_CASE("Numbers that share a slot in a table without a seed are found at once", "[hash]") {
  constexpr std::uint64_t kNumbers = 200'000, kSlots = std::uint64_t{1} << 40;
  NumberSet set;
  std::uint64_t looks = 0;
  for (std::uint64_t i = 0; i < kNumbers; ++i) {
    if (set.Find(i * kSlots, [&](std::uint32_t known) { return ++looks, known == i; }) != i) FAIL(i);
  }
  CHECK(set.size() == kNumbers);
  CHECK(looks == 0);
}

}  // namespace profdiff::seeded_hash_test
