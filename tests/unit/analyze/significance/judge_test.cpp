// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/significance.h"
#include "values/loading_profiles.h"

namespace profdiff::judge_test {
namespace {

using Counts = std::vector<std::uint64_t>;

// Returns a run whose stacks were sampled 100 times a second.
Profile Sampled(const Counts& self, const Counts& total) {
  Profile profile;
  profile.rate = 1e9;
  profile.calls_known = false;
  profile.calls.resize(self.size());
  profile.exact.emplace();
  profile.exact->samples = self;
  profile.exact->total_samples = total;
  for (std::uint64_t count : self) profile.self_ticks.push_back(1e7 * static_cast<double>(count));
  for (std::uint64_t count : total) profile.exact->total_ticks.push_back(1e7 * static_cast<double>(count));
  return profile;
}

// Returns a run with exact costs but without samples. It is like a run of callgrind if calls are known, otherwise like
// a heap profile.
Profile Unsampled(const Counts& self, const Counts& total, bool calls_known) {
  Profile profile = Sampled(self, total);
  profile.exact->samples.clear();
  profile.exact->total_samples.clear();
  profile.calls_known = calls_known;
  return profile;
}

Difference Paired(std::size_t functions) {
  Difference difference;
  for (std::size_t f = 0; f < functions; ++f) difference.match.pairs.push_back({FunctionId(f), FunctionId(f)});
  return difference;
}

Significance JudgeRuns(const std::vector<Profile>& base, const std::vector<Profile>& other, double scale = 1) {
  return Judge(Paired(base.front().calls.size()), MakeRunTable(base), MakeRunTable(other), scale);
}

bool Says(const std::vector<Message>& lines, const std::string& words) {
  return std::ranges::any_of(lines, [&](const Message& line) { return line.cause.find(words) != std::string::npos; });
}

}  // namespace

TEST_CASE("rounding in a listing widens the intervals, and may explain a difference", "[judge]") {
  if (!CanJudge()) return;
  // 0.30 and 0.32 seconds at 10,000 samples per second.
  const auto run = [](double seconds) {
    Profile profile;
    profile.rate = 10000;
    profile.calls.resize(1);
    profile.self_ticks = {seconds * profile.rate};
    return profile;
  };
  const auto judge = [&run](double base, double other, const std::string& format) {
    Difference difference = Paired(1);
    difference.base.origin.emplace().format = difference.other.origin.emplace().format = format;
    const std::vector<Profile> first = {run(base)}, second = {run(other)};
    return Judge(difference, MakeRunTable(first), MakeRunTable(second)).functions[0];
  };
  const Verdict exact = judge(0.30, 0.32, ""), rounded = judge(0.30, 0.32, "listing");
  CHECK(exact.significant);
  CHECK(rounded.low == Approx(exact.low - 0.01));
  CHECK(rounded.high == Approx(exact.high + 0.01));
  CHECK_FALSE(rounded.significant);
  CHECK(rounded.p == 1);
  CHECK(judge(0.30, 0.36, "listing").significant);
}

TEST_CASE("a difference that noise explains gets no verdict, though its share of all time changes much", "[judge]") {
  if (!CanJudge()) return;
  // Function 0 is a sort routine of the C library, recorded before and after a change in other code.
  const Significance judged = JudgeRuns({Sampled({185, 533}, {185, 718})}, {Sampled({171, 825}, {171, 996})});
  CHECK(judged.evidence == Evidence::kSampling);
  CHECK(judged.functions[0].p == Approx(0.49).margin(0.005));
  CHECK_FALSE(judged.functions[0].significant);
  CHECK_FALSE(judged.totals[0].significant);
  CHECK(judged.functions[1].significant);
  CHECK(judged.totals[1].significant);
}

TEST_CASE("inclusive times are judged by the samples that have the function, in a family of their own", "[judge]") {
  if (!CanJudge()) return;
  // Function 0 is main: its inclusive samples differ much, but its own samples do not. Function 1 is the opposite: its
  // own samples differ, but its inclusive samples do not.
  const Significance judged =
      JudgeRuns({Sampled({10, 40, 950}, {1000, 40, 980})}, {Sampled({12, 10, 1378}, {1400, 30, 1390})});
  REQUIRE(judged.totals.size() == 3);
  CHECK_FALSE(judged.functions[0].significant);
  CHECK(judged.totals[0].significant);
  CHECK(judged.totals[0].base_mean == Approx(10));
  CHECK(judged.totals[0].low < -4);
  CHECK(judged.totals[0].high > -4);
  CHECK(judged.totals[0].high < 0);
  CHECK(judged.functions[1].significant);
  CHECK_FALSE(judged.totals[1].significant);
  // The correction multiplies a p-value by at most 3, because three inclusive times are tested.
  const double least = std::min({judged.totals[0].p, judged.totals[1].p, judged.totals[2].p});
  CHECK(judged.totals[0].q <= 3 * least + 1e-12);
}

TEST_CASE("without inclusive times of both sides there are no verdicts on them", "[judge]") {
  if (!CanJudge()) return;
  Profile estimated = Sampled({10, 90}, {100, 90});
  estimated.exact.reset();
  estimated.rate = 1e9;
  CHECK(JudgeRuns({estimated}, {Sampled({10, 90}, {100, 90})}).totals.empty());
}

TEST_CASE("a family without samples of its own is not made stricter", "[judge]") {
  if (!CanJudge()) return;
  // Nine callers have no samples of their own: one self time and ten inclusive times are judged.
  Counts self(10), total(10, 60), more_self(10), more_total(10, 100);
  self[9] = 60;
  more_self[9] = 100;
  const Significance judged = JudgeRuns({Sampled(self, total)}, {Sampled(more_self, more_total)});
  CHECK(judged.functions[9].q == Approx(judged.functions[9].p));
  CHECK(judged.totals[9].p == Approx(judged.functions[9].p));
  CHECK(judged.functions[0].q == 1);
  CHECK_FALSE(judged.functions[0].can_be_significant);
  CHECK(judged.totals[0].can_be_significant);
}

TEST_CASE("the other side's scale counts for inclusive times as well", "[judge]") {
  if (!CanJudge()) return;
  const Significance judged = JudgeRuns({Sampled({500, 500}, {1000, 500})}, {Sampled({1000, 1000}, {2000, 1000})}, 0.5);
  for (const Verdict& verdict : judged.totals) {
    CHECK(verdict.p > 0.9);
    CHECK(verdict.other_mean == Approx(verdict.base_mean));
  }
}

TEST_CASE("samples of several weights: each function's count is its time", "[judge]") {
  if (!CanJudge()) return;
  // There are 100 samples of 10 ms and 100 of 50 ms: both functions have the same number of samples, but the second one
  // has five times the time.
  Profile base = Sampled({100, 100}, {200, 100});
  base.self_ticks = {1e9, 5e9};
  base.exact->total_ticks = {6e9, 5e9};
  base.exact->squares = {100 * 1e14, 100 * 25e14};
  base.exact->total_squares = {100 * 26e14, 100 * 25e14};
  Profile other = base;
  ScaleTimes(other, 2);
  // The second function takes twice the time because it has twice as many samples, not because its samples weigh twice
  // as much.
  other.exact->squares[1] /= 2;
  other.exact->samples[1] = 200;
  const RunTable table = MakeRunTable({&base, 1});
  CHECK(table.is_weighted);
  CHECK(table.inclusive_samples == std::vector<double>{138, 100});
  const Significance judged = JudgeRuns({base}, {other});
  CHECK(judged.functions[1].significant);
  CHECK(judged.functions[1].low < -5);
  CHECK(judged.functions[1].high > -5);
  CHECK(judged.functions[1].low > -8);
  CHECK(judged.functions[1].high < -2);
  CHECK(judged.functions[0].low < -1);
  CHECK(judged.functions[0].high > -1);
}

TEST_CASE("several runs: inclusive times are judged by the variation between runs", "[judge]") {
  if (!CanJudge()) return;
  const auto runs = [](std::uint64_t more) {
    std::vector<Profile> profiles;
    for (std::uint64_t run : {0U, 30U, 60U}) {
      Counts self = {0, 900 + run, 1000 - run, 500 + run / 2, 800 - run + more};
      const std::uint64_t all = self[1] + self[2] + self[3] + self[4];
      profiles.push_back(Sampled(self, {all, self[1], self[2] + self[4], self[3], self[4]}));
    }
    return profiles;
  };
  const Significance same = JudgeRuns(runs(0), runs(0));
  CHECK(same.evidence == Evidence::kNegativeBinomial);
  CHECK(std::ranges::none_of(same.totals, &Verdict::significant));
  const Significance judged = JudgeRuns(runs(0), runs(800));
  CHECK(judged.functions[4].significant);
  CHECK(judged.totals[0].significant);
  CHECK(judged.totals[2].significant);
  CHECK_FALSE(judged.totals[3].significant);
  CHECK_FALSE(judged.functions[0].significant);
}

TEST_CASE("sums without samples have no verdicts, and a reason", "[judge]") {
  if (!CanJudge()) return;
  const std::vector<Profile> base = {Unsampled({100, 900}, {1000, 900}, false)};
  const std::vector<Profile> other = {Unsampled({900, 100}, {1000, 100}, false)};
  Significance judged = JudgeRuns(base, other);
  CHECK(judged.evidence == Evidence::kNone);
  CHECK(judged.totals.size() == 2);
  for (const Verdict& verdict : judged.functions) {
    CHECK_FALSE(verdict.significant);
    CHECK_FALSE(verdict.can_be_significant);
    CHECK(verdict.low == 0);
    CHECK(verdict.high == 0);
  }
  CHECK(Says(judged.remarks, "sums without samples"));
  judged = JudgeRuns(base, {Sampled({900, 100}, {1000, 100})});
  CHECK(judged.evidence == Evidence::kNone);
  CHECK(Says(judged.remarks, "times of the base are sums without samples, times of the other side are samples"));
}

TEST_CASE("every difference between exact counts is significant", "[judge]") {
  if (!CanJudge()) return;
  const Significance judged = JudgeRuns({Unsampled({1000000, 7, 5}, {1000012, 12, 5}, true)},
                                        {Unsampled({1000000, 8, 4}, {1000012, 12, 4}, true)});
  CHECK(judged.evidence == Evidence::kCounted);
  CHECK_FALSE(judged.functions[0].significant);
  CHECK(judged.functions[1].significant);
  CHECK(judged.functions[2].significant);
  CHECK_FALSE(judged.totals[1].significant);
  CHECK(judged.totals[2].significant);
  CHECK(judged.totals[1].can_be_significant);
  CHECK(judged.functions[1].low == 0);
  CHECK(judged.functions[1].high == 0);
  CHECK(judged.grounds.front().remedy.kind == RemedyKind::kKeepRuns);
  CHECK(judged.remarks.empty());
}

TEST_CASE("counts of several runs are judged by how much the runs differ", "[judge]") {
  if (!CanJudge()) return;
  const auto run = [](std::uint64_t varies, std::uint64_t even) {
    return Unsampled({varies, even, 5000 + varies / 7}, {varies + even, even, 5000}, true);
  };
  const Significance judged =
      JudgeRuns({run(1000, 70), run(1100, 70), run(900, 70)}, {run(1020, 71), run(1130, 71), run(950, 71)});
  CHECK(judged.evidence == Evidence::kModerated);
  CHECK_FALSE(judged.functions[0].significant);
  CHECK(judged.functions[0].low < 0);
  CHECK(judged.functions[0].high > 0);
  CHECK(judged.functions[1].significant);  // this function's counts are equal in all runs of a side
  CHECK_FALSE(judged.totals[0].significant);
  CHECK(judged.totals[1].significant);
}

TEST_CASE("a warning about few samples uses the unit of the times", "[judge]") {
  if (!CanJudge()) return;
  Difference difference = Paired(1);
  difference.base.dimension = "instructions";
  const Profile few = Sampled({12}, {12});
  const Significance judged = Judge(difference, MakeRunTable({&few, 1}), MakeRunTable({&few, 1}));
  CHECK(Says(judged.remarks, " instructions cannot be told from noise"));
}

}  // namespace profdiff::judge_test
