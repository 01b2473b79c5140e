// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the rows of a digest and their callers; the rows must account for all time.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/listing.h"
#include "support/example_runs.h"
#include "support/profile_builder.h"
#include "values/evidence.h"

namespace profdiff::digest_test {
namespace {

using Names = std::vector<std::string>;

std::string NameOf(const Difference& difference, FunctionId f) {
  return f.valid() ? std::string(difference.match.functions[f].name) : "";
}

Names RowsOf(const Difference& difference, const Digest& digest) {
  Names names;
  for (const Digest::Row& row : digest.rows) names.push_back(NameOf(difference, row.function));
  return names;
}

Names RowsOf(const Difference& difference, const DigestChoice& choice = {}) {
  return RowsOf(difference, MakeDigest(difference, nullptr, choice));
}

RunTable OneRun(const TestExecution& execution) { return MakeRunTable({&execution.profile, 1}); }

double SecondsOf(const Difference& difference, const Digest& digest) {
  double seconds = 0;
  for (const Digest::Row& row : digest.rows) {
    const Difference::Row& numbers = difference.functions[row.function.value];
    seconds += numbers.base.self - numbers.other.self;
  }
  for (const Digest::LeftOut* part : {&digest.by_name, &digest.unchanged, &digest.small, &digest.beyond}) {
    seconds += part->seconds;
  }
  return seconds;
}

GroupedDifference GroupTests(const TestExecution& base, const TestExecution& other, DigestGroups groups) {
  return GroupDifference(SubtractTests(base, other), OneRun(base), OneRun(other), base.functions, other.functions,
                         groups, DemangleStyle::kAuto);
}

}  // namespace

TEST_CASE("Rows are in order of their weight, each with the caller that is responsible for it", "[digest]") {
  const Difference difference = SubtractTests(PaperBase(), PaperOther());
  const Digest digest = MakeDigest(difference, nullptr, {});
  CHECK(RowsOf(difference, digest) == Names{"f_d", "main", "f_c", "f_b"});
  Names callers;
  for (const Digest::Row& row : digest.rows) callers.push_back(NameOf(difference, row.caller));
  CHECK(callers == Names{"f_c", "", "main", "main"});
  CHECK((digest.times && digest.calls));
}

TEST_CASE("Rows in the order of a column", "[digest]") {
  const Difference difference = SubtractTests(PaperBase(), PaperOther());
  auto rows = [&](DigestOrder order) {
    DigestChoice choice;
    choice.order = order;
    return RowsOf(difference, choice);
  };
  CHECK(rows(DigestOrder::kBase) == Names{"f_d", "f_c", "main", "f_b"});
  CHECK(rows(DigestOrder::kOther) == Names{"main", "f_d", "f_c", "f_b"});
  CHECK(rows(DigestOrder::kDifference) == Names{"f_d", "main", "f_c", "f_b"});
  CHECK(rows(DigestOrder::kCalls).front() == "f_d");
  CHECK(rows(DigestOrder::kName) == Names{"f_b", "f_c", "f_d", "main"});
}

TEST_CASE("Rows show inclusive times if that is asked for", "[digest]") {
  const Difference difference = SubtractTests(PaperBase(), PaperOther());
  DigestChoice choice;
  choice.order = DigestOrder::kTotal;
  const Digest digest = MakeDigest(difference, nullptr, choice);
  CHECK(digest.totals);
  CHECK_FALSE(MakeDigest(difference, nullptr, {}).totals);
  REQUIRE(!digest.rows.empty());
  double before = 1e9;
  for (const Digest::Row& row : digest.rows) {
    const Difference::Row& numbers = difference.functions[row.function.value];
    const double change = std::abs(numbers.base.total - numbers.other.total);
    CHECK(change <= before + 1e-9);
    before = change;
  }
  CHECK(ParseDigestOrder("total") == DigestOrder::kTotal);
}

TEST_CASE("Rows show inclusive times if only these exceed noise", "[digest]") {
  const Difference difference = SubtractTests(PaperBase(), PaperOther());
  Significance significance;
  significance.functions.resize(difference.functions.size());
  significance.totals.resize(difference.functions.size());
  CHECK_FALSE(MakeDigest(difference, &significance, {}).totals);
  const auto id_of = [&](const std::string& name) {
    std::size_t f = 0;
    while (NameOf(difference, FunctionId(f)) != name) ++f;
    return f;
  };
  significance.totals[id_of("f_b")].significant = true;
  CHECK(MakeDigest(difference, &significance, {}).totals);
  CHECK(RowsOf(difference, MakeDigest(difference, &significance, {})).front() == "f_b");
  // Only the rows that are shown matter.
  DigestChoice choice;
  choice.ignore = {"f_b"};
  CHECK_FALSE(MakeDigest(difference, &significance, choice).totals);
  choice.ignore.clear();
  choice.order = DigestOrder::kBase;
  CHECK_FALSE(MakeDigest(difference, &significance, choice).totals);
  significance.functions[id_of("f_d")].significant = true;
  CHECK_FALSE(MakeDigest(difference, &significance, {}).totals);
}

TEST_CASE("Differences that exceed noise come first", "[digest]") {
  const Difference difference = SubtractTests(PaperBase(), PaperOther());
  Significance significance;
  significance.functions.resize(difference.functions.size());
  for (std::size_t f = 0; f < difference.functions.size(); ++f) {
    significance.functions[f].significant = NameOf(difference, FunctionId(f)) == "f_b";
  }
  CHECK(RowsOf(difference, MakeDigest(difference, &significance, {})) == Names{"f_b", "f_d", "main", "f_c"});
}

TEST_CASE("Omitted rows are counted by reason", "[digest]") {
  const Difference difference = SubtractTests(PaperBase(), PaperOther());
  DigestChoice choice;
  choice.top = 1;
  choice.least = 1;
  choice.ignore = {"^main$"};
  const Digest digest = MakeDigest(difference, nullptr, choice);
  CHECK(RowsOf(difference, digest) == Names{"f_d"});
  CHECK((digest.by_name.rows == 1 && digest.small.rows == 1 && digest.beyond.rows == 1));
  CHECK(digest.by_name.seconds == Approx(-1.93));
  CHECK(digest.small.seconds == Approx(-0.61));
  CHECK(digest.beyond.seconds == Approx(1.28));
  choice = {};
  choice.focus = {"^f_[bc]", "main"};
  CHECK(RowsOf(difference, choice) == Names{"main", "f_c", "f_b"});
  choice.focus = {"("};
  CHECK_THROWS_AS(RowsOf(difference, choice), Error);
}

TEST_CASE("Rows and omitted rows add up to the whole", "[digest]") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    const TestPair pair = RandomPair(seed);
    const Difference difference = SubtractTests(pair.base, pair.other);
    const double whole = difference.base.seconds - difference.other.seconds;
    DigestChoice choice;
    choice.top = 3;
    choice.least = 0.05;
    choice.ignore = {"[02468]$"};
    CHECK(SecondsOf(difference, MakeDigest(difference, nullptr, choice)) == Approx(whole).margin(1e-9));
    for (DigestGroups groups : {DigestGroups::kFile, DigestGroups::kNamespace}) {
      const GroupedDifference grouped = GroupTests(pair.base, pair.other, groups);
      const Digest digest = MakeDigest(grouped.difference, nullptr, choice);
      CHECK(SecondsOf(grouped.difference, digest) == Approx(whole).margin(1e-9));
      CHECK(std::accumulate(grouped.base.samples.begin(), grouped.base.samples.end(), 0.0) ==
            Approx(OneRun(pair.base).total_samples).margin(1e-6));
    }
  }
}

