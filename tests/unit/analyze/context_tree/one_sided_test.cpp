// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <limits>

#include "profdiff/listing.h"
#include "support/stack_files.h"

namespace profdiff::one_sided_test {
namespace {

struct Pair {
  tests::StackRun base, other;
  Difference difference = tests::SubtractStacks(base, other);

  std::string Left(Direction direction) const {
    StackProfile left;
    left.functions = difference.match.functions;
    left.events.emplace_back();
    left.contexts = *OneSidedContexts(*difference.contexts, direction).tree;
    CHECK(tests::IsSound(left));
    return tests::Describe(left);
  }
};

tests::StackRun RunOf(std::string_view folded) { return tests::StackRun(tests::ReadText(folded)); }

}  // namespace

TEST_CASE("growth and shrinkage are computed for each path alone", "[one-sided stacks]") {
  const Pair pair{RunOf("main 5\nmain;a;f 7\nmain;b;f 1\nold 2\n"), RunOf("main 5\nmain;a;f 3\nmain;b;f 6\nnew;f 4\n")};
  CHECK(pair.Left(Direction::kGrowth) == "main;b;f 5 0\nnew;f 4 0\n");
  CHECK(pair.Left(Direction::kShrink) == "main;a;f 4 0\nold 2 0\n");
}

TEST_CASE("growth minus shrinkage is the difference", "[one-sided stacks]") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const Pair pair{RunOf(tests::AsFolded(tests::RandomStacks(seed))),
                    RunOf(tests::AsFolded(tests::RandomStacks(seed + 500)))};
    const Profile growth = OneSidedProfile(pair.difference, Direction::kGrowth);
    const Profile shrink = OneSidedProfile(pair.difference, Direction::kShrink);
    for (std::size_t f = 0; f < pair.difference.functions.size(); ++f) {
      const Difference::Row& row = pair.difference.functions[f];
      REQUIRE(growth.self_ticks[f] - shrink.self_ticks[f] == Approx(row.other.self - row.base.self));
      REQUIRE(growth.exact->total_ticks[f] - shrink.exact->total_ticks[f] >= -pair.difference.base.seconds);
    }
    REQUIRE_FALSE(growth.calls_known);
  }
}

TEST_CASE("scaled sides keep three decimal places", "[one-sided stacks]") {
  Pair pair{RunOf("main 5\nmain;f 10\n"), RunOf("main 5\nmain;f 12\n")};
  ContextDifference contexts = *pair.difference.contexts;
  contexts.other.scale = 0.75;
  const ScaledContexts shrink = OneSidedContexts(contexts, Direction::kShrink);
  REQUIRE(shrink.tree->size() == 2);
  CHECK(static_cast<double>(shrink.tree->self[0]) * shrink.scale == Approx(1.25).margin(0.001));
  CHECK(static_cast<double>(shrink.tree->self[1]) * shrink.scale == Approx(1).margin(0.001));
}

TEST_CASE("values that do not fit into 63 bits are refused", "[one-sided stacks]") {
  ContextTree base, other;
  base.function = other.function = {FunctionId(0)};
  base.end = other.end = {1};
  base.self = {std::numeric_limits<std::int64_t>::min()};
  other.self = {1};
  ContextDifference contexts{{{FunctionId(0)}, {1}, {0}, {0}},
                             {std::make_shared<const ContextTree>(base), 1},
                             {std::make_shared<const ContextTree>(other), 1}};
  CHECK_THROWS_AS(OneSidedContexts(contexts, Direction::kGrowth), Error);
}

}  // namespace profdiff::one_sided_test
