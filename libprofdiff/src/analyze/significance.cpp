// SPDX-License-Identifier: GPL-3.0-or-later
// From samples and runs to verdicts.
#include "profdiff/significance.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <span>

#include "analyze/significance_tests.h"
#include "profdiff/error.h"
#include "profdiff/runs.h"

namespace profdiff {
namespace {

constexpr double kLevel = 0.05;
constexpr std::size_t kEnoughRuns = 4;  // with three a side no ranks are rarer than one in ten

// What one side observed of one function.
struct Observed {
  double samples = 0;           // whole ones, over all runs
  double weight = 0;            // samples per second of difference
  std::vector<double> seconds;  // by run
  std::uint64_t calls_low = 0, calls_high = 0;
};

Observed Observe(const RunTable& table, FunctionId function, double scale) {
  Observed seen;
  seen.weight = table.samples_per_second / scale;
  if (!function.valid()) {
    seen.seconds.assign(table.runs, 0.0);
    return seen;
  }
  seen.samples = std::round(table.samples[function.value]);
  for (double seconds : table.Seconds(function)) seen.seconds.push_back(seconds * scale);
  const auto [low, high] = std::ranges::minmax(table.Calls(function));
  seen.calls_low = low;
  seen.calls_high = high;
  return seen;
}

Verdict JudgeOne(const Observed& base, const Observed& other, Evidence evidence) {
  Verdict verdict;
  verdict.base_mean = Mean(base.seconds);
  verdict.other_mean = Mean(other.seconds);
  verdict.base_deviation = Deviation(base.seconds);
  verdict.other_deviation = Deviation(other.seconds);
  verdict.base_calls_low = base.calls_low;
  verdict.base_calls_high = base.calls_high;
  verdict.other_calls_low = other.calls_low;
  verdict.other_calls_high = other.calls_high;
  Interval interval;
  if (evidence == Evidence::kMannWhitney) {
    verdict.p = MannWhitneyP(base.seconds, other.seconds);
    interval = DifferenceOfMeans(base.seconds, other.seconds);
  } else if (base.weight > 0 && other.weight > 0) {
    verdict.p = BinomialP(base.samples, base.weight, other.samples, other.weight);
    interval = DifferenceOfCounts(base.samples, base.weight, other.samples, other.weight);
  }
  verdict.low = interval.low;
  verdict.high = interval.high;
  return verdict;
}

bool HasTime(const Observed& seen) {
  return seen.samples > 0 || std::any_of(seen.seconds.begin(), seen.seconds.end(), [](double s) { return s != 0; });
}

// Functions without samples say nothing, and must not make the others' correction stricter.
void Correct(std::vector<Verdict>& verdicts, std::span<const std::size_t> judged) {
  std::vector<double> p;
  for (std::size_t index : judged) p.push_back(verdicts[index].p);
  const std::vector<double> q = AdjustForMany(p);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    verdicts[judged[i]].q = q[i];
    verdicts[judged[i]].significant = q[i] <= kLevel;
  }
}

std::string Format(const char* form, double value) {
  char text[160];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

// The least that any function must differ by to be told from noise: by as many samples as cannot face none by chance.
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

void RemarkOnRuns(const RunTable& base, const RunTable& other, std::size_t judged, Significance& result) {
  const std::size_t fewer = std::min(base.runs, other.runs);
  if (std::max(base.runs, other.runs) > 1 && fewer < kEnoughRuns) {
    result.remarks.push_back(std::to_string(fewer) + (fewer == 1 ? " run" : " runs") + " on a side: " +
                             "verdicts use the sampling error alone; from 4 runs a side they use the runs");
    return;
  }
  if (result.evidence != Evidence::kMannWhitney) return;
  std::vector<double> low(base.runs), high(other.runs);  // as far apart as runs can be
  std::iota(low.begin(), low.end(), 0.0);
  std::iota(high.begin(), high.end(), static_cast<double>(base.runs));
  const double best = MannWhitneyP(low, high);
  if (best * static_cast<double>(judged) > kLevel) {
    const double needed = std::ceil(best * static_cast<double>(judged) / kLevel);
    result.remarks.push_back(Format("so few runs: a difference counts only if at least %.0f functions differ", needed) +
                             " as clearly as they can; more runs tell more");
  }
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
  Significance result;
  result.base_runs = base.runs;
  result.other_runs = other.runs;
  if (std::min(base.runs, other.runs) >= kEnoughRuns) result.evidence = Evidence::kMannWhitney;
  std::vector<std::size_t> judged;
  for (const Match::Pair& pair : difference.match.pairs) {
    const Observed base_seen = Observe(base, pair.base, 1), other_seen = Observe(other, pair.other, scale);
    if (HasTime(base_seen) || HasTime(other_seen)) judged.push_back(result.functions.size());
    result.functions.push_back(JudgeOne(base_seen, other_seen, result.evidence));
  }
  Correct(result.functions, judged);
  RemarkOnSamples(base, other, scale, judged.size(), result);
  RemarkOnRuns(base, other, judged.size(), result);
  return result;
}

}  // namespace profdiff
