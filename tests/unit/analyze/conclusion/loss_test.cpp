// SPDX-License-Identifier: GPL-3.0-or-later
// Conclusions and gates with lost samples.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/significance.h"
#include "support/stack_files.h"

namespace profdiff::loss_test {

using tests::SampledStack;
using tests::StackRun;

namespace {

// Two functions with samples of a millisecond, and a number of lost samples.
StackRun RunOf(std::uint64_t parse, std::uint64_t sort, std::uint64_t lost) {
  const std::string text = tests::AsPerfScript({{{"main", "parse"}, parse}, {{"main", "sort"}, sort}});
  const std::string loss = lost == 0 ? "" : "prog 7/7 99.5: PERF_RECORD_LOST lost " + std::to_string(lost) + "\n";
  return StackRun(tests::ReadText(text + loss));
}

StackRun Cut(StackRun run) {
  run.stacks.loss.is_cut = run.stacks.loss.lacks_times = true;
  return StackRun(std::move(run.stacks));
}

struct Judged {
  Judged(const StackRun& base, const StackRun& other)
      : difference(tests::SubtractStacks(base, other)),
        base_runs(MakeRunTable({&base.profile, 1})),
        other_runs(MakeRunTable({&other.profile, 1})),
        significance(Judge(difference, base_runs, other_runs)),
        conclusion(Conclude(difference, base_runs, other_runs, {})) {}

  // Returns the kind of the conclusion.
  ConclusionKind Kind() const { return conclusion.kind; }
  std::string Doubts() const {
    std::string text;
    for (const Doubt& doubt : conclusion.doubts) {
      if (doubt.code == DoubtCode::kLoss) text += doubt.message.cause + "\n";
    }
    return text;
  }
  GateOutcome Outcome(const std::string& condition) const {
    const std::vector<Gate> gates = {Gate::Parse(condition)};
    return CheckGates(gates, {}, difference, &significance, conclusion, [](FunctionId) { return std::string(); })
        .gates.front()
        .outcome;
  }

  Difference difference;
  RunTable base_runs, other_runs;
  Significance significance;
  Conclusion conclusion;
};

}  // namespace

TEST_CASE("a total is unknown if a loss could explain it", "[loss]") {
  const StackRun whole = RunOf(700, 300, 0);
  CHECK(Judged(RunOf(560, 240, 200), whole).Kind() == ConclusionKind::kUnknown);
  CHECK(Judged(whole, RunOf(560, 240, 200)).Kind() == ConclusionKind::kUnknown);
  CHECK(Judged(RunOf(560, 240, 0), whole).Kind() == ConclusionKind::kMore);
  CHECK(Judged(RunOf(420, 180, 200), whole).Kind() == ConclusionKind::kMore);
  // The side that lost samples has more of them nevertheless.
  const Judged less = Judged(RunOf(1400, 600, 200), whole);
  CHECK(less.Kind() == ConclusionKind::kLess);
  CHECK(less.Doubts() == "the profiler lost 9.1 % of the base's samples (200) and none of the other side's\n");
  REQUIRE(less.conclusion.high);
  CHECK(*less.conclusion.high > 1.2);
}

TEST_CASE("an equal loss is only told", "[loss]") {
  const Judged same = Judged(RunOf(700, 300, 250), RunOf(715, 295, 252));
  CHECK(same.Kind() == ConclusionKind::kNoise);
  CHECK_FALSE(same.Doubts().empty());
  CHECK(Judged(RunOf(700, 300, 250), RunOf(1400, 600, 500)).Kind() == ConclusionKind::kMore);
}

TEST_CASE("a loss can hide a difference", "[loss]") {
  const Judged hidden = Judged(RunOf(700, 300, 0), RunOf(700, 300, 800));
  CHECK(hidden.Kind() == ConclusionKind::kUnknown);
  CHECK(hidden.Outcome("program > 20%") == GateOutcome::kUnknown);
  CHECK(hidden.Outcome("self > 20% and significant") == GateOutcome::kUnknown);
  CHECK(Judged(RunOf(700, 300, 0), RunOf(700, 300, 3)).Outcome("self > 20% and significant") == GateOutcome::kPassed);
}

TEST_CASE("all that was lost can be of one function", "[loss]") {
  const Judged doubtful = Judged(RunOf(700, 300, 250), RunOf(700, 500, 0));
  CHECK(doubtful.Outcome("self > 20% and significant") == GateOutcome::kUnknown);
  CHECK(doubtful.Outcome("self > 20%") == GateOutcome::kUnknown);
  const auto explained = [](const Judged& judged) {
    std::size_t count = 0;
    for (const Verdict& verdict : judged.significance.functions) {
      CHECK_FALSE((verdict.significant && verdict.loss_explains));
      count += verdict.loss_explains ? 1 : 0;
    }
    return count;
  };
  CHECK(explained(doubtful) == 1);
  const Judged certain = Judged(RunOf(700, 300, 250), RunOf(700, 900, 0));
  CHECK(explained(certain) == 0);
  CHECK(certain.Outcome("self > 20% and significant") == GateOutcome::kFailed);
}

TEST_CASE("a file that ends early decides only in one direction", "[loss]") {
  const StackRun whole = RunOf(700, 300, 0);
  const Judged more = Judged(Cut(RunOf(420, 180, 0)), whole);
  CHECK(more.Kind() == ConclusionKind::kUnknown);
  CHECK(more.Doubts() == "a file of the base ends early: an unknown number of samples is missing\n");
  const Judged less = Judged(Cut(RunOf(1400, 600, 0)), whole);
  CHECK(less.Kind() == ConclusionKind::kLess);
  CHECK_FALSE(less.conclusion.high);
  CHECK(Judged(Cut(RunOf(1400, 600, 0)), Cut(whole)).Kind() == ConclusionKind::kUnknown);
  CHECK(more.Outcome("self > 5% and significant") == GateOutcome::kUnknown);
}

}  // namespace profdiff::loss_test
