// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for reasons to doubt the mean of pairs: trends, the order of runs, outliers, different outputs.
// Test: tests/unit/analyze/record/pairs_test.cpp.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/significance/significance_tests.h"
#include "base/median.h"
#include "base/text.h"
#include "profdiff/record.h"

namespace profdiff {
namespace {

constexpr std::size_t kLeastPairs = 8;
constexpr double kRemarkLevel = 0.01;
constexpr double kFarInDeviations = 7.4;  // of the median absolute deviation: 1 % false alarms at 20 pairs

double TimeOf(const RecordedRun& run, bool by_cpu) { return by_cpu ? *run.user + *run.sys : run.wall; }

// Returns the two-sided p of Kendall's rank correlation with the index, by the normal approximation with a correction
// for continuity. Source: Kendall 1938.
double TrendP(const std::vector<double>& values) {
  double score = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      score += values[j] > values[i] ? 1 : values[j] < values[i] ? -1 : 0;
    }
  }
  const double n = static_cast<double>(values.size());
  const double deviation = std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
  return std::erfc(std::max(0.0, std::abs(score) - 1) / deviation / std::sqrt(2.0));
}

// Returns the change from the first to the last value: the median of the slopes between any two (Sen 1968).
double RiseOf(const std::vector<double>& values) {
  std::vector<double> slopes;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      slopes.push_back((values[j] - values[i]) / static_cast<double>(j - i));
    }
  }
  return Median(std::move(slopes)) * static_cast<double>(values.size() - 1);
}

std::string PercentText(double log_ratio) {
  return std::to_string(std::lround(100 * std::abs(std::expm1(log_ratio)))) + " %";
}

// Numbers of pairs, in the order of their runs.
struct Times {
  std::vector<double> ratios, levels;  // logarithms of other / base, and of the mean of both
  std::vector<bool> is_base_first;
  std::vector<std::size_t> numbers;
};

std::optional<Times> TimesOfPairs(std::span<const RecordPair> pairs) {
  const bool by_cpu = std::ranges::all_of(pairs, [](const RecordPair& pair) {
    return pair.base->user && pair.base->sys && pair.other->user && pair.other->sys;
  });
  Times times;
  for (const RecordPair& pair : pairs) {
    const double base = TimeOf(*pair.base, by_cpu), other = TimeOf(*pair.other, by_cpu);
    if (base <= 0 || other <= 0) return std::nullopt;
    times.ratios.push_back(std::log(other / base));
    times.levels.push_back(std::log(other * base) / 2);
    times.is_base_first.push_back(pair.base->position < pair.other->position);
    times.numbers.push_back(pair.base->pair);
  }
  return times;
}

void RemarkOnOrder(const Times& times, std::vector<RecordRemark>& remarks) {
  std::vector<double> base_first, other_first;
  for (std::size_t i = 0; i < times.ratios.size(); ++i) {
    (times.is_base_first[i] ? base_first : other_first).push_back(times.ratios[i]);
  }
  if (base_first.size() < 2 || other_first.size() < 2) return;
  const double m = static_cast<double>(base_first.size()), n = static_cast<double>(other_first.size());
  const double a = Deviation(base_first), b = Deviation(other_first), degrees = m + n - 2;
  const double error = std::sqrt(((m - 1) * a * a + (n - 1) * b * b) / degrees * (1 / m + 1 / n));
  const double gain = Mean(other_first) - Mean(base_first);  // positive if a run takes longer when it is first
  if (error <= 0 || StudentP(std::abs(gain) / error, degrees) >= kRemarkLevel) return;
  remarks.push_back(
      {"order", Message(std::string("the run that comes first in its pair is ") + (gain > 0 ? "slower" : "faster") +
                        " by " + PercentText(gain / 2) + ": more warm-up, or a command before each run, may help")});
}

double RankP(const std::vector<double>& ratios) {
  std::vector<double> others;
  for (const double ratio : ratios) others.push_back(std::exp(ratio));
  const std::optional<PairedChange> change = FindPairedChange(std::vector<double>(ratios.size(), 1), others);
  return change ? change->wilcoxon_p : 1;
}

void RemarkOnOutliers(const Times& times, std::vector<RecordRemark>& remarks) {
  const double middle = Median(times.ratios);
  std::vector<double> distances;
  for (const double ratio : times.ratios) distances.push_back(std::abs(ratio - middle));
  const double far = kFarInDeviations * Median(distances);
  std::string names;
  std::size_t count = 0;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (far <= 0 || distances[i] <= far) continue;
    names += (names.empty() ? "" : ", ") + std::to_string(times.numbers[i]);
    ++count;
  }
  if (count == 0) return;
  const std::string p = "; by ranks, which they hardly affect, p is " + FixedText(RankP(times.ratios), 3);
  remarks.push_back({"outlier", Message((count == 1 ? "pair " + names + " is an outlier; it is not left out"
                                                    : "pairs " + names + " are outliers; they are not left out") +
                                        p)});
}

void RemarkOnTrends(const Times& times, std::vector<RecordRemark>& remarks) {
  if (TrendP(times.ratios) < kRemarkLevel) {
    remarks.push_back({"changing", Message("the difference changed by " + PercentText(RiseOf(times.ratios)) +
                                           " from the first to the last pairs: do not trust the mean")});
  }
  if (TrendP(times.levels) < kRemarkLevel) {
    const double rise = RiseOf(times.levels);
    remarks.push_back({"drift", Message("the machine became " + PercentText(rise) + (rise > 0 ? " slower" : " faster") +
                                        " while it recorded; pairs take that out")});
  }
}

void RemarkOnOutputs(std::span<const RecordPair> pairs, std::vector<RecordRemark>& remarks) {
  std::size_t apart = 0;
  for (const RecordPair& pair : pairs) {
    const std::optional<RecordedOutput>&a = pair.base->output, &b = pair.other->output;
    if (a && b && a->sha256 != b->sha256) ++apart;
  }
  if (apart == 0) return;
  remarks.push_back({"outputs", Message("the commands printed different outputs in " + std::to_string(apart) + " of " +
                                        std::to_string(pairs.size()) + " pairs: they may not do the same work")});
}

}  // namespace

std::vector<RecordRemark> CheckPairs(std::span<const RecordPair> pairs) {
  std::vector<RecordRemark> remarks;
  RemarkOnOutputs(pairs, remarks);
  if (pairs.size() < kLeastPairs || !CanJudge()) return remarks;
  const std::optional<Times> times = TimesOfPairs(pairs);
  if (!times) return remarks;
  RemarkOnTrends(*times, remarks);
  RemarkOnOrder(*times, remarks);
  RemarkOnOutliers(*times, remarks);
  return remarks;
}

}  // namespace profdiff
