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
  kSampling,          // exact conditional binomial test of the two numbers of samples: one run a side
  kNegativeBinomial,  // quasi-likelihood F test over three runs or more
};

struct Verdict {
  double low = 0, high = 0;  // 95 % interval of the difference, base minus other, in seconds
  double p = 1;              // probability of a difference at least as large by chance alone
  double q = 1;              // the same, corrected for the number of functions (Benjamini and Hochberg)
  bool significant = false;  // q <= 0.05
  // It would be, if all the function's samples were on one side. Where this is false, no change can be found.
  bool can_be_significant = false;

  // Fewest and most calls in a run of each side; calls are counted, not sampled, so they differ only if runs do.
  std::uint64_t base_calls_low = 0, base_calls_high = 0, other_calls_low = 0, other_calls_high = 0;

  // Over the runs of each side; deviations are 0 for a single run. Units: seconds.
  double base_mean = 0, other_mean = 0, base_deviation = 0, other_deviation = 0;
};

struct Significance {
  Evidence evidence = Evidence::kSampling;
  std::vector<Verdict> functions;  // by joined FunctionId
  std::size_t base_runs = 1, other_runs = 1;
  double run_variation = 0;  // coefficient of variation between runs of one program; 0 where sampling explains all
  // As lines for people: what limits all verdicts, and what they rest on.
  std::vector<std::string> remarks, grounds;
};

// True if this build of the library can judge: it needs Boost.Math when it is compiled.
PROFDIFF_EXPORT bool CanJudge();

// Judges the self time of each joined function. `scale` is what the other side's seconds were multiplied with (1, but
// with normalised times). Functions with samples on neither side are not part of the correction. An interval never
// leaves out 0 where p > 0.05, nor holds it, but at an end, where p <= 0.05; where q > 0.05 all the same, a remark says
// so.
// Errors: kUnsupported in a build that cannot judge.
// Source: of one run a side, binomial test of two Poisson counts (Przyborowski and Wilenski 1940); of more, negative
// binomial counts and quasi-likelihood (Lund and others 2012) with moderated variances (Smyth 2004). Intervals by MOVER
// (Zou and Donner 2008) over exact Poisson limits; false discoveries by Benjamini and Hochberg (1995).
PROFDIFF_EXPORT Significance Judge(const Difference& difference, const RunTable& base, const RunTable& other,
                                   double scale = 1);

}  // namespace profdiff

#endif  // PROFDIFF_SIGNIFICANCE_H_
