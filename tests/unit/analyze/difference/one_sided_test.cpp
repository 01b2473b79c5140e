// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for growth and shrinkage as ordinary profiles.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/difference.h"
#include "support/example_runs.h"
#include "support/measured_runs.h"

namespace profdiff::one_sided_test {
namespace {

// Writes "name self_ticks calls+self_calls" for every function in which one of these numbers is not 0.
std::string Describe(const Difference& difference, const Profile& profile) {
  std::string text;
  for (std::size_t f = 0; f < profile.self_ticks.size(); ++f) {
    if (profile.self_ticks[f] == 0 && profile.calls[f] == 0 && profile.self_calls[f] == 0) continue;
    text += std::string(difference.match.functions.functions[f].name) + " " +
            std::to_string(static_cast<long>(profile.self_ticks[f])) + " " + std::to_string(profile.calls[f]) + "+" +
            std::to_string(profile.self_calls[f]) + "; ";
    REQUIRE(profile.self_ticks[f] == static_cast<double>(static_cast<long>(profile.self_ticks[f])));
  }
  return text;
}

TEST_CASE("growth and shrinkage in the paper's example") {
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  Profile growth = OneSidedProfile(difference, Direction::kGrowth);
  CHECK(Describe(difference, growth) == "f_b 61 0+0; main 193 0+0; ");
  CHECK(growth.arcs.empty());  // f_d has more calls by one caller, but fewer in all
  CHECK(growth.total_ticks == 254);
  CHECK(growth.rate == 100);
  CHECK(growth.has_histogram);
  CHECK(growth.has_arcs);
  Profile shrink = OneSidedProfile(difference, Direction::kShrink);
  CHECK(Describe(difference, shrink) == "f_c 128 0+0; f_d 347 9+0; ");
}

TEST_CASE("recursion is not a call from another function") {
  TestExecution base = ProfileBuilder().Function("f", 1).Call("main", "f", 2).Call("f", "f", 9).Build();
  TestExecution other = ProfileBuilder().Function("f", 1).Call("main", "f", 5).Call("f", "f", 4).Build();
  Difference difference = SubtractTests(base, other);
  CHECK(Describe(difference, OneSidedProfile(difference, Direction::kGrowth)) == "f 0 3+0; ");
  CHECK(Describe(difference, OneSidedProfile(difference, Direction::kShrink)) == "f 0 0+5; ");
}

TEST_CASE("a function that is called as often as before has no calls, whoever calls it") {
  const auto run = [](int from_a, int from_b, int from_c) {
    return ProfileBuilder()
        .Function("f", 1)
        .Call("a", "f", from_a)
        .Call("b", "f", from_b)
        .Call("c", "f", from_c)
        .Call("main", "a", 1)
        .Build();
  };
  const auto described = [](const TestExecution& base, const TestExecution& other, Direction direction) {
    const Difference difference = SubtractTests(base, other);
    const Profile profile = OneSidedProfile(difference, direction);
    std::uint64_t arcs = 0, calls = 0;
    for (const Arc& arc : profile.arcs) arcs += arc.count;
    for (std::uint64_t of_function : profile.calls) calls += of_function;
    CHECK(arcs == calls);
    return Describe(difference, profile);
  };
  CHECK(described(run(5, 3, 0), run(3, 5, 0), Direction::kGrowth).empty());
  CHECK(described(run(5, 3, 0), run(3, 5, 0), Direction::kShrink).empty());
  // 3 calls more: b and c called 4 and 1 times more often, a called twice less.
  CHECK(described(run(5, 3, 0), run(3, 7, 1), Direction::kGrowth) == "f 0 3+0; ");
  CHECK(described(run(5, 3, 0), run(3, 7, 1), Direction::kShrink).empty());
  CHECK(described(run(5, 3, 0), run(0, 7, 0), Direction::kShrink) == "f 0 1+0; ");
}

TEST_CASE("the base's rate counts; a run against itself leaves nothing") {
  TestExecution other = ProfileBuilder(1000).Function("f", 0.5).Unattributed(0.25).Build();
  Difference difference = SubtractTests(ProfileBuilder(100).Function("f", 0.2).Build(), other);
  Profile growth = OneSidedProfile(difference, Direction::kGrowth);
  CHECK(growth.rate == 100);
  CHECK(growth.self_ticks[0] == 30);
  CHECK(growth.unattributed_ticks == 25);
  CHECK(growth.total_ticks == 55);

  Difference none = SubtractTests(other, other);
  for (Direction direction : {Direction::kGrowth, Direction::kShrink}) {
    Profile profile = OneSidedProfile(none, direction);
    CHECK(Describe(none, profile).empty());
    CHECK(profile.arcs.empty());
    CHECK(profile.total_ticks == 0);
  }
}

TEST_CASE("no digit of a difference is lost") {
  TestExecution base = ProfileBuilder(100).Function("f", 1.0 / 3).Function("g", 0.125).Function("h", 0.07).Build();
  TestExecution other =
      ProfileBuilder(100).Function("f", 5.0 / 7).Function("g", 0.12500000123).Function("h", 0.1).Build();
  Difference difference = SubtractTests(base, other);
  Profile growth = OneSidedProfile(difference, Direction::kGrowth);
  for (std::size_t f = 0; f < 3; ++f) {
    const Difference::Row& row = difference.functions[f];
    CHECK(growth.Seconds(growth.self_ticks[f]) == Approx(row.other.self - row.base.self).epsilon(1e-14));
  }
  CHECK(growth.self_ticks[2] == 3);
}

TEST_CASE("growth in A-B is shrinkage in B-A") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    TestPair runs = RandomPair(seed);
    if (runs.base.profile.rate != runs.other.profile.rate) continue;
    Profile growth = OneSidedProfile(SubtractTests(runs.base, runs.other), Direction::kGrowth);
    Profile shrink = OneSidedProfile(SubtractTests(runs.other, runs.base), Direction::kShrink);
    REQUIRE(growth.self_ticks == shrink.self_ticks);
    REQUIRE(growth.calls == shrink.calls);
    REQUIRE(growth.self_calls == shrink.self_calls);
  }
}