TEST_CASE("An execution compared with itself has no rows", "[digest]") {
  const Digest digest = MakeDigest(SubtractTests(PaperBase(), PaperBase()), nullptr, {});
  CHECK(digest.rows.empty());
  CHECK(digest.unchanged.rows == 4);
}

TEST_CASE("Without times, calls decide; without calls, no caller is responsible for a row", "[digest]") {
  auto calls = [](std::uint64_t count) {
    return ProfileBuilder().Call("main", "f", count).Call("main", "g", 1).WithoutHistogram().Build();
  };
  const Difference difference = SubtractTests(calls(3), calls(8));
  const Digest digest = MakeDigest(difference, nullptr, {});
  CHECK_FALSE(digest.times);
  CHECK(RowsOf(difference, digest) == Names{"f"});
  CHECK(NameOf(difference, digest.rows.front().caller) == "main");

  const Difference times =
      SubtractTests(ProfileBuilder().Function("f", 1).Build(), ProfileBuilder().Function("f", 2).Build());
  const Digest without = MakeDigest(times, nullptr, {});
  CHECK_FALSE(without.rows.front().caller.valid());
}

TEST_CASE("Files and namespaces are groups", "[digest]") {
  auto run = [](double scale) {
    return ProfileBuilder()
        .Function("_ZN2ns1fEv", 1 * scale)
        .At("/src/a.cc", 1)
        .Function("_ZN2ns1gEv", 2 * scale)
        .At("/src/a.cc", 9)
        .Function("main", 1)
        .At("/src/b.cc", 1)
        .Call("main", "_ZN2ns1fEv", 10)
        .Call("_ZN2ns1fEv", "_ZN2ns1gEv", 100)
        .Build();
  };
  const GroupedDifference files = GroupTests(run(1), run(2), DigestGroups::kFile);
  CHECK(RowsOf(files.difference) == Names{"a.cc"});
  const GroupedDifference scopes = GroupTests(run(1), run(2), DigestGroups::kNamespace);
  const Digest digest = MakeDigest(scopes.difference, nullptr, {});
  REQUIRE(RowsOf(scopes.difference, digest) == Names{"ns"});
  const Difference::Row& row = scopes.difference.functions[digest.rows[0].function.value];
  CHECK(row.base.self == Approx(3));
  CHECK(row.other.self == Approx(6));
  CHECK(row.base.calls == 10);
  CHECK(NameOf(scopes.difference, digest.rows[0].caller) == "(global)");
}

