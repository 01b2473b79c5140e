// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "profdiff/difference.h"
#include "support/stack_files.h"
#include "values/loading_stacks.h"

namespace profdiff::profile_test {

using tests::ReadText;
using tests::SampledStack;

namespace {

// Expected times, computed from the definitions stack by stack.
struct Expected {
  std::map<std::string, double> self, total;
  std::map<std::pair<std::string, std::string>, ExactTimes::OfArc> arcs;
  double all = 0;

  explicit Expected(const std::vector<SampledStack>& stacks) {
    for (const SampledStack& stack : stacks) Add(stack, static_cast<double>(stack.samples));
  }

 private:
  void Add(const SampledStack& stack, double weight) {
    all += weight;
    self[stack.frames.back()] += weight;
    for (const std::string& name : std::set<std::string>(stack.frames.begin(), stack.frames.end()))
      total[name] += weight;
    std::set<std::pair<std::string, std::string>> pairs;
    for (std::size_t i = 1; i < stack.frames.size(); ++i) pairs.emplace(stack.frames[i - 1], stack.frames[i]);
    for (const auto& pair : pairs) arcs[pair].total += weight;
    if (stack.frames.size() > 1) arcs[{stack.frames[stack.frames.size() - 2], stack.frames.back()}].self += weight;
  }
};

}  // namespace

TEST_CASE("each stack counts once for a function and for an arc", "[context-profile]") {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    const std::vector<SampledStack> stacks = tests::RandomStacks(seed);
    Expected expected(stacks);
    const StackProfile read = ReadText(tests::AsFolded(stacks));
    const Profile profile = ProfileOfStacks(read);
    REQUIRE(profile.total_ticks == expected.all);
    double self = 0;
    for (std::size_t f = 0; f < read.functions.size(); ++f) {
      const std::string name(read.functions.functions[f].name);
      self += profile.self_ticks[f];
      REQUIRE(profile.self_ticks[f] == expected.self[name]);
      REQUIRE(profile.exact->total_ticks[f] == expected.total[name]);
      REQUIRE(profile.exact->total_ticks[f] <= profile.total_ticks);
    }
    REQUIRE(self == profile.total_ticks);
    REQUIRE(profile.arcs.size() == expected.arcs.size());
    for (std::size_t i = 0; i < profile.arcs.size(); ++i) {
      const Arc& arc = profile.arcs[i];
      const ExactTimes::OfArc& wanted =
          expected.arcs[{std::string(read.functions[arc.caller].name), std::string(read.functions[arc.callee].name)}];
      REQUIRE(profile.exact->arcs[i].self == wanted.self);
      REQUIRE(profile.exact->arcs[i].total == wanted.total);
    }
  }
}

TEST_CASE("samples and squares are added up like ticks", "[context-profile]") {
  const StackProfile stacks = ReadText(
      "prog 7 1.1: 10 cycles: \n 40 f+0x1 (p)\n 40 f+0x1 (p)\n\nprog 7 1.1: 20 cycles: \n 40 g+0x1 (p)\n 40 f+0x1 "
      "(p)\n\n"
      "prog 7 1.1: 5 cycles: \n\n");
  const Profile profile = ProfileOfStacks(stacks);
  CHECK(profile.exact->samples == std::vector<std::uint64_t>{1, 1});
  CHECK(profile.exact->total_samples == std::vector<std::uint64_t>{2, 1});
  CHECK(profile.exact->total_squares == std::vector<double>{500, 400});
  CHECK(profile.unattributed_ticks == 5);
  CHECK(profile.total_ticks == 35);
  CHECK(profile.dimension == "cycles");
  CHECK_FALSE(profile.calls_known);
}

TEST_CASE("a side minus itself is 0, and base minus other mirrors other minus base", "[context-profile]") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const StackProfile a = ReadText(tests::AsFolded(tests::RandomStacks(seed)));
    const StackProfile b = ReadText(tests::AsFolded(tests::RandomStacks(seed + 1000)));
    const Profile pa = ProfileOfStacks(a), pb = ProfileOfStacks(b);
    const Selection all_a = Select(a.functions, {}, SpecRules::kExact),
                    all_b = Select(b.functions, {}, SpecRules::kExact);
    Diagnostics diagnostics;
    const SideInput base{a.functions, pa, all_a}, other{b.functions, pb, all_b};
    const Difference none = Subtract(base, base, MatchFunctions(a.functions, a.functions, false), diagnostics);
    REQUIRE(none.sum_abs_self == 0);
    for (const Difference::Row& row : none.functions) REQUIRE(row.base.total == row.other.total);
    const Difference there = Subtract(base, other, MatchFunctions(a.functions, b.functions, false), diagnostics);
    const Difference back = Subtract(other, base, MatchFunctions(b.functions, a.functions, false), diagnostics);
    REQUIRE(there.functions.size() == back.functions.size());
    for (std::size_t f = 0; f < there.functions.size(); ++f) {
      REQUIRE(there.functions[f].base.total == back.functions[f].other.total);
      REQUIRE(there.functions[f].other.self == back.functions[f].base.self);
    }
    REQUIRE(there.arcs.size() == back.arcs.size());
    for (std::size_t i = 0; i < there.arcs.size(); ++i)
      REQUIRE(there.arcs[i].base.Total() == back.arcs[i].other.Total());
  }
}

TEST_CASE("a profile has the format and the events of its file", "[context-profile]") {
  const Profile sampled = ProfileOfStacks(ReadText(
      "prog 7 1.1: 10 cycles: \n 40 f+0x1 (p)\n\nprog 7 1.1: 5 cycles: \n\nprog 7 1.1: 1 faults: \n 40 f+0x1 (p)\n"));
  REQUIRE(sampled.origin);
  CHECK(sampled.origin->format == "perf");
  CHECK(sampled.origin->event == "cycles");
  CHECK(sampled.origin->events == std::vector<std::string>{"cycles", "faults"});
  CHECK(sampled.origin->samples == 2);  // one of the two samples has no stack
  const Profile counted = ProfileOfStacks(ReadText("# callgrind format\nevents: Ir\nfn=main\n1 5\n\ntotals: 5\n"));
  CHECK(counted.origin->format == "callgrind");
  CHECK(counted.origin->event == "Ir");
  CHECK(counted.origin->samples == 0);
}

}  // namespace profdiff::profile_test
