// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::add_test {

using tests::Describe;
using tests::ReadText;

TEST_CASE("files add up as if they were one", "[add]") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const std::vector<tests::SampledStack> first = tests::RandomStacks(seed), second = tests::RandomStacks(seed + 77);
    std::vector<tests::SampledStack> both = first;
    both.insert(both.end(), second.begin(), second.end());
    const std::vector<StackProfile> parts = {ReadText(tests::AsPerfScript(first)),
                                             ReadText(tests::AsPerfScript(second))};
    const StackProfile sum = AddStacks(parts);
    REQUIRE(Describe(sum) == Describe(ReadText(tests::AsPerfScript(both))));
    REQUIRE(tests::IsSound(sum));
    REQUIRE(sum.contexts.squares.empty());
  }
}

TEST_CASE("counts of calls add up by function and arc", "[add]") {
  const std::string one = "events: Ir\nfn=main\n1 5\ncfn=f\ncalls=1 1\n1 60\nfn=f\n1 60\n";
  const std::string two = "events: Ir\nfn=main\n1 7\ncfn=g\ncalls=2 1\n1 3\nfn=g\n1 3\n";
  const std::vector<StackProfile> parts = {ReadText(one), ReadText(two), ReadText(one)};
  const StackProfile sum = AddStacks(parts);
  REQUIRE(sum.counted);
  CHECK(sum.functions.size() == 3);
  CHECK(sum.counted->self_ticks == std::vector<double>{120, 3, 17});
  CHECK(sum.counted->exact->total_ticks == std::vector<double>{120, 3, 140});
  CHECK(sum.counted->calls == std::vector<std::uint64_t>{2, 2, 0});
  CHECK(sum.counted->arcs.size() == 2);
}

TEST_CASE("profiles with another unit, or without stacks, cannot be added", "[add]") {
  const StackProfile samples = ReadText("main 1\n");
  StackOptions options;
  options.unit = "ms";
  const std::vector<StackProfile> units = {samples, ReadText("main 1\n", options)};
  CHECK_THROWS_AS(AddStacks(units), Error);
  options.unit = "Ir";
  const std::vector<StackProfile> kinds = {ReadText("main 1\n", options), ReadText("events: Ir\nfn=f\n1 5\n")};
  CHECK_THROWS_AS(AddStacks(kinds), Error);
  CHECK_THROWS_AS(AddStacks({}), Error);
}

}  // namespace profdiff::add_test