TEST_CASE("Files of one name are distinguished by their folder", "[digest]") {
  auto run = [](const std::string& top, double seconds) {
    return ProfileBuilder()
        .Function("f", seconds)
        .At(top + "/x/util.c", 1)
        .Function("g", 2 * seconds)
        .At(top + "/y/util.c", 1)
        .Function("h", 3 * seconds)
        .At(top + "/y/other.c", 1)
        .Build();
  };
  const GroupedDifference files = GroupTests(run("/old", 1), run("/new", 2), DigestGroups::kFile);
  CHECK(RowsOf(files.difference) == Names{"other.c", "y/util.c", "x/util.c"});
}

TEST_CASE("The program is judged as a whole", "[digest]") {
  if (!CanJudge()) return;
  const TestExecution base = PaperBase(), other = PaperOther();
  const Verdict verdict = JudgeProgram(SubtractTests(base, other), OneRun(base), OneRun(other));
  CHECK(verdict.low > 0);
  CHECK(verdict.high > 2.21);
  CHECK((verdict.low + verdict.high) / 2 == Approx(2.21).margin(0.05));
}

TEST_CASE("The program's inclusive times are not added up, and unequal samples count as fewer", "[digest]") {
  if (!CanJudge()) return;
  TestExecution run = ProfileBuilder(1).Function("light", 100).Function("heavy", 400).Build();
  const std::size_t functions = run.functions.size();
  ExactTimes exact;
  exact.total_ticks = {500, 400};
  exact.samples = {100, 100};
  exact.total_samples = {200, 100};
  exact.squares = {100, 1600};  // a hundred samples of 1 s and a hundred of 4 s
  exact.total_squares = {1700, 1600};
  run.profile.exact = exact;
  REQUIRE(functions == 2);
  const Difference difference = SubtractTests(run, run);
  const GroupedDifference all = GroupDifference(difference, OneRun(run), OneRun(run), run.functions, run.functions,
                                                DigestGroups::kFile, DemangleStyle::kAuto);
  CHECK(all.base.samples == std::vector<double>{147});  // 500^2 / 1700
  CHECK(all.base.inclusive_seconds.empty());
  const Verdict verdict = JudgeProgram(difference, OneRun(run), OneRun(run));
  CHECK(verdict.high == Approx(500 * 1.96 * std::sqrt(2.0 / 147)).epsilon(0.05));
}

}  // namespace profdiff::digest_test
