// SPDX-License-Identifier: GPL-3.0-or-later
#include "values/profile_sum.h"

#include <catch2/catch.hpp>
#include <vector>

#include "profdiff/error.h"

namespace profdiff::profile_sum_test {
namespace {

Profile ProfileOf(std::vector<double> ticks, std::vector<Arc> arcs) {
  Profile profile;
  profile.self_ticks = std::move(ticks);
  profile.arcs = std::move(arcs);
  profile.has_arcs = !profile.arcs.empty();
  profile.exact = ExactTimes();
  for (const Arc& arc : profile.arcs) profile.exact->arcs.push_back({0, 10.0 * static_cast<double>(arc.count)});
  return profile;
}

const FunctionId kMain(0U), kStep(1U), kRead(2U);

}  // namespace

TEST_CASE("A sum has the arcs of all profiles, each once, in the order of their first occurrence", "[profile_sum]") {
  ProfileSum sum;
  sum.Add(ProfileOf({1, 2}, {}));
  sum.Add(ProfileOf({1, 0, 5}, {{kMain, kStep, 3}, {kMain, kRead, 1}, {kMain, kStep, 1}}));
  sum.Add(ProfileOf({}, {{kStep, kRead, 2}, {kMain, kRead, 6}}));
  const Profile made = sum.Take();
  CHECK(made.self_ticks == std::vector<double>{2, 2, 5});
  CHECK(made.has_arcs);
  REQUIRE(made.arcs.size() == 3);
  REQUIRE(made.exact->arcs.size() == 3);
  const std::vector<std::uint64_t> counts = {made.arcs[0].count, made.arcs[1].count, made.arcs[2].count};
  CHECK(counts == std::vector<std::uint64_t>{4, 7, 2});
  CHECK(made.arcs[2].caller == kStep);
  CHECK(made.exact->arcs[1].total == 70);
}

TEST_CASE("What only some profiles have decides what is known of the sum", "[profile_sum]") {
  Profile calls = ProfileOf({0}, {{kMain, kStep, 3}}), times = ProfileOf({50}, {{kMain, kStep, 0}});
  calls.calls = {0, 3};
  times.calls = {0, 0};
  times.has_histogram = true;
  times.rate = 100;
  times.scale = 2;
  times.calls_known = false;
  times.exact->arcs[0].self = 4;
  calls.exact->arc_self_known = false;
  ProfileSum sum;
  sum.Add(calls);
  sum.Add(times);
  const Profile made = sum.Take();
  CHECK((made.has_histogram && made.rate == 100 && made.scale == 2));
  CHECK(made.self_ticks == std::vector<double>{50});
  CHECK_FALSE(made.calls_known);
  CHECK_FALSE(made.exact->arc_self_known);
}

TEST_CASE("Profiles of different units cannot be added", "[profile_sum]") {
  ProfileSum sum;
  sum.Add(ProfileOf({1}, {}));
  Profile other = ProfileOf({1}, {});
  other.dimension = "bytes";
  CHECK_THROWS_AS(sum.Add(other), Error);
}

}  // namespace profdiff::profile_sum_test
