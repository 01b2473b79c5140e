// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/process/large_blocks.h"

#include <sys/mman.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

namespace egprof {
namespace {

constexpr std::size_t kUnit = LargeBlocks::kUnit;

bool IsAligned(const void* block) { return reinterpret_cast<std::uintptr_t>(block) % kUnit == 0; }

// A block of which every page says whose it is.
struct Written {
  char* begin = nullptr;
  std::size_t bytes = 0;
  unsigned char mark = 0;

  void Write() const {
    for (std::size_t at = 0; at < bytes; at += 4096)
      std::memset(begin + at, mark, std::min<std::size_t>(8, bytes - at));
    begin[bytes - 1] = static_cast<char>(mark);
  }
  bool IsWhole() const {
    for (std::size_t at = 0; at < bytes; at += 4096) {
      if (static_cast<unsigned char>(begin[at]) != mark) return false;
    }
    return static_cast<unsigned char>(begin[bytes - 1]) == mark;
  }
};

// Takes and gives back blocks of many sizes; false where one was not what was written into it.
bool UseMany(LargeBlocks& blocks, unsigned seed, int steps) {
  std::mt19937 random(seed);
  std::vector<Written> taken;
  bool all_whole = true;
  for (int step = 0; step < steps; ++step) {
    if (taken.size() > 6 || (!taken.empty() && random() % 3 == 0)) {
      std::swap(taken[random() % taken.size()], taken.back());
      all_whole = all_whole && taken.back().IsWhole() && blocks.GiveBack(taken.back().begin);
      taken.pop_back();
      continue;
    }
    Written block;
    block.bytes = kUnit + random() % (5 * kUnit);
    block.begin = static_cast<char*>(blocks.Take(block.bytes));
    block.mark = static_cast<unsigned char>(random());
    all_whole = all_whole && block.begin != nullptr && IsAligned(block.begin);
    block.Write();
    taken.push_back(block);
  }
  for (const Written& block : taken) all_whole = all_whole && block.IsWhole() && blocks.GiveBack(block.begin);
  return all_whole;
}

Written TakeWritten(LargeBlocks& blocks, std::size_t units) {
  const Written block{static_cast<char*>(blocks.Take(units * kUnit)), units * kUnit, 1};
  block.Write();
  return block;
}

// How many of a block's units the kernel knows of.
std::size_t UnitsAt(const Written& block) {
  std::size_t units = 0;
  for (std::size_t at = 0; at < block.bytes; at += kUnit) {
    unsigned char resident = 0;
    if (mincore(block.begin + at, 1, &resident) == 0) ++units;
  }
  return units;
}

TEST_CASE("large blocks hold what is written into them, whatever is given back meanwhile") {
  LargeBlocks blocks;
  CHECK(UseMany(blocks, 1, 500));
}

TEST_CASE("large blocks are for several threads") {
  LargeBlocks blocks;
  bool first = false, second = false;
  {
    std::jthread one([&] { first = UseMany(blocks, 2, 200); });
    std::jthread other([&] { second = UseMany(blocks, 3, 200); });
  }
  CHECK(first);
  CHECK(second);
}

TEST_CASE("no more is kept than is taken") {
  constexpr std::size_t kUnits = 8;
  LargeBlocks blocks;
  const Written first = TakeWritten(blocks, kUnits), second = TakeWritten(blocks, kUnits);
  const Written third = TakeWritten(blocks, kUnits / 2);
  CHECK(blocks.GiveBack(first.begin));
  CHECK(UnitsAt(first) == kUnits);
  CHECK(blocks.GiveBack(second.begin));
  CHECK(UnitsAt(first) + UnitsAt(second) == kUnits / 2);
  CHECK(third.IsWhole());
  CHECK(blocks.GiveBack(third.begin));
  CHECK(UnitsAt(first) + UnitsAt(second) + UnitsAt(third) == 0);
}

TEST_CASE("what is no large block is not taken back") {
  LargeBlocks blocks;
  alignas(64) char small[64];
  CHECK_FALSE(blocks.GiveBack(small));
  void* block = blocks.Take(3 * kUnit);
  REQUIRE(block != nullptr);
  CHECK_FALSE(blocks.GiveBack(static_cast<char*>(block) + kUnit));
  CHECK(blocks.GiveBack(block));
  CHECK_FALSE(blocks.GiveBack(block));
}

TEST_CASE("there are no blocks larger than there are addresses, and no more than can be remembered") {
  LargeBlocks blocks;
  CHECK(blocks.Take(SIZE_MAX) == nullptr);
  CHECK(blocks.Take(SIZE_MAX / 2) == nullptr);
  std::vector<void*> taken;
  while (void* block = blocks.Take(kUnit)) taken.push_back(block);
  CHECK(taken.size() == 256);
  CHECK(std::ranges::all_of(taken, [&](void* block) { return blocks.GiveBack(block); }));
  void* again = blocks.Take(kUnit);
  CHECK(again != nullptr);
  CHECK(blocks.GiveBack(again));
}

}  // namespace
}  // namespace egprof
