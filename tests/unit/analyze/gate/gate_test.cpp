// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/error.h"
#include "profdiff/significance.h"
#include "support/measured_runs.h"
#include "support/profile_builder.h"

namespace profdiff::gate_test {
namespace {

// Returns the names of the functions for which a condition holds in this difference:
//   grew      1.00 s -> 1.20 s, 10 -> 12 calls       shrank   2.00 s -> 1.00 s, 10 -> 10 calls
//   same      0.50 s on both sides, 4 calls          old      0.25 s, only in the base
//   fresh     0.10 s, only in the other execution
std::string Offenders(const std::string& condition, const Significance* significance = nullptr) {
  TestExecution base = ProfileBuilder()
                           .Function("grew", 1.0)
                           .Function("shrank", 2.0)
                           .Function("same", 0.5)
                           .Function("old", 0.25)
                           .Call("main", "grew", 10)
                           .Call("main", "shrank", 10)
                           .Call("main", "same", 4)
                           .Build();
  TestExecution other = ProfileBuilder()
                            .Function("grew", 1.2)
                            .Function("shrank", 1.0)
                            .Function("same", 0.5)
                            .Function("fresh", 0.1)
                            .Call("main", "grew", 12)
                            .Call("main", "shrank", 10)
                            .Call("main", "same", 4)
                            .Build();
  Difference difference = SubtractTests(base, other);
  std::string names;
  for (FunctionId f : FindOffenders(Gate::Parse(condition), difference, significance)) {
    names += std::string(names.empty() ? "" : " ") + std::string(difference.match.functions[f].name);
  }
  return names;
}

TEST_CASE("figures are growth, in seconds and in percent", "[gate]") {
  CHECK(Offenders("self > 0s") == "grew fresh");
  CHECK(Offenders("self > +5%") == "grew fresh");
  CHECK(Offenders("self > 20.1%") == "fresh");
  CHECK(Offenders("self >= 150ms") == "grew");
  CHECK(Offenders("self > 199999us and self < 200001us") == "grew");
  CHECK(Offenders("self < 0s") == "old shrank");
  CHECK(Offenders("self < -50%") == "old");
  CHECK(Offenders("total > 0s") == "grew fresh");
}

TEST_CASE("calls are counted", "[gate]") {
  CHECK(Offenders("calls > 0%") == "grew");
  CHECK(Offenders("calls > 1") == "grew");
  CHECK(Offenders("calls > 2") == "");
  CHECK(Offenders("calls = 2") == "grew");
}

TEST_CASE("functions on one side", "[gate]") {
  CHECK(Offenders("only-other") == "fresh");
  CHECK(Offenders("only-base") == "old");
}

TEST_CASE("conditions are joined", "[gate]") {
  CHECK(Offenders("only-other or only-base") == "fresh old");
  CHECK(Offenders("self > 0s and not only-other") == "grew");
  CHECK(Offenders("not (self > 0s or self < 0s) and calls = 0 and self = 0") == "same");
  CHECK(Offenders("self > 0s and only-base or only-other") == "fresh");
  CHECK(Offenders("self > 0s and (only-base or only-other)") == "fresh");
}

TEST_CASE("the whole program", "[gate]") {
  CHECK(Offenders("program > 0s") == "");
  CHECK(Offenders("program < -25% and only-other") == "fresh");
}

TEST_CASE("significance is computed where it is needed", "[gate]") {
  CHECK(Gate::Parse("self > 5% and significant").NeedsSignificance());
  CHECK_FALSE(Gate::Parse("self > 5%").NeedsSignificance());
}

TEST_CASE("a gate never finds what does not differ", "[gate]") {
  TestExecution run = ProfileBuilder().Function("f", 1).Call("main", "f", 2).Build();
  Difference difference = SubtractTests(run, run);
  for (const char* condition : {"self > 0s", "self > 0%", "total > 0%", "calls > 0%", "only-other", "only-base",
                                "program > 0%", "self != 0s", "calls != 0"}) {
    CHECK(FindOffenders(Gate::Parse(condition), difference, nullptr).empty());
  }
}

std::string Trouble(const std::string& condition) {
  try {
    Gate::Parse(condition);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kBadArgument);
    return TextOf(error.message());
  }
  return "";
}

TEST_CASE("figures may have another source, like those of traces", "[gate]") {
  Gate::Figures figures;
  figures.self = {2, 0.5};
  figures.unmatched = {8, 2};
  CHECK(Gate::Parse("self > 20% and unmatched > 1").Holds(figures));
  CHECK(Gate::Parse("unmatched = 25%").Holds(figures));
  CHECK_FALSE(Gate::Parse("unmatched > 25% or self > 25%").Holds(figures));
  CHECK(Gate::Parse("unmatched > 0").NeedsAlignment());
  CHECK_FALSE(Gate::Parse("calls > 0").NeedsAlignment());
}

TEST_CASE("the calls of one side alone can be compared with a number", "[gate]") {
  Gate::Figures figures;
  figures.other_alone = {8, 2};
  CHECK(Gate::Parse("only-other > 0").Holds(figures));
  CHECK(Gate::Parse("only-other = 25% and not only-other").Holds(figures));
  CHECK_FALSE(Gate::Parse("only-base >= 1 or only-base").Holds(figures));
  CHECK((Gate::Parse("only-other > 0").NeedsAlignment() && !Gate::Parse("only-other").NeedsAlignment()));
}

TEST_CASE("a wrong condition is refused where it goes wrong", "[gate]") {
  CHECK(Trouble("self > 5") == "condition 'self > 5': a unit expected, s, ms, us or %, at ''");
  CHECK(Trouble("self 5%") == "condition 'self 5%': a comparison such as '>' expected at '5%'");
  CHECK(Trouble("self > x") == "condition 'self > x': a number expected at 'x'");
  CHECK(Trouble("(self > 5%") == "condition '(self > 5%': ')' expected at ''");
  CHECK(Trouble("self > 5% significant") ==
        "condition 'self > 5% significant': 'and' or 'or' expected at 'significant'");
  CHECK(Trouble("calls > 5s") == "condition 'calls > 5s': 'and' or 'or' expected at 's'");
  for (const char* wrong :
       {"", "and", "self", "selfish > 1s", "only-others", "self > nan", "self > inf", "self > 1e400s", "not", "()"}) {
    CHECK_FALSE(Trouble(wrong).empty());
  }
  CHECK(Trouble(std::string(201, '(')).find("fewer nested parentheses expected") != std::string::npos);
}

TEST_CASE("it is known whether a verdict can make a condition hold", "[gate]") {
  for (const char* rises : {"significant", "self > 5% and significant", "not (self > 0s or not significant)"}) {
    CHECK(Gate::Parse(rises).RisesWithSignificance());
  }
  for (const char* falls : {"self > 5%", "not significant", "self > 5% and not significant"}) {
    CHECK_FALSE(Gate::Parse(falls).RisesWithSignificance());
  }
}

bool Holds(const std::string& condition, bool self, bool total) {
  Gate::Figures figures;
  figures.self = figures.total = {1, 1};
  figures.significant = self;
  figures.total_significant = total;
  return Gate::Parse(condition).Holds(figures);
}

// Returns the verdict that a condition needs: "self", "total", "both" or "either".
std::string Asked(const std::string& condition) {
  const bool self = Holds(condition, true, false), total = Holds(condition, false, true);
  CHECK(Holds(condition, true, true));
  CHECK_FALSE(Holds(condition, false, false));
  if (self && total) return "either";
  return self ? "self" : total ? "total" : "both";
}

TEST_CASE("significance is that of the figure beside it", "[gate]") {
  CHECK(Asked("significant") == "self");
  CHECK(Asked("calls >= 0 and significant") == "self");
  CHECK(Asked("self > 5% and significant") == "self");
  CHECK(Asked("total > 5% and significant") == "total");
  CHECK(Asked("significant and total > 5%") == "total");
  CHECK(Asked("total > 5% and total > 0.1s and calls >= 0 and significant") == "total");
  CHECK(Asked("self > 5% and total > 5% and significant") == "both");
  CHECK(Asked("(self > 5% or total > 5%) and significant") == "both");
  CHECK(Asked("self > 5% and significant or total > 5% and significant") == "either");
  CHECK(Asked("total > 5% and (significant or only-base)") == "total");
  CHECK(Asked("self > 5% and (total > 5% and significant)") == "total");
  CHECK(Asked("total > 5% and not (not significant)") == "total");
  CHECK(Asked("self < 0s or total > 5% and significant") == "total");
}

TEST_CASE("propagated inclusive times have no verdict; the verdict on self times is used for both", "[gate]") {
  const TestExecution base = ProfileBuilder().Function("f", 1.0).Build(),
                      other = ProfileBuilder().Function("f", 2.0).Build();
  const Difference difference = SubtractTests(base, other);
  Significance significance;
  significance.functions.resize(difference.functions.size());
  for (Verdict& verdict : significance.functions) verdict.significant = verdict.can_be_significant = true;
  const Gate gate = Gate::Parse("total > 5% and significant");
  CHECK(FindOffenders(gate, difference, &significance).size() == 1);
  CHECK(gate.CanRise(significance, FunctionId(0)));
  significance.totals.resize(difference.functions.size());
  CHECK(FindOffenders(gate, difference, &significance).empty());
  CHECK_FALSE(gate.CanRise(significance, FunctionId(0)));
  CHECK(Gate::Parse("total > 5% and significant or significant").CanRise(significance, FunctionId(0)));
  CHECK_FALSE(Gate::Parse("total > 5%").CanRise(significance, FunctionId(0)));
}

TEST_CASE("times of an event have its unit", "[gate]") {
  SideTotals seconds, instructions;
  instructions.dimension = "Ir";
  instructions.is_exact = true;
  Gate::Parse("self > 1000 Ir and total > 5% and calls > 7 and self > 0").RequireUnit(instructions);
  Gate::Parse("total > 5 Ir").RequireUnit(instructions);
  Gate::Parse("self > 5%").RequireUnit(instructions);
  Gate::Parse("self > 5ms").RequireUnit(seconds);
  CHECK_THROWS_AS(Gate::Parse("self > 5ms").RequireUnit(instructions), Error);
  CHECK_THROWS_AS(Gate::Parse("self > 5 Ir").RequireUnit(seconds), Error);
  CHECK(Trouble("self > 5 Ir and total > 5 bytes") ==
        "condition 'self > 5 Ir and total > 5 bytes': the same unit expected at ''");
  CHECK(Trouble("self > 5Ir") == "condition 'self > 5Ir': a unit expected, s, ms, us or %, at 'Ir'");
  CHECK(Trouble("self > 5 and total > 5%").find("a unit expected") != std::string::npos);
  Difference difference =
      SubtractTests(ProfileBuilder().Function("f", 1.0).Build(), ProfileBuilder().Function("f", 2.0).Build());
  const Gate gate = Gate::Parse("self > 5 Ir");
  CHECK_THROWS_AS(CheckGates({&gate, 1}, {}, difference, nullptr, [](FunctionId) { return std::string(); }), Error);
}

TEST_CASE("a condition on calls that were not counted is an error that names the side", "[gate]") {
  const TestExecution stacks = tests::TimedStacksBase(), gprof = ProfileBuilder().Call("main", "scan", 3).Build();
  const auto message = [](const TestExecution& base, const TestExecution& other, const char* condition) {
    const Difference difference = SubtractTests(base, other);
    try {
      FindOffenders(Gate::Parse(condition), difference, nullptr);
    } catch (const Error& error) {
      return TextOf(error.message());
    }
    return std::string();
  };
  const std::string of = "condition 'calls > 5%': calls of ",
                    why = " are not known: a profiler of stacks does not count them";
  CHECK(message(stacks, gprof, "calls > 5%") == of + "the base" + why);
  CHECK(message(gprof, stacks, "calls > 5%") == of + "the other side" + why);
  CHECK(message(stacks, stacks, "calls > 5%") == of + "both sides" + why);
  CHECK(message(stacks, gprof, "program > 5% or self > 1% or total > 1%").empty());
  CHECK(message(tests::CountedBase(), tests::CountedOther(), "calls > 5%").empty());
}

}  // namespace
}  // namespace profdiff::gate_test
