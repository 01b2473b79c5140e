// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the conclusion of a difference: yes; no, by at most what the interval allows; or unknown, and why.
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/significance.h"
#include "support/measured_runs.h"
#include "support/profile_builder.h"

namespace profdiff::conclude_test {
namespace {

struct Concluded {
  Difference difference;
  Conclusion conclusion;

  std::string Kind() const { return std::string(WordOf(conclusion.kind)); }
  std::string Text() const { return TextOf(conclusion, difference); }
};

// Concludes from one run on each side. `edit` may change the difference.
template <class Edit>
Concluded ConcludeWith(const TestExecution& base, const TestExecution& other, Edit edit, std::vector<Doubt> doubts = {},
                       double scale = 1) {
  Concluded result{SubtractTests(base, other), {}};
  edit(result.difference);
  result.conclusion = Conclude(result.difference, MakeRunTable({&base.profile, 1}), MakeRunTable({&other.profile, 1}),
                               std::move(doubts), scale);
  return result;
}

Concluded ConcludeTests(const TestExecution& base, const TestExecution& other, std::vector<Doubt> doubts = {}) {
  return ConcludeWith(
      base, other, [](Difference&) {}, std::move(doubts));
}

TestExecution Taking(double seconds, double elsewhere = 0) {
  return ProfileBuilder().Function("f", seconds).Unattributed(elsewhere).Build();
}

}  // namespace

TEST_CASE("The other side takes less, more, the same, or differs by noise", "[conclusion]") {
  CHECK(ConcludeTests(Taking(10), Taking(5)).Kind() == "less");
  CHECK(ConcludeTests(Taking(5), Taking(10)).Kind() == "more");
  CHECK(ConcludeTests(Taking(5), Taking(5.1)).Kind() == "noise");
  CHECK(ConcludeTests(Taking(5), Taking(5)).Kind() == "equal");
}

TEST_CASE("An interval is base minus other, and bounds what is not seen", "[conclusion]") {
  const Concluded more = ConcludeTests(Taking(5), Taking(10));
  REQUIRE(more.conclusion.low);
  CHECK((*more.conclusion.low < -5 && *more.conclusion.high > -5 && *more.conclusion.high < 0));
  const Concluded equal = ConcludeTests(Taking(5), Taking(5));
  REQUIRE(equal.conclusion.high);
  CHECK((*equal.conclusion.low < 0 && *equal.conclusion.high > 0));
  CHECK(equal.Text().starts_with("both take the same time (95 % interval -0."));
}

TEST_CASE("Counted events need no interval", "[conclusion]") {
  const Concluded counted = ConcludeTests(tests::CountedBase(), tests::CountedOther());
  CHECK(counted.Kind() == "less");
  CHECK_FALSE(counted.conclusion.low);
  CHECK(ConcludeTests(tests::CountedBase(), tests::CountedBase()).Kind() == "equal");
}

TEST_CASE("Without samples nothing can be told", "[conclusion]") {
  const Concluded none = ConcludeTests(Taking(0), Taking(0));
  CHECK(none.Text() == "cannot tell: neither side has samples; measured: both take the same time");
  CHECK(ConcludeTests(Taking(0.01), Taking(0.02)).Kind() == "unknown");
  // A side without samples is a side: the other one takes more.
  CHECK(ConcludeTests(Taking(0), Taking(2)).Kind() == "more");
  const TestExecution calls = ProfileBuilder().Call("main", "f", 1).WithoutHistogram().Build();
  CHECK(ConcludeTests(calls, Taking(1)).Text() == "cannot tell: the base has no times");
}

TEST_CASE("Sums without samples have unknown noise", "[conclusion]") {
  const Concluded sums = ConcludeTests(tests::TimedStacksBase(), tests::TimedStacksOther());
  CHECK(sums.Kind() == "unknown");
  CHECK(sums.conclusion.doubts.front().code == DoubtCode::kNoise);
  CHECK(sums.Text().find("; measured: other takes ") != std::string::npos);
}

TEST_CASE("The total has the samples in no function", "[conclusion]") {
  const Concluded same = ConcludeTests(Taking(4, 1), Taking(3, 2));
  CHECK(same.conclusion.Change() == 0);
  CHECK(same.Kind() == "equal");
  CHECK(same.conclusion.doubts.size() == 2);
  CHECK(ConcludeTests(Taking(0, 5), Taking(0, 9)).Kind() == "more");
  CHECK(ConcludeTests(Taking(10, 0.4), Taking(5, 0.2)).conclusion.doubts.empty());
}

TEST_CASE("Nothing can be told if most of only one side's time is in no function", "[conclusion]") {
  const Concluded stripped = ConcludeTests(Taking(5), Taking(0, 5));
  CHECK(stripped.Kind() == "unknown");
  CHECK(stripped.Text() ==
        "cannot tell: 100 % of the time of the other side is in no function: code without symbols, or another program");
  CHECK(ConcludeTests(Taking(2, 3), Taking(5)).Kind() == "unknown");
  CHECK(ConcludeTests(Taking(3, 2), Taking(10)).Kind() == "more");
}

TEST_CASE("A decisive doubt comes first and decides", "[conclusion]") {
  const Doubt small{DoubtCode::kCaveat, Message("a caveat"), false},
      misfit{DoubtCode::kMisfit, Message("a misfit"), true};
  const Concluded unknown = ConcludeTests(Taking(5), Taking(10), {small, misfit});
  CHECK(unknown.Text() == "cannot tell: a misfit");
  CHECK_FALSE(unknown.conclusion.low);
  CHECK(unknown.conclusion.doubts.front().code == DoubtCode::kMisfit);
  CHECK(ConcludeTests(Taking(5), Taking(10), {small}).Kind() == "more");
}

TEST_CASE("Normalised totals are equal by construction", "[conclusion]") {
  const Concluded shares = ConcludeWith(
      Taking(5), Taking(5), [](Difference&) {}, {}, 2);
  CHECK(shares.Kind() == "unknown");
  CHECK(shares.conclusion.Decisive() == nullptr);
}

TEST_CASE("Missing samples matter if they could change the conclusion", "[conclusion]") {
  const auto lacking = [](double base, double other) {
    return [base, other](Difference& difference) {
      difference.base.missing_seconds = base;
      difference.other.missing_seconds = other;
    };
  };
  const std::vector<Doubt> loss = {{DoubtCode::kLoss, Message("20 % of the samples were lost"), false}};
  // The base took 10 s and lost a fifth of its samples; the other side took 10 s and lost none.
  const Concluded explained = ConcludeWith(Taking(8), Taking(10), lacking(2, 0), loss);
  CHECK(explained.Kind() == "unknown");
  CHECK(explained.Text().find("20 % of the samples were lost") != std::string::npos);
  CHECK(*explained.conclusion.high > 0);
  // The same loss on both sides explains no difference.
  CHECK(ConcludeWith(Taking(8), Taking(10), lacking(2, 2), loss).Kind() == "more");
  // Twice as much is more than the loss explains.
  CHECK(ConcludeWith(Taking(8), Taking(20), lacking(2, 0), loss).Kind() == "more");
  // Loss can also hide a difference.
  CHECK(ConcludeWith(Taking(10), Taking(10), lacking(5, 0), loss).Kind() == "unknown");
}

TEST_CASE("A decisive doubt withdraws the verdicts on functions", "[conclude]") {
  if (!CanJudge()) return;
  const TestExecution base = Taking(1), other = Taking(9);
  const RunTable base_runs = MakeRunTable({&base.profile, 1}), other_runs = MakeRunTable({&other.profile, 1});
  for (const bool is_decisive : {false, true}) {
    CAPTURE(is_decisive);
    const Concluded concluded =
        ConcludeTests(base, other, {{DoubtCode::kMisfit, Message("of another program"), is_decisive}});
    Significance significance = Judge(concluded.difference, base_runs, other_runs);
    REQUIRE(significance.functions.at(0).significant);
    WithdrawVerdicts(concluded.conclusion, significance);
    const Verdict& verdict = significance.functions[0];
    CHECK(verdict.significant == !is_decisive);
    CHECK((verdict.high != 0) == !is_decisive);
    CHECK((verdict.q == 1) == is_decisive);
    CHECK((significance.evidence == Evidence::kNone) == is_decisive);
    CHECK(verdict.base_mean == Approx(1));
  }
}

}  // namespace profdiff::conclude_test
