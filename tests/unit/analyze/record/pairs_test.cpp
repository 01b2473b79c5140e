// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "profdiff/record.h"

namespace profdiff::pairs_test {
namespace {

bool IsFull() {
  const char* const value = std::getenv("PROFDIFF_TEST_FULL");
  return value != nullptr && std::string(value) == "1";
}

// Returns a folder with two commands; the runs of pair i take base[i] and other[i] seconds of CPU and wall time.
RecordFolder FolderOf(const std::vector<double>& base, const std::vector<double>& other) {
  RecordFolder folder;
  folder.commands.resize(2);
  for (std::size_t pair = 0; pair < base.size(); ++pair) {
    for (std::size_t position = 1; position <= 2; ++position) {
      RecordedRun run;
      run.run = folder.runs.size() + 1;
      run.pair = pair + 1;
      run.position = position;
      run.command = (pair + position + 1) % 2;
      run.wall = run.command == 0 ? base[pair] : other[pair];
      run.user = run.wall;
      run.sys = 0;
      folder.runs.push_back(run);
    }
  }
  return folder;
}

std::vector<std::string> CodesOf(const RecordFolder& folder) {
  std::vector<std::string> codes;
  for (const RecordRemark& remark : CheckPairs(CompletePairs(folder, 1))) codes.emplace_back(remark.code);
  return codes;
}

using Codes = std::vector<std::string>;

}  // namespace

TEST_CASE("the change of pairs, by logarithms", "[record]") {
  if (!CanJudge()) return;
  // The logarithms of the ratios are .1, .2 and .3; the 97.5 % quantile of t with 2 degrees is 4.302652730, and its
  // distribution function is (1 + t / sqrt(t^2 + 2)) / 2.
  const std::vector<double> base = {1, 2, 4}, other = {std::exp(.1), 2 * std::exp(.2), 4 * std::exp(.3)};
  const std::optional<PairedChange> change = FindPairedChange(base, other);
  REQUIRE(change);
  CHECK(change->pairs == 3);
  CHECK(change->percent == Approx(100 * std::expm1(.2)));
  const double reach = 4.302652730 * .1 / std::sqrt(3.0);
  CHECK(change->low == Approx(100 * std::expm1(.2 - reach)));
  CHECK(change->high == Approx(100 * std::expm1(.2 + reach)));
  const double t = 2 * std::sqrt(3.0);
  CHECK(change->p == Approx(1 - t / std::sqrt(t * t + 2)));
  CHECK(change->wilcoxon_p == Approx(.25));
  CHECK_FALSE(change->significant);

  const std::optional<PairedChange> mirrored = FindPairedChange(other, base);
  CHECK(std::log1p(mirrored->percent / 100) == Approx(-.2));
  CHECK(mirrored->p == Approx(change->p));
  CHECK_FALSE(FindPairedChange(std::vector<double>{1}, std::vector<double>{2}));
  CHECK_FALSE(FindPairedChange(std::vector<double>{1, 0}, std::vector<double>{2, 1}));
  const std::vector<double> same = {1, 2, 3};
  CHECK(FindPairedChange(same, same)->p == 1);
  CHECK_FALSE(FindPairedChange(same, same)->significant);
}

TEST_CASE("only pairs of two good runs are complete", "[record]") {
  RecordFolder folder = FolderOf({1, 2, 3, 4}, {5, 6, 7, 8});
  folder.runs[0].warmup = true;              // of pair 1
  folder.runs[3].state = RunState::kFailed;  // of pair 2
  folder.runs.pop_back();                    // of pair 4
  const std::vector<RecordPair> pairs = CompletePairs(folder, 1);
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].base->wall == 3);
  CHECK(pairs[0].other->wall == 7);
}

