// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the simulated data cache and its kinds of misses.
#include "base/data_cache.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace profdiff::data_cache_test {
namespace {

// A simulator that keeps a list of cache lines for each set; the last line of a list is the most recently used one.
struct Reference {
  bool Hits(std::vector<std::uint64_t>& set, std::uint64_t line, std::size_t most) {
    const auto found = std::find(set.begin(), set.end(), line);
    const bool hits = found != set.end();
    if (hits) set.erase(found);
    set.push_back(line);
    if (set.size() > most) set.erase(set.begin());
    return hits;
  }
  CacheMiss Refer(std::uint64_t line) {
    const bool in_all = Hits(all, line, shape.size / shape.line);
    if (Hits(sets[line % shape.sets()], line, shape.ways)) return CacheMiss::kNone;
    if (seen.insert(line).second) return CacheMiss::kCompulsory;
    return in_all ? CacheMiss::kConflict : CacheMiss::kCapacity;
  }

  CacheShape shape;
  std::vector<std::vector<std::uint64_t>> sets;
  std::vector<std::uint64_t> all = {};
  std::set<std::uint64_t> seen = {};
};

}  // namespace

TEST_CASE("Random references miss as in a simulator of lists", "[cache]") {
  std::mt19937_64 random(7);
  for (const CacheShape shape :
       {CacheShape{1024, 4, 32}, CacheShape{512, 1, 64}, CacheShape{768, 3, 16}, CacheShape{256, 4, 64}}) {
    REQUIRE(shape.IsSound());
    DataCache cache(shape);
    Reference reference{shape, std::vector<std::vector<std::uint64_t>>(shape.sets())};
    std::size_t counts[4] = {};
    for (int i = 0; i < 20000; ++i) {
      const std::uint64_t size = 1 + random() % 8;
      const std::uint64_t address = random() % (i % 5 == 0 ? 16 * shape.size : shape.size + 200);
      const std::uint64_t first = address / shape.line, last = (address + size - 1) / shape.line;
      CacheMiss expected = reference.Refer(first);
      if (last != first) {
        const CacheMiss second = reference.Refer(last);
        if (expected == CacheMiss::kNone || (second != CacheMiss::kNone && second < expected)) expected = second;
      }
      const CacheMiss miss = cache.Refer(address, size);
      REQUIRE(miss == expected);
      ++counts[static_cast<std::size_t>(miss)];
    }
    CHECK(std::all_of(counts, counts + 3, [](std::size_t count) { return count > 10; }));
    CHECK((counts[3] > 0) == (shape.sets() > 1));  // a cache with one set has no conflicts
  }
}

TEST_CASE("A reference over two lines misses once", "[cache]") {
  DataCache cache({256, 2, 64});
  CHECK(cache.Refer(60, 8) == CacheMiss::kCompulsory);
  CHECK(cache.Refer(0, 4) == CacheMiss::kNone);
  CHECK(cache.Refer(64, 64) == CacheMiss::kNone);
  CHECK(cache.Refer(100, 30) == CacheMiss::kCompulsory);  // bytes 128 to 129 are in a new line
  CHECK(cache.Refer(~std::uint64_t{0} - 1, 8) == CacheMiss::kCompulsory);
}

TEST_CASE("Impossible cache shapes are invalid", "[cache]") {
  CHECK(CacheShape{32768, 8, 64}.IsSound());
  CHECK(CacheShape{49152, 12, 64}.IsSound());
  for (const CacheShape bad :
       {CacheShape{0, 8, 64}, CacheShape{32768, 0, 64}, CacheShape{32768, 8, 0}, CacheShape{32768, 8, 48},
        CacheShape{32000, 8, 64}, CacheShape{24576, 8, 64}, CacheShape{std::uint64_t{1} << 40, 8, 64}}) {
    CHECK(!bad.IsSound());
  }
}

}  // namespace profdiff::data_cache_test
