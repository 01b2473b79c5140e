// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of evidence that several subjects of the analysis share.
#ifndef PROFDIFF_VALUES_EVIDENCE_H_
#define PROFDIFF_VALUES_EVIDENCE_H_

#include <cstddef>
#include <span>

#include "profdiff/listing.h"
#include "profdiff/significance.h"

namespace profdiff {

// Judges whether the difference of the time of all samples, in functions or not, is significant, as Judge does for each
// function. Errors: as for Judge.
Verdict JudgeProgram(const Difference& difference, const RunTable& base, const RunTable& other, double scale = 1);

// False if a function has too few samples, or no time, and was not judged: its p-values and its interval mean nothing.
// Only pairs are judged in part. The variance of their differences has a lower limit above 0 (PairedT), so the interval
// of a judged function is never empty.
constexpr bool IsJudged(Evidence evidence, const Verdict& verdict) {
  return evidence != Evidence::kPaired || verdict.low < verdict.high;
}

// Returns the probability that counts with the same expected value differ at least as much as `counts`, by the
// chi-square test; 1 if there are fewer than two counts, or if all counts are 0. Needs CanJudge().
double ChanceOfUnevenCounts(std::span<const double> counts);

// Returns the same probability for `values` numbers, given the sum of their squared distances from the mean divided by
// the variance that chance gives each of them.
double ChanceOfDispersion(std::size_t values, double dispersion);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_EVIDENCE_H_
