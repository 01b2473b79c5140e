// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/prefetch.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <vector>

namespace profdiff::prefetch_test {
namespace {

constexpr std::size_t kNever = ~std::size_t{0};

// Records, for each step, how often one of the functions passed to WalkAhead was called, and the time of the last call.
// Time is measured by a clock that counts the calls of all these functions.
struct Calls {
  explicit Calls(std::size_t count) : when(count, kNever), times(count, 0) {}

  void Note(std::size_t i, std::size_t& clock) {
    REQUIRE(i < when.size());
    when[i] = clock++;
    ++times[i];
  }

  std::vector<std::size_t> when;
  std::vector<int> times;
};

struct Walk {
  explicit Walk(std::size_t count) : first(count), second(count), steps(count) {}

  auto FirstAsk() {
    return [this](std::size_t i) { first.Note(i, clock); };
  }
  auto SecondAsk() {
    return [this](std::size_t i) { second.Note(i, clock); };
  }
  auto Step() {
    return [this](std::size_t i) { steps.Note(i, clock); };
  }

  std::size_t clock = 0;
  Calls first, second, steps;
};

}  // namespace

TEST_CASE("a walk takes every step once and in order, and prefetches before", "[prefetch]") {
  const std::size_t begin = GENERATE(0U, 5U);
  const std::size_t count = GENERATE(0U, 1U, 8U, 63U, 64U, 65U, 1000U);
  const std::size_t end = begin + count;
  Walk walk(end);
  WalkAhead(begin, end, walk.Step(), walk.FirstAsk(), walk.SecondAsk());
  std::size_t last = 0, prefetched = 0;
  for (std::size_t i = 0; i < end; ++i) {
    REQUIRE(walk.steps.times[i] == (i < begin ? 0 : 1));
    if (i < begin) continue;
    if (i > begin) REQUIRE(walk.steps.when[i] > last);
    last = walk.steps.when[i];
    for (const Calls* asks : {&walk.first, &walk.second}) {
      REQUIRE(asks->times[i] <= 1);
      if (asks->times[i] == 1) REQUIRE(asks->when[i] < last);
    }
    if (walk.first.times[i] == 0) continue;
    REQUIRE(walk.second.times[i] == 1);
    REQUIRE(walk.first.when[i] < walk.second.when[i]);
    ++prefetched;
  }
  CHECK(prefetched == count);
}

}  // namespace profdiff::prefetch_test
