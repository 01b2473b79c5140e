// SPDX-License-Identifier: GPL-3.0-or-later
// Derives verdicts from samples and runs. Self and inclusive times are tested in the same way but separately, as two
// families of tests.
//
// The kind of data determines the test: one sampled run on each side has only sampling noise (exact binomial test);
// several sampled runs also vary among themselves (negative binomial, or the differences of pairs); other times vary
// only between runs (moderated t test). Test: tests/unit/analyze/significance/judge_test.cpp.
#include "profdiff/significance.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "analyze/significance/moderated_t.h"
#include "analyze/significance/observed_times.h"
#include "analyze/significance/paired_t.h"
#include "analyze/significance/quasi_likelihood.h"
#include "analyze/significance/remarks.h"
#include "analyze/significance/significance_tests.h"
#include "profdiff/error.h"
#include "profdiff/profile.h"
#include "profdiff/record.h"
#include "values/listed_times.h"
#include "values/unequal_loss.h"

namespace profdiff {
namespace {

// Findings of all functions, and the variation between runs.
struct Findings {
  std::vector<TestedFunction> of_functions;
  RunsRemark runs;
};

// Judges one run on each side: given the sum of both counts, the count of the base is binomial if the rates are equal.
Findings JudgeBySampling(const ObservedSides& sides) {
  Findings findings{std::vector<TestedFunction>(sides.pairs.size()), {}};
  if (!(sides.base.Weight() > 0 && sides.other.Weight() > 0)) return findings;
  for (std::size_t f = 0; f < sides.pairs.size(); ++f) {
    const WeighedCounts counts = sides.Weigh(sides.pairs[f]);
    // Rounds the counts, because gprof can split samples.
    const double base = std::round(counts.base), other = std::round(counts.other);
    const double base_weight = counts.base_weight, other_weight = counts.other_weight;
    TestedFunction& finding = findings.of_functions[f];
    finding.p = BinomialP(base, base_weight, other, other_weight);
    // The most extreme split of the samples puts all of them on one side.
    finding.least_p = std::min(BinomialP(base + other, base_weight, 0, other_weight),
                               BinomialP(0, base_weight, base + other, other_weight));
    finding.interval = DifferenceOfCounts(base, base_weight, other, other_weight);
    AgreeAtZero(finding.p, base / base_weight - other / other_weight, finding.interval);
  }
  return findings;
}

Findings JudgeByRuns(const ObservedSides& sides) {
  Findings findings{std::vector<TestedFunction>(sides.pairs.size()), {}};
  const CountTable table = sides.Count();
  // Runs without a histogram are not in the table; if a side has no run, there is no test.
  if (table.base_runs == 0 || table.base_runs == table.runs()) return findings;
  const QuasiLikelihood test(table, sides.Overlap());
  for (std::size_t f = 0; f < sides.pairs.size(); ++f) {
    // Count() multiplied the counts by Worth(); the division converts the interval back to seconds.
    const double worth = sides.Worth(sides.pairs[f]);
    TestedFunction& finding = findings.of_functions[f] = test.Judge(f);
    finding.interval = {finding.interval.low / worth, finding.interval.high / worth};
  }
  findings.runs = {true, std::sqrt(test.dispersion().alpha), test.dispersion().is_poor};
  return findings;
}

// Judges several runs whose times are not sampled.
Findings JudgeByVariance(const ObservedSides& sides) {
  Findings findings{std::vector<TestedFunction>(sides.pairs.size()), {}};
  const bool all_counted = sides.base.table().kind == TimesOf::kCounts && sides.other.table().kind == TimesOf::kCounts;
  const ModeratedT test(sides.Times(), all_counted, sides.Overlap());
  for (std::size_t f = 0; f < sides.pairs.size(); ++f) findings.of_functions[f] = test.Judge(f);
  findings.runs = {true, test.variation(), false};
  return findings;
}

// Judges exact counts of one run on each side: any difference is real for these two runs, and there is no interval.
Findings JudgeByCounts(const ObservedSides& sides) {
  Findings findings;
  for (const Match::Pair& pair : sides.pairs) {
    const double base = Mean(sides.base.Seconds(pair.base)), other = Mean(sides.other.Seconds(pair.other));
    findings.of_functions.push_back(
        {.p = SecondsDifference(base, other) != 0 ? 0.0 : 1.0, .least_p = 0, .interval = {}});
  }
  return findings;
}

// Returns the mean of the runs' sampling rates.
double RateOf(const ObservedSides& sides) {
  const double runs = static_cast<double>(sides.base.table().runs + sides.other.table().runs);
  return (sides.base.Weight() + sides.other.Weight()) / runs;
}

// Returns a function's samples in each run, as if all runs had the same rate.
std::vector<double> SamplesOf(const ObservedTimes& side, FunctionId function, double samples_per_second) {
  std::vector<double> samples = side.Seconds(function);
  for (double& each : samples) each *= samples_per_second;
  return samples;
}

// Judges pairs of sampled runs. Functions with fewer than two samples a pair keep p = 1.
Findings JudgeByPairs(const ObservedSides& sides) {
  Findings findings{std::vector<TestedFunction>(sides.pairs.size()), {}};
  PairedCounts counts;
  std::vector<double> scales;  // samples per second, of each function
  for (const Match::Pair& pair : sides.pairs) {
    scales.push_back(RateOf(sides) * sides.Worth(pair));
    counts.base.push_back(SamplesOf(sides.base, pair.base, scales.back()));
    counts.other.push_back(SamplesOf(sides.other, pair.other, scales.back()));
  }
  const PairedT test(std::move(counts), sides.Overlap());
  for (std::size_t f = 0; f < sides.pairs.size(); ++f) {
    TestedFunction& finding = findings.of_functions[f] = test.Judge(f);
    finding.interval = {finding.interval.low / scales[f], finding.interval.high / scales[f]};
  }
  return findings;
}

Findings JudgeBy(Evidence evidence, const ObservedSides& sides) {
  switch (evidence) {
    case Evidence::kSampling:
      return JudgeBySampling(sides);
    case Evidence::kNegativeBinomial:
      return JudgeByRuns(sides);
    case Evidence::kModerated:
      return JudgeByVariance(sides);
    case Evidence::kCounted:
      return JudgeByCounts(sides);
    case Evidence::kPaired:
      return JudgeByPairs(sides);
    case Evidence::kNone:
      break;
  }
  return {std::vector<TestedFunction>(sides.pairs.size()), {}};
}

// Chooses the kind of test. If only one side has sampled times, no test applies, as the kind of noise of the other side
// is unknown.
Evidence EvidenceOf(const RunTable& base, const RunTable& other) {
  const bool several = base.runs + other.runs > 2;
  const bool base_sampled = base.kind == TimesOf::kSamples, other_sampled = other.kind == TimesOf::kSamples;
  if (base_sampled && other_sampled) return several ? Evidence::kNegativeBinomial : Evidence::kSampling;
  if (base_sampled || other_sampled) return Evidence::kNone;
  if (several) return Evidence::kModerated;
  return base.kind == TimesOf::kCounts && other.kind == TimesOf::kCounts ? Evidence::kCounted : Evidence::kNone;
}

// Widens the intervals by the rounding errors of both sides. A difference that these could explain has no p-value: the
// times before rounding may have been equal.
void WidenByRounding(const ObservedSides& sides, const Difference& difference, std::vector<TestedFunction>& findings) {
  const double base = RoundingOf(difference.base.origin) * sides.base.scale();
  const double other = RoundingOf(difference.other.origin) * sides.other.scale();
  if (base == 0 && other == 0) return;
  for (std::size_t f = 0; f < findings.size(); ++f) {
    if (!findings[f].is_judged) continue;
    const double error = (sides.pairs[f].base.valid() ? base : 0) + (sides.pairs[f].other.valid() ? other : 0);
    Interval& interval = findings[f].interval;
    const bool excluded_zero = interval.low > 0 || interval.high < 0;
    interval = {interval.low - error, interval.high + error};
    if (excluded_zero && interval.low <= 0 && interval.high >= 0) findings[f].p = 1;
  }
}

std::ranges::minmax_result<std::uint64_t> CallsOf(const RunTable& table, FunctionId function) {
  if (!function.valid()) return {};
  return std::ranges::minmax(table.Calls(function));
}

Verdict VerdictOf(const TestedFunction& finding, const ObservedSides& sides, const Match::Pair& pair) {
  const std::vector<double> base = sides.base.Seconds(pair.base), other = sides.other.Seconds(pair.other);
  const auto base_calls = CallsOf(sides.base.table(), pair.base);
  const auto other_calls = CallsOf(sides.other.table(), pair.other);
  Verdict verdict;
  verdict.p = finding.p;
  verdict.low = finding.interval.low;
  verdict.high = finding.interval.high;
  verdict.base_mean = Mean(base);
  verdict.other_mean = Mean(other);
  verdict.base_deviation = Deviation(base);
  verdict.other_deviation = Deviation(other);
  verdict.base_calls_low = base_calls.min;
  verdict.base_calls_high = base_calls.max;
  verdict.other_calls_low = other_calls.min;
  verdict.other_calls_high = other_calls.max;
  return verdict;
}

// Corrects for multiple tests by the method of Benjamini and Hochberg, using only functions that have time on at least
// one side. A function that could not be significant even with its smallest possible p is marked, so that a gate
// (analyze/gate) can report that it cannot detect a change of this function.
void Correct(std::span<const TestedFunction> findings, std::span<const std::size_t> judged, const UnequalLoss& loss,
             std::vector<Verdict>& verdicts) {
  std::vector<double> p;
  for (std::size_t f : judged) p.push_back(findings[f].p);
  const std::vector<double> q = AdjustForMany(p);
  const double most = MostSignificantP(p, kLevel);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    Verdict& verdict = verdicts[judged[i]];
    verdict.q = q[i];
    const bool is_counted = verdict.low == 0 && verdict.high == 0;  // exact, without an interval
    const double change = verdict.base_mean - verdict.other_mean;
    verdict.loss_explains =
        q[i] <= kLevel && CanExplain(loss, is_counted ? change : verdict.low, is_counted ? change : verdict.high);
    verdict.significant = q[i] <= kLevel && !verdict.loss_explains;
    verdict.can_be_significant = verdict.significant || findings[judged[i]].least_p <= most;
  }
}

// Returns the verdicts of one family of tests, which covers either self times or inclusive times.
std::vector<Verdict> JudgeAll(const ObservedSides& sides, const Findings& findings, std::span<const std::size_t> judged,
                              const UnequalLoss& loss) {
  std::vector<Verdict> verdicts;
  for (std::size_t f = 0; f < sides.pairs.size(); ++f) {
    verdicts.push_back(VerdictOf(findings.of_functions[f], sides, sides.pairs[f]));
  }
  Correct(findings.of_functions, judged, loss, verdicts);
  return verdicts;
}

// Returns the functions that take part in the correction for multiple tests: those that have time and are judged.
std::vector<std::size_t> JudgedOf(const ObservedSides& sides, const Findings& findings) {
  std::vector<std::size_t> judged = sides.Judged();
  std::erase_if(judged, [&](std::size_t f) { return !findings.of_functions[f].is_judged; });
  return judged;
}

void RemarkOnUnjudged(const ObservedSides& sides, std::size_t judged, Significance& result) {
  const std::size_t left_out = sides.Judged().size() - judged;
  if (left_out == 0) return;
  result.grounds.emplace_back(std::to_string(left_out) + (left_out == 1 ? " function has" : " functions have") +
                              " under one sample a run: not judged");
}

Significance JudgeWith(Evidence evidence, const Difference& difference, const RunTable& base, const RunTable& other,
                       double scale) {
  if (!CanJudge()) {
    throw Error(ErrorCode::kUnsupported,
                "this build cannot compute statistics: it was compiled without Boost.Math (Debian: libboost-dev)");
  }
  const auto sides_of = [&](TimeKind kind) {
    return ObservedSides{{base, kind, 1}, {other, kind, scale}, difference.match.pairs};
  };
  Significance result;
  result.evidence = evidence;
  result.base_runs = base.runs;
  result.other_runs = other.runs;

  const UnequalLoss loss = PossibleLoss(difference.base, difference.other);
  const ObservedSides self = sides_of(TimeKind::kSelf);
  Findings findings = JudgeBy(result.evidence, self);
  const std::vector<std::size_t> judged = JudgedOf(self, findings);
  RemarkOnTimes(self, judged.size(), difference.base.dimension, result);
  RemarkOnUnjudged(self, judged.size(), result);
  if (HasInterval(result.evidence)) WidenByRounding(self, difference, findings.of_functions);
  RemarkOnRuns(findings.runs, result);
  result.functions = JudgeAll(self, findings, judged, loss);
  RemarkOnMany(result.functions, judged.size(), "", result);
  if (base.inclusive_seconds.empty() || other.inclusive_seconds.empty()) return result;

  const ObservedSides inclusive = sides_of(TimeKind::kInclusive);
  const Findings findings_of_totals = JudgeBy(result.evidence, inclusive);
  const std::vector<std::size_t> judged_totals = JudgedOf(inclusive, findings_of_totals);
  const UnequalLoss broken = BrokenStacks(difference.base, difference.other);
  result.totals =
      JudgeAll(inclusive, findings_of_totals, judged_totals, {loss.base + broken.base, loss.other + broken.other});
  RemarkOnMany(result.totals, judged_totals.size(), "inclusive ", result);
  return result;
}

}  // namespace

bool CanJudge() {
#ifdef PROFDIFF_HAS_BOOST_MATH
  return true;
#else
  return false;
#endif
}

Significance Judge(const Difference& difference, const RunTable& base, const RunTable& other, double scale) {
  return JudgeWith(EvidenceOf(base, other), difference, base, other, scale);
}

Significance JudgePairs(const Difference& difference, const RunTable& base, const RunTable& other) {
  if (base.runs != other.runs) throw Error(ErrorCode::kBadArgument, "pairs of runs need as many runs on both sides");
  const bool is_sampled = base.kind == TimesOf::kSamples && other.kind == TimesOf::kSamples;
  const bool is_paired = base.runs > 1 && is_sampled && base.samples_per_second > 0 && other.samples_per_second > 0;
  return JudgeWith(is_paired ? Evidence::kPaired : EvidenceOf(base, other), difference, base, other, 1);
}

}  // namespace profdiff
