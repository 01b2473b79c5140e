// SPDX-License-Identifier: GPL-3.0-or-later
// Which differences are more than noise.
#ifndef PROFDIFF_SIGNIFICANCE_H_
#define PROFDIFF_SIGNIFICANCE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/export.h"
#include "profdiff/runs.h"

namespace profdiff {

// How a verdict was found.
enum class Evidence : std::uint8_t {
  kSampling,     // exact conditional binomial test of the two numbers of samples
  kMannWhitney,  // exact test of the ranks of four runs or more a side
};

struct Verdict {
  double low = 0, high = 0;  // 95 % interval of the difference, base minus other, in seconds
  double p = 1;              // probability of a difference at least as large by chance alone
  double q = 1;              // the same, corrected for the number of functions (Benjamini and Hochberg)
  bool significant = false;  // q <= 0.05

  // Fewest and most calls in a run of each side; calls are counted, not sampled, so they differ only if runs do.
  std::uint64_t base_calls_low = 0, base_calls_high = 0, other_calls_low = 0, other_calls_high = 0;

  // Over the runs of each side; deviations are 0 for a single run. Units: seconds.
  double base_mean = 0, other_mean = 0, base_deviation = 0, other_deviation = 0;
};

struct Significance {
  Evidence evidence = Evidence::kSampling;
  std::vector<Verdict> functions;  // by joined FunctionId
  std::size_t base_runs = 1, other_runs = 1;
  // What limits all verdicts, as lines for people.
  std::vector<std::string> remarks;
};

// True if this build of the library can judge: it needs Boost.Math when it is compiled.
PROFDIFF_EXPORT bool CanJudge();

// Judges the self time of each joined function. `scale` is what the other side's seconds were multiplied with (1, but
// with normalised times). Functions with samples on neither side are not part of the correction.
// Errors: kUnsupported in a build that cannot judge.
// Source: binomial test of two Poisson counts (Przyborowski and Wilenski 1940), intervals by MOVER (Zou and Donner
// 2008) over exact Poisson limits or, from several runs, Welch's t; false discoveries by Benjamini and Hochberg (1995).
PROFDIFF_EXPORT Significance Judge(const Difference& difference, const RunTable& base, const RunTable& other,
                                   double scale = 1);

}  // namespace profdiff

#endif  // PROFDIFF_SIGNIFICANCE_H_
