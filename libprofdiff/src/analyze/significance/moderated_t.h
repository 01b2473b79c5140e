// SPDX-License-Identifier: GPL-3.0-or-later
// Whether times that are no samples differ by more than runs explain: a t test with moderated variances.
//
// Of counts and sums nothing is known of chance but what runs show. A few runs know a variance badly, so that of each
// function, as a part of its squared mean, is drawn towards those of all functions, as in quasi_likelihood.h. A
// function that takes exactly the same in all runs of a side has no part in that: where everything was counted its
// variance is 0, and any difference is one; where times may be rounded, it has the variance that others suggest.
// Functions that overlap share what varies, and would agree on too much: then each has its own variance alone.
// Source: Smyth, Linear models and empirical Bayes methods for assessing differential expression in microarray
// experiments, 2004.
// Test: tests/unit/analyze/significance/moderated_t_test.cpp.
#ifndef PROFDIFF_ANALYZE_SIGNIFICANCE_MODERATED_T_H_
#define PROFDIFF_ANALYZE_SIGNIFICANCE_MODERATED_T_H_

#include <cstddef>
#include <vector>

#include "analyze/significance/quasi_likelihood.h"
#include "analyze/significance/significance_tests.h"

namespace profdiff {

// Times of both sides' runs.
// Shape: by function, then by run.
struct TimesTable {
  std::vector<std::vector<double>> base, other;
};

class ModeratedT {
 public:
  // `is_counted`: times are exact numbers of events. `overlaps`: functions have times in common.
  ModeratedT(TimesTable times, bool is_counted, bool overlaps);

  // Of base minus other.
  TestedFunction Judge(std::size_t function) const;

  // The coefficient of variation between runs of the median function.
  double variation() const { return variation_; }

 private:
  struct Side {
    double mean = 0, runs = 0;
    double squares = 0;  // sum of squared distances from the mean, as parts of the squared mean
    double degrees = 0;  // none for a side where the function took no time at all
  };
  struct Spread {
    double variance = 0, degrees = 0;  // of a part of the mean
  };
  static Side SideOf(const std::vector<double>& times);
  Spread Moderate(double squares, double degrees) const;

  TimesTable times_;
  bool is_counted_, overlaps_, any_varies_ = false;
  VariancePrior prior_;
  double variation_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_SIGNIFICANCE_MODERATED_T_H_
