// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the measures of pairs of runs, and what the total time of their profiles means.
// Test: tests/unit/analyze/record/pairs_test.cpp.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "analyze/significance/significance_tests.h"
#include "profdiff/record.h"

namespace profdiff {
namespace {

double PercentOf(double log_ratio) { return 100 * std::expm1(log_ratio); }

// Returns the two-sided p of the signed-rank test. Ranks are doubled, so that the mean rank of equal values is a whole
// number; the distribution is exact: each subset of the ranks is as likely as any other.
double SignedRankP(std::vector<double> values) {
  std::erase(values, 0.0);
  std::ranges::sort(values, {}, [](double value) { return std::abs(value); });
  std::vector<std::size_t> ranks(values.size());
  for (std::size_t from = 0, to = 0; from < values.size(); from = to) {
    while (to < values.size() && std::abs(values[to]) == std::abs(values[from])) ++to;
    std::fill(ranks.begin() + static_cast<std::ptrdiff_t>(from), ranks.begin() + static_cast<std::ptrdiff_t>(to),
              from + to + 1);
  }
  const std::size_t all = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  std::size_t positive = 0;
  for (std::size_t i = 0; i < values.size(); ++i) positive += values[i] > 0 ? ranks[i] : 0;
  std::vector<double> chance(all + 1, 0.0);
  chance[0] = 1;
  for (const std::size_t rank : ranks) {
    for (std::size_t sum = all + 1; sum-- > 0;) {
      chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
    }
  }
  const std::size_t smaller = std::min(positive, all - positive);
  const double tail = std::accumulate(chance.begin(), chance.begin() + static_cast<std::ptrdiff_t>(smaller + 1), 0.0);
  return std::min(1.0, 2 * tail);
}

using Number = std::function<std::optional<double>(const RecordedRun&)>;

template <class T>
std::optional<double> AsNumber(const std::optional<T>& value) {
  return value ? std::optional<double>(static_cast<double>(*value)) : std::nullopt;
}

std::optional<double> CpuOf(const RecordedRun& run) {
  return run.user && run.sys ? std::optional<double>(*run.user + *run.sys) : std::nullopt;
}

std::optional<PairedChange> ChangeOf(std::span<const RecordPair> pairs, const Number& number) {
  std::vector<double> base, other;
  for (const RecordPair& pair : pairs) {
    const std::optional<double> a = number(*pair.base), b = number(*pair.other);
    if (!a || !b) return std::nullopt;
    base.push_back(*a);
    other.push_back(*b);
  }
  return FindPairedChange(base, other);
}

// Returns the time of all samples in each run.
std::vector<double> TotalsOf(const RunTable& table) {
  std::vector<double> totals = table.unattributed_seconds;
  totals.resize(table.runs);
  for (std::size_t i = 0; i < table.seconds.size(); ++i) totals[i % table.runs] += table.seconds[i];
  return totals;
}

}  // namespace

std::vector<RecordPair> CompletePairs(const RecordFolder& folder, std::size_t command) {
  std::map<std::size_t, RecordPair> pairs;
  for (const RecordedRun& run : folder.runs) {
    if (run.warmup || run.state != RunState::kOk) continue;
    if (run.command == 0) pairs[run.pair].base = &run;
    if (run.command == command && command != 0) pairs[run.pair].other = &run;
  }
  std::vector<RecordPair> complete;
  for (const auto& [number, pair] : pairs) {
    if (pair.base != nullptr && pair.other != nullptr) complete.push_back(pair);
  }
  return complete;
}

std::optional<PairedChange> FindPairedChange(std::span<const double> base, std::span<const double> other) {
  const auto is_positive = [](double value) { return value > 0 && std::isfinite(value); };
  if (!CanJudge() || base.size() != other.size() || base.size() < 2) return std::nullopt;
  if (!std::ranges::all_of(base, is_positive) || !std::ranges::all_of(other, is_positive)) return std::nullopt;
  std::vector<double> ratios;
  for (std::size_t pair = 0; pair < base.size(); ++pair) ratios.push_back(std::log(other[pair] / base[pair]));
  const double mean = Mean(ratios), deviation = Deviation(ratios), pairs = static_cast<double>(ratios.size());
  const double error = deviation / std::sqrt(pairs);
  const double reach = StudentUpper(pairs - 1, kTail) * error;
  PairedChange change{.pairs = ratios.size(), .base = Mean(base), .other = Mean(other)};
  change.percent = PercentOf(mean);
  change.low = PercentOf(mean - reach);
  change.high = PercentOf(mean + reach);
  change.spread = 100 * deviation;
  // Without any spread, the values were counted or rounded: then the ranks decide.
  change.p = error > 0 ? StudentP(std::abs(mean) / error, pairs - 1) : mean == 0 ? 1 : SignedRankP(ratios);
  change.wilcoxon_p = SignedRankP(ratios);
  change.significant = change.p <= kLevel;
  return change;
}

std::size_t PairsAfterWidth(std::size_t pairs) { return pairs + std::max<std::size_t>(2, (pairs + 9) / 10); }

std::vector<RecordMeasure> MeasurePairs(std::span<const RecordPair> pairs) {
  const std::pair<std::string_view, Number> kMeasures[] = {
      {"cpu", CpuOf},
      {"wall", [](const RecordedRun& run) { return std::optional(run.wall); }},
      {"user", [](const RecordedRun& run) { return run.user; }},
      {"sys", [](const RecordedRun& run) { return run.sys; }},
      {"maxRss", [](const RecordedRun& run) { return AsNumber(run.max_rss); }}};
  std::vector<RecordMeasure> measures;
  for (const auto& [name, number] : kMeasures) {
    if (const std::optional<PairedChange> change = ChangeOf(pairs, number)) measures.push_back({name, *change});
  }
  return measures;
}

void ConcludeFromPairs(const RunTable& base, const RunTable& other, Conclusion& conclusion) {
  if (conclusion.kind == ConclusionKind::kUnknown || conclusion.Decisive() != nullptr) return;
  if (base.kind != TimesOf::kSamples || other.kind != TimesOf::kSamples) return;
  const bool is_lossy = std::ranges::find(conclusion.doubts, DoubtCode::kLoss, &Doubt::code) != conclusion.doubts.end();
  const std::optional<PairedChange> total = FindPairedChange(TotalsOf(base), TotalsOf(other));
  if (!total || is_lossy) return;
  conclusion.low = -conclusion.base * total->high / 100;
  conclusion.high = -conclusion.base * total->low / 100;
  const double change = conclusion.Change();
  if (change == 0) return;
  // The means of the runs and of the logarithms can have different signs only where noise explains the difference.
  if (!total->significant || (change > 0) == (total->percent > 0)) {
    conclusion.kind = ConclusionKind::kNoise;
    conclusion.why = Message("noise explains the difference: the 95 % interval of the pairs contains 0");
    conclusion.low = std::min(*conclusion.low, 0.0);
    conclusion.high = std::max(*conclusion.high, 0.0);
    return;
  }
  conclusion.kind = change > 0 ? ConclusionKind::kLess : ConclusionKind::kMore;
  conclusion.why = Message("the 95 % interval of the pairs' differences excludes 0");
}

}  // namespace profdiff