TEST_CASE("measured times stay measured, and unknown calls unknown", "[stacks]") {
  const Difference difference = SubtractTests(tests::StacksBase(), tests::StacksOther());
  const Profile shrink = OneSidedProfile(difference, Direction::kShrink);
  const Profile growth = OneSidedProfile(difference, Direction::kGrowth);
  CHECK_FALSE(shrink.calls_known);
  REQUIRE(shrink.exact);
  CHECK(shrink.self_ticks == std::vector<double>{10, 0, 16, 14});  // the functions init, main, parse and scan
  CHECK(shrink.exact->total_ticks == std::vector<double>{10, 40, 31, 14});
  CHECK(shrink.arcs.size() == 4);  // all arcs except the one from main to scan, which grew
  CHECK(growth.arcs.size() == 1);
  CHECK(growth.exact->arcs[0].total == 1);
  CHECK(shrink.origin->format == "folded");
  CHECK(shrink.origin->samples == 0);
  const CallGraph graph = MakeCallGraph(shrink, tests::StacksBase().selection);
  CHECK(graph.is_exact);
  CHECK(graph.functions[1].Total() == 40);
}

TEST_CASE("where self time grew and inclusive time shrank, the inclusive time is the self time", "[stacks]") {
  const Difference difference =
      SubtractTests(tests::RunOf("main 3\nmain;leaf 9\n"), tests::RunOf("main 5\nmain;leaf 2\n"));
  const Profile growth = OneSidedProfile(difference, Direction::kGrowth);
  CHECK(growth.self_ticks == std::vector<double>{0, 2});  // the functions leaf and main
  CHECK(growth.exact->total_ticks == std::vector<double>{0, 2});
}

TEST_CASE("growth of counted calls has both, measured times and counts", "[stacks]") {
  const Difference difference = SubtractTests(tests::CountedBase(), tests::CountedOther());
  const Profile shrink = OneSidedProfile(difference, Direction::kShrink);
  CHECK(shrink.calls_known);
  CHECK_FALSE(shrink.exact->arc_self_known);
  CHECK(shrink.calls == std::vector<std::uint64_t>{0, 1});  // the functions main and work
  CHECK(shrink.self_calls == std::vector<std::uint64_t>{0, 5});
  CHECK(shrink.exact->total_ticks == std::vector<double>{1.5e9, 1.5e9});
}

}  // namespace
}  // namespace profdiff::one_sided_test
