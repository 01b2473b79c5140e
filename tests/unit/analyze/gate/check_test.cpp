// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for all gates of a run: conditions that hold, unknown functions, and conditions that cannot be evaluated.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/significance.h"
#include "support/profile_builder.h"

namespace profdiff {
namespace {

// Returns a difference of two functions: "grew" (1 s -> 2 s) and "shrank" (2 s -> 1 s).
const Difference& Changed() {
  static const TestExecution base = ProfileBuilder().Function("grew", 1.0).Function("shrank", 2.0).Build();
  static const TestExecution other = ProfileBuilder().Function("grew", 2.0).Function("shrank", 1.0).Build();
  static const Difference difference = SubtractTests(base, other);
  return difference;
}

std::string LinkageName(FunctionId function) { return std::string(Changed().match.functions[function].name); }

// Returns verdicts that are not significant.
Significance Verdicts(bool can_be_significant) {
  Significance significance;
  significance.functions.resize(Changed().functions.size());
  for (Verdict& verdict : significance.functions) verdict.can_be_significant = can_be_significant;
  return significance;
}

// Describes the results, such as "self > 0s: grew; significant: blind; unknown x". "blind" marks conditions that cannot
// be judged.
std::string Checked(const std::vector<std::string>& conditions, const std::vector<std::string>& names,
                    const Significance* significance = nullptr) {
  std::vector<Gate> gates;
  for (const std::string& condition : conditions) gates.push_back(Gate::Parse(condition));
  const GateResults results = CheckGates(gates, names, Changed(), significance,
                                         [](FunctionId function) { return LinkageName(function) + "()"; });
  std::string text;
  for (const GateResult& result : results.gates) {
    text += result.condition + ":";
    for (const FunctionId function : result.offenders) text += " " + LinkageName(function);
    text += result.blind ? " blind; " : "; ";
  }
  for (const std::string& name : results.unknown) text += "unknown " + name;
  return text;
}

}  // namespace

TEST_CASE("Each gate names the functions for which it holds", "[gate]") {
  CHECK(Checked({"self > 0s", "self < 0s", "self > 5s"}, {}) == "self > 0s: grew; self < 0s: shrank; self > 5s:; ");
  CHECK(Checked({}, {}).empty());
}

TEST_CASE("Names limit the functions that a gate checks", "[gate]") {
  CHECK(Checked({"self > 0s"}, {"shrank"}) == "self > 0s:; ");
  CHECK(Checked({"self > 0s"}, {"grew"}) == "self > 0s: grew; ");
  CHECK(Checked({"self > 0s"}, {"grew()"}) == "self > 0s: grew; ");
  CHECK(Checked({"self > 0s"}, {"gone"}) == "self > 0s:; unknown gone");
}

TEST_CASE("A gate on significance without enough samples is blind, not passed", "[gate]") {
  const Significance few = Verdicts(false), enough = Verdicts(true);
  CHECK(Checked({"significant"}, {}, &few) == "significant: blind; ");
  CHECK(Checked({"significant"}, {"grew", "gone"}, &few) == "significant: blind; unknown gone");
  CHECK(Checked({"significant"}, {}, &enough) == "significant:; ");
  CHECK(Checked({"significant"}, {"gone"}, &few) == "significant:; unknown gone");
  CHECK(Checked({"self > 0s"}, {}, &few) == "self > 0s: grew; ");
}

TEST_CASE("A name alone checks whether its function became slower than noise explains", "[gate]") {
  const Significance enough = Verdicts(true);
  CHECK(Checked({}, {"grew"}, &enough) == "self > 0s and significant:; ");
  CHECK(GatesNeedSignificance({}, std::vector<std::string>{"grew"}));
  CHECK_FALSE(GatesNeedSignificance({}, {}));
  CHECK(GatesNeedSignificance(std::vector<Gate>{Gate::Parse("significant")}, {}));
  CHECK_FALSE(GatesNeedSignificance(std::vector<Gate>{Gate::Parse("self > 0s")}, std::vector<std::string>{"grew"}));
}

TEST_CASE("A named function of an event has a condition without seconds", "[gate]") {
  Difference counted = Changed();
  counted.base.is_exact = counted.other.is_exact = true;
  counted.base.dimension = counted.other.dimension = "Ir";
  Significance significance = Verdicts(true);
  for (Verdict& verdict : significance.functions) verdict.significant = true;
  const std::vector<std::string> names = {"grew"};
  const GateResults results = CheckGates({}, names, counted, &significance, LinkageName);
  REQUIRE(results.gates.size() == 1);
  CHECK(results.gates[0].condition == "self > 0 and significant");
  CHECK(results.gates[0].offenders.size() == 1);
}

TEST_CASE("A gate is blind where the verdicts that it needs are impossible", "[gate]") {
  Significance significance = Verdicts(true);
  significance.totals = Verdicts(false).functions;
  CHECK(Checked({"self > 5s and significant", "total > 5s and significant"}, {}, &significance) ==
        "self > 5s and significant:; total > 5s and significant: blind; ");
}

}  // namespace profdiff