TEST_CASE("measures of whole runs", "[record]") {
  if (!CanJudge()) return;
  RecordFolder folder = FolderOf({1, 1, 1, 1}, {2, 2.1, 2, 1.9});
  for (RecordedRun& run : folder.runs) run.max_rss = 1000 + run.run;
  folder.runs[1].user.reset();
  std::vector<std::string> names;
  for (const RecordMeasure& measure : MeasurePairs(CompletePairs(folder, 1))) names.emplace_back(measure.name);
  CHECK(names == std::vector<std::string>{"wall", "maxRss"});
}

TEST_CASE("remarks on pairs", "[record]") {
  if (!CanJudge()) return;
  const std::vector<double> even(12, 1.0);
  // differences without any trend
  const std::vector<double> noise = {1.01, .99, 1.02, .985, 1.005, .995, 1.015, .98, 1.0, 1.012, .992, 1.003};
  CHECK(CodesOf(FolderOf(even, noise)).empty());

  std::vector<double> rising, slower, slower_noise;
  for (std::size_t i = 0; i < 12; ++i) {
    rising.push_back(noise[i] + .05 * static_cast<double>(i));
    slower.push_back(1 + .05 * static_cast<double>(i));
    slower_noise.push_back(slower.back() * noise[i]);
  }
  CHECK(CodesOf(FolderOf(even, rising)) == Codes{"changing", "drift"});
  CHECK(CodesOf(FolderOf(slower, slower_noise)) == Codes{"drift"});

  std::vector<double> outlier = noise;
  outlier[6] = 2;
  CHECK(CodesOf(FolderOf(even, outlier)) == Codes{"outlier"});
  const RecordRemark remark = CheckPairs(CompletePairs(FolderOf(even, outlier), 1)).front();
  CHECK(remark.message.cause.find("pair 7 ") == 0);
  CHECK(remark.message.cause.find("by ranks, which they hardly affect, p is 0.") != std::string::npos);

  // The base comes first in the pairs 1, 3, ...; in these pairs, the other side takes less.
  std::vector<double> by_order = noise;
  for (std::size_t i = 0; i < 12; i += 2) by_order[i] -= .2;
  CHECK(CodesOf(FolderOf(even, by_order)) == Codes{"order"});

  RecordFolder outputs = FolderOf({1, 1}, {1, 1});
  for (RecordedRun& run : outputs.runs) run.output = RecordedOutput{1, run.command == 0 ? "00" : "01"};
  CHECK(CodesOf(outputs) == Codes{"outputs"});
}

TEST_CASE("ending at a width keeps false alarms rare", "[record]") {
  if (!CanJudge()) return;
  CHECK(PairsAfterWidth(10) == 12);
  CHECK(PairsAfterWidth(40) == 44);
  const int sets = IsFull() ? 4000 : 300;
  const std::vector<double> deviations = IsFull() ? std::vector<double>{1, 2, 4} : std::vector<double>{1, 2};
  for (const double per_width : deviations) {
    constexpr double kWidth = 1;  // in percent
    std::mt19937_64 random(20);
    std::normal_distribution<double> noise(0, per_width * kWidth / 100);
    int alarms = 0;
    for (int set = 0; set < sets; ++set) {
      std::vector<double> base, other;
      std::size_t end = 100;
      while (base.size() < end) {
        base.push_back(1);
        other.push_back(std::exp(noise(random)));
        if (base.size() < 10 || end < 100) continue;
        const std::optional<PairedChange> change = FindPairedChange(base, other);
        if (change->high - change->low <= 2 * kWidth) end = std::min<std::size_t>(100, PairsAfterWidth(base.size()));
      }
      if (FindPairedChange(base, other)->significant) ++alarms;
    }
    const double share = static_cast<double>(alarms) / sets;
    INFO("deviation " << per_width << ", false alarms " << share);
    if (IsFull()) WARN("deviation " << per_width << ": false alarms " << share);
    CHECK(share <= (IsFull() ? .065 : .09));
  }
}

}  // namespace profdiff::pairs_test
