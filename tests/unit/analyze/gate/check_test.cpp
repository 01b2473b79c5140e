// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for all gates of a run: conditions that hold, unknown functions, and conditions that cannot be evaluated.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/significance.h"
#include "support/profile_builder.h"

namespace profdiff::check_test {
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

// ---- with a conclusion ----

namespace {

// Two functions: "grew" (1 s -> 1.5 s) and "shrank" (9 s -> `shrank`), and time in no function.
struct Judged {
  TestExecution base, other;
  Difference difference;
  Significance significance;
  Conclusion conclusion;

  explicit Judged(double shrank = 7, double base_elsewhere = 0, double other_elsewhere = 0)
      : base(ProfileBuilder().Function("grew", 1).Function("shrank", 9).Unattributed(base_elsewhere).Build()),
        other(ProfileBuilder().Function("grew", 1.5).Function("shrank", shrank).Unattributed(other_elsewhere).Build()),
        difference(SubtractTests(base, other)) {
    Judge();
  }
  void Judge(std::vector<Doubt> doubts = {}, double scale = 1) {
    const RunTable base_runs = MakeRunTable({&base.profile, 1}), other_runs = MakeRunTable({&other.profile, 1});
    significance = profdiff::Judge(difference, base_runs, other_runs, scale);
    conclusion = Conclude(difference, base_runs, other_runs, std::move(doubts), scale);
  }

  // Returns the outcome, "program" if that decides, the functions that fail, and the reason.
  std::string Check(const std::string& condition, bool can_judge = true) const {
    const Gate gate = Gate::Parse(condition);
    const auto name = [this](FunctionId f) { return std::string(difference.match.functions[f].name); };
    const GateResults results =
        CheckGates({&gate, 1}, {}, difference, can_judge ? &significance : nullptr, conclusion, name);
    const GateResult& result = results.gates.front();
    std::string text(WordOf(result.outcome));
    if (result.is_program) text += " program";
    for (const FunctionId f : result.offenders) text += " " + name(f);
    return result.why.cause.empty() ? text : text + ": " + result.why.cause;
  }
};

}  // namespace

TEST_CASE("A condition on the program is about its time, and names no functions", "[gate]") {
  const Judged less, more(12);
  CHECK(less.Check("program > 1% and significant") == "passed program");
  CHECK(less.Check("program < -1% and significant") == "failed program");
  CHECK(more.Check("program > 1% and significant") == "failed program");
  CHECK(more.Check("program > 1%") == "failed program");
  // 10 s -> 10.1 s is noise, although a function grew significantly.
  const Judged noise(8.6);
  CHECK(noise.Check("self > 10% and significant") == "failed grew");
  CHECK(noise.Check("program > 0.5% and significant") == "passed program");
  CHECK(noise.Check("program > 0.5%") == "failed program");
  CHECK(noise.Check("program > 0.5% and self > 10% and significant") == "passed");
  CHECK(more.Check("program > 1% and self > 0s and significant") == "failed shrank grew");
  CHECK(more.Check("program > 1% or self > 5s") == "failed program");
  CHECK(less.Check("program > 1% or self > 10%") == "failed grew");
}

TEST_CASE("A gate is unknown if a profile does not fit or most time of one side is in no function", "[gate]") {
  Judged misfit;
  misfit.Judge({{DoubtCode::kMisfit, Message("a misfit"), true}});
  for (const char* condition : {"self > 10%", "program > 1%", "calls > 5", "only-other"}) {
    CHECK(misfit.Check(condition).starts_with("unknown"));
  }
  CHECK(Judged(7, 0, 20).Check("self > 10%").starts_with("unknown: 70 % of the time"));
  // With most of both sides' time in no function, only the program can be judged, and functions that did grow.
  const Judged both(7, 40, 60);
  CHECK(both.Check("self > 90%") == "unknown: most of the time of both sides is in no function");
  CHECK(both.Check("self > 10%") == "failed grew");
  CHECK(both.Check("program > 10% and significant") == "failed program");
}

TEST_CASE("Times of an unknown unit do not affect conditions on calls", "[gate]") {
  Judged judged;
  judged.Judge({{DoubtCode::kUnknownUnit, Message("no unit"), true}});
  CHECK(judged.Check("self > 10%") == "unknown: no unit");
  CHECK(judged.Check("calls > 5") == "passed");
}

TEST_CASE("A gate is unknown where missing samples decide", "[gate]") {
  Judged judged;
  judged.difference.base.missing_seconds = 10;  // as if half of the samples had been lost
  judged.Judge({{DoubtCode::kLoss, Message("half of the samples was lost"), false}});
  CHECK(judged.Check("self > 10% and significant") == "unknown: half of the samples was lost");
  CHECK(judged.Check("self > 60%") == "passed");
  CHECK(judged.Check("self < -30%") == "unknown: half of the samples was lost");
  judged.difference.other.missing_seconds = 8.5;
  judged.Judge({{DoubtCode::kLoss, Message("half of the samples was lost"), false}});
  CHECK(judged.Check("self > 10%") == "failed grew");
}

TEST_CASE("Without statistics a condition on significance is unknown where it matters", "[gate]") {
  const Judged judged;
  CHECK(judged.Check("self > 10% and significant", false).starts_with("unknown: this build"));
  CHECK(judged.Check("self > 80% and significant", false) == "passed");
  CHECK(judged.Check("self > 10%", false) == "failed grew");
}

TEST_CASE("Estimates of inclusive time have no interval", "[gate]") {
  Judged judged;
  judged.base = ProfileBuilder().Function("main", 1).Function("leaf", 9).Call("main", "leaf", 1).Build();
  judged.other = ProfileBuilder().Function("main", 1).Function("leaf", 19).Call("main", "leaf", 1).Build();
  judged.difference = SubtractTests(judged.base, judged.other);
  judged.Judge();
  CHECK(judged.Check("total > 10% and significant") == "failed leaf");
  CHECK(judged.Check("total > 92% and total < 105% and significant")
            .starts_with("unknown: inclusive times are estimates"));
  CHECK(judged.Check("total > 200% and significant") == "passed");
}

TEST_CASE("The program cannot be judged where totals are equal by construction", "[gate]") {
  Judged judged;
  judged.Judge({}, 1.5);
  CHECK(judged.Check("program > 1%").starts_with("unknown program"));
  CHECK(judged.Check("self > 10%") == "failed grew");
}

}  // namespace profdiff::check_test
