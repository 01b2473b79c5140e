// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the offsets of clocks: random bounds that have a solution are satisfied exactly.
#include "analyze/waits/mpi/clocks.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

namespace profdiff::clocks_test {
namespace {

std::vector<std::uint32_t> Ranks(std::uint32_t count) {
  std::vector<std::uint32_t> ranks(count);
  for (std::uint32_t rank = 0; rank < count; ++rank) ranks[rank] = rank;
  return ranks;
}

bool AreSatisfied(const ClockBounds& bounds, const ClockFit& fit) {
  return std::ranges::all_of(bounds.List(), [&](const ClockBound& bound) {
    return fit.OffsetOf(bound.cause) - fit.OffsetOf(bound.effect) <= bound.slack;
  });
}

}  // namespace

TEST_CASE("Offsets satisfy all bounds, whatever ranks they connect", "[waits]") {
  std::mt19937 random(5);
  const auto below = [&](std::int64_t limit) {
    return std::uniform_int_distribution<std::int64_t>(0, limit - 1)(random);
  };
  int corrected = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto count = static_cast<std::uint32_t>(2 + below(7));
    std::vector<std::int64_t> offsets;
    for (std::uint32_t rank = 0; rank < count; ++rank) offsets.push_back(below(2000) - 1000);
    ClockBounds bounds;
    for (std::int64_t left = below(2 * count) + 1; left > 0; --left) {
      const auto cause = static_cast<std::uint32_t>(below(count)), effect = static_cast<std::uint32_t>(below(count));
      bounds.Add({effect, cause, offsets[cause] - offsets[effect] + below(300)});
    }
    const ClockFit fit = FitClocks(Ranks(count), bounds);
    CAPTURE(round);
    CHECK_FALSE(fit.problem);
    CHECK(AreSatisfied(bounds, fit));
    corrected += fit.offsets.empty() ? 0 : 1;
  }
  CHECK(corrected > 1000);
}

TEST_CASE("Ranks that no bounds connect with the first rank are corrected among themselves", "[waits]") {
  ClockBounds bounds;
  bounds.Add({1, 0, 10});
  bounds.Add({0, 1, 10});
  bounds.Add({3, 2, -40});
  bounds.Add({2, 3, 60});
  const ClockFit fit = FitClocks(Ranks(4), bounds);
  CHECK(fit.offsets == std::map<std::uint32_t, std::int64_t>{{0, 0}, {1, 0}, {2, 0}, {3, 50}});
  CHECK(fit.half_width == 10);
  CHECK(fit.unconnected == 2);
  // No offsets of ranks 2 and 3 satisfy these bounds.
  bounds.Add({2, 3, 30});
  CHECK(FitClocks(Ranks(4), bounds).problem);
}

TEST_CASE("Middles of intervals are rounded in one direction", "[waits]") {
  ClockBounds bounds;
  bounds.Add({0, 1, 0});
  bounds.Add({1, 0, 1});
  bounds.Add({0, 2, 1});
  bounds.Add({2, 0, 0});
  bounds.Add({1, 2, 1});
  bounds.Add({2, 1, -1});
  const ClockFit fit = FitClocks(Ranks(3), bounds);
  CHECK_FALSE(fit.offsets.empty());
  CHECK(AreSatisfied(bounds, fit));
}

}  // namespace profdiff::clocks_test
