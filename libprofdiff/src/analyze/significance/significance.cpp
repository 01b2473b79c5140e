// SPDX-License-Identifier: GPL-3.0-or-later
// From samples and runs to verdicts.
#include "profdiff/significance.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <span>

#include "analyze/significance/quasi_likelihood.h"
#include "analyze/significance/significance_tests.h"
#include "profdiff/error.h"
#include "profdiff/profile.h"

namespace profdiff {
namespace {

using Pairs = std::vector<Match::Pair>;

// Both sides as they were observed; `scale` is what the other's seconds are multiplied with.
struct Sides {
  const RunTable &base, &other;
  double scale = 1;

  double BaseWeight() const { return base.samples_per_second; }  // samples per second of difference
  double OtherWeight() const { return other.samples_per_second / scale; }
};

double SamplesOf(const RunTable& table, FunctionId function) {
  return function.valid() ? table.samples[function.value] : 0;
}

// One run a side.
std::vector<Finding> JudgeBySampling(const Sides& sides, const Pairs& pairs) {
  std::vector<Finding> findings(pairs.size());
  const double base_weight = sides.BaseWeight(), other_weight = sides.OtherWeight();
  if (!(base_weight > 0 && other_weight > 0)) return findings;
  for (std::size_t f = 0; f < pairs.size(); ++f) {
    const double base = std::round(SamplesOf(sides.base, pairs[f].base));  // credits can be fractions
    const double other = std::round(SamplesOf(sides.other, pairs[f].other));
    Finding& finding = findings[f];
    finding.p = BinomialP(base, base_weight, other, other_weight);
    finding.least_p = std::min(BinomialP(base + other, base_weight, 0, other_weight),
                               BinomialP(0, base_weight, base + other, other_weight));
    finding.interval = DifferenceOfCounts(base, base_weight, other, other_weight);
    AgreeAtZero(finding.p, base / base_weight - other / other_weight, finding.interval);
  }
  return findings;
}

// Runs without a histogram saw nothing.
void AppendExposures(const RunTable& table, double scale, std::vector<double>& exposures) {
  for (double rate : table.rates) {
    if (rate > 0) exposures.push_back(rate / scale);
  }
}

void AppendSamples(const RunTable& table, FunctionId function, std::vector<double>& samples) {
  for (std::size_t run = 0; run < table.runs; ++run) {
    const double rate = table.rates[run];
    if (rate > 0) samples.push_back(function.valid() ? table.Seconds(function)[run] * rate : 0);
  }
}

CountTable CountsOf(const Sides& sides, const Pairs& pairs) {
  CountTable table;
  AppendExposures(sides.base, 1, table.exposures);
  table.base_runs = table.exposures.size();
  AppendExposures(sides.other, sides.scale, table.exposures);
  table.samples.reserve(pairs.size() * table.exposures.size());
  for (const Match::Pair& pair : pairs) {
    AppendSamples(sides.base, pair.base, table.samples);
    AppendSamples(sides.other, pair.other, table.samples);
  }
  return table;
}

std::string Format(const char* form, double value) {
  char text[160];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

void RemarkOnRuns(const Dispersion& dispersion, Significance& result) {
  result.run_variation = std::sqrt(dispersion.alpha);
  if (dispersion.is_poor) {
    result.remarks.push_back(
        "fewer than three functions have five samples a run on both sides: "
        "how much runs differ is hardly known");
  }
  result.grounds.push_back(dispersion.alpha > 0
                               ? Format(result.run_variation < 0.1 ? "runs of the same program differ by %.2g %%"
                                                                   : "runs of the same program differ by %.0f %%",
                                        100 * result.run_variation)
                               : "runs of the same program differ by no more than sampling explains");
}

std::vector<Finding> JudgeByRuns(const Sides& sides, const Pairs& pairs, Significance& result) {
  std::vector<Finding> findings(pairs.size());
  const CountTable table = CountsOf(sides, pairs);
  if (table.base_runs == 0 || table.base_runs == table.runs()) return findings;
  const QuasiLikelihood test(table);
  for (std::size_t f = 0; f < pairs.size(); ++f) findings[f] = test.Judge(f);
  RemarkOnRuns(test.dispersion(), result);
  return findings;
}

struct CallRange {
  std::uint64_t low = 0, high = 0;
};

CallRange CallsOf(const RunTable& table, FunctionId function) {
  if (!function.valid()) return {};
  const auto [low, high] = std::ranges::minmax(table.Calls(function));
  return {low, high};
}

std::vector<double> SecondsOf(const RunTable& table, FunctionId function, double scale) {
  std::vector<double> seconds(table.runs, 0.0);
  if (!function.valid()) return seconds;
  std::ranges::transform(table.Seconds(function), seconds.begin(), [scale](double s) { return s * scale; });
  return seconds;
}

Verdict VerdictOf(const Finding& finding, const Sides& sides, const Match::Pair& pair) {
  const std::vector<double> base = SecondsOf(sides.base, pair.base, 1);
  const std::vector<double> other = SecondsOf(sides.other, pair.other, sides.scale);
  const CallRange base_calls = CallsOf(sides.base, pair.base), other_calls = CallsOf(sides.other, pair.other);
  Verdict verdict;
  verdict.p = finding.p;
  verdict.low = finding.interval.low;
  verdict.high = finding.interval.high;
  verdict.base_mean = Mean(base);
  verdict.other_mean = Mean(other);
  verdict.base_deviation = Deviation(base);
  verdict.other_deviation = Deviation(other);
  verdict.base_calls_low = base_calls.low;
  verdict.base_calls_high = base_calls.high;
  verdict.other_calls_low = other_calls.low;
  verdict.other_calls_high = other_calls.high;
  return verdict;
}

// Functions without samples say nothing, and must not make the others' correction stricter.
std::vector<std::size_t> FunctionsWithSamples(const Sides& sides, const Pairs& pairs) {
  std::vector<std::size_t> judged;
  for (std::size_t f = 0; f < pairs.size(); ++f) {
    if (SamplesOf(sides.base, pairs[f].base) > 0 || SamplesOf(sides.other, pairs[f].other) > 0) judged.push_back(f);
  }
  return judged;
}

void Correct(std::span<const Finding> findings, std::span<const std::size_t> judged, std::vector<Verdict>& verdicts) {
  std::vector<double> p;
  for (std::size_t f : judged) p.push_back(findings[f].p);
  const std::vector<double> q = AdjustForMany(p);
  const double most = MostSignificantP(p, kLevel);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    Verdict& verdict = verdicts[judged[i]];
    verdict.q = q[i];
    verdict.significant = q[i] <= kLevel;
    verdict.can_be_significant = verdict.significant || findings[judged[i]].least_p <= most;
  }
}

// Says why an interval can leave out 0 where noise is said to explain the difference.
void RemarkOnMany(std::span<const Verdict> verdicts, std::size_t judged, Significance& result) {
  const auto alone = std::ranges::count_if(verdicts, [](const Verdict& v) { return v.p <= kLevel && !v.significant; });
  if (alone == 0) return;
  result.grounds.push_back(std::to_string(alone) + (alone == 1 ? " difference" : " differences") +
                           " would count alone, with an interval that leaves out 0, but not among the " +
                           std::to_string(judged) + " functions that are judged at once");
}

// The least that any function must differ by to be told from noise of sampling: as many samples as cannot face none by
// chance.
double SmallestDifference(double weight, std::size_t judged) {
  for (double count = 1;; ++count) {
    if (BinomialP(count, 1, 0, 1) * static_cast<double>(judged) <= kLevel) return count / weight;
  }
}

void RemarkOnSamples(const RunTable& base, const RunTable& other, double scale, std::size_t judged,
                     Significance& result) {
  const double fewer = std::min(base.total_samples, other.total_samples);
  if (fewer <= 0) {
    result.remarks.push_back("no samples on one side: nothing can be said about times");
    return;
  }
  if (fewer >= 100) return;
  const double weight = std::min(base.samples_per_second, other.samples_per_second / scale);
  result.remarks.push_back(
      Format("%.0f samples in all on one side: ", fewer) +
      Format("differences below %.2g s cannot be told from noise", SmallestDifference(weight, judged)));
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
  if (!CanJudge()) {
    throw Error(ErrorCode::kUnsupported, "this build has no statistics: it was compiled without Boost.Math");
  }
  const Sides sides{base, other, scale};
  const Pairs& pairs = difference.match.pairs;
  const std::vector<std::size_t> judged = FunctionsWithSamples(sides, pairs);
  Significance result;
  result.base_runs = base.runs;
  result.other_runs = other.runs;
  RemarkOnSamples(base, other, scale, judged.size(), result);
  std::vector<Finding> findings;
  if (base.runs + other.runs > 2) {
    result.evidence = Evidence::kNegativeBinomial;
    findings = JudgeByRuns(sides, pairs, result);
  } else {
    findings = JudgeBySampling(sides, pairs);
    result.grounds.push_back("one run a side: only sampling is known, not how much runs of the same program differ");
  }
  for (std::size_t f = 0; f < pairs.size(); ++f) {
    result.functions.push_back(VerdictOf(findings[f], sides, pairs[f]));
  }
  Correct(findings, judged, result.functions);
  RemarkOnMany(result.functions, judged.size(), result);
  return result;
}

}  // namespace profdiff
