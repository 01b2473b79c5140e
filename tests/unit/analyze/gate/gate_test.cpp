// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/error.h"
#include "profdiff/significance.h"
#include "support/profile_builder.h"

namespace profdiff {
namespace {

// The functions for which a condition holds, by name, in a difference where
//   grew      1.00 s -> 1.20 s, 10 -> 12 calls       shrank   2.00 s -> 1.00 s, 10 -> 10 calls
//   same      0.50 s on both sides, 4 calls          old      0.25 s, only in the base
//   fresh     0.10 s, only in the other
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

TEST_CASE("significance is asked for where it is needed", "[gate]") {
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
    return error.message();
  }
  return "";
}

TEST_CASE("figures may come from elsewhere, as those of traces do", "[gate]") {
  Gate::Figures figures;
  figures.self = {2, 0.5};
  figures.unmatched = {8, 2};
  CHECK(Gate::Parse("self > 20% and unmatched > 1").Holds(figures));
  CHECK(Gate::Parse("unmatched = 25%").Holds(figures));
  CHECK_FALSE(Gate::Parse("unmatched > 25% or self > 25%").Holds(figures));
  CHECK(Gate::Parse("unmatched > 0").NeedsAlignment());
  CHECK_FALSE(Gate::Parse("calls > 0").NeedsAlignment());
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
  CHECK(Trouble(std::string(200, '(')).find("less nesting expected") != std::string::npos);
}

TEST_CASE("whether a verdict can make a condition hold", "[gate]") {
  for (const char* rises : {"significant", "self > 5% and significant", "not (self > 0s or not significant)"}) {
    CHECK(Gate::Parse(rises).RisesWithSignificance());
  }
  for (const char* falls : {"self > 5%", "not significant", "self > 5% and not significant"}) {
    CHECK_FALSE(Gate::Parse(falls).RisesWithSignificance());
  }
}

}  // namespace
}  // namespace profdiff
