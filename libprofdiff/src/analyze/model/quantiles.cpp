// SPDX-License-Identifier: GPL-3.0-or-later
// Student's and Fisher's distributions, computed by Boost.Math.
// Tests: tests/unit/analyze/model/fit_test.cpp.
#include "analyze/model/quantiles.h"

#ifdef PROFDIFF_HAS_BOOST_MATH
#include <cmath>

#include "base/boost_math.h"

namespace profdiff {
namespace {

// Boost.Math computes with long double by default, which takes much longer, and is not needed here.
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using Student = boost::math::students_t_distribution<double, Policy>;
using Fisher = boost::math::fisher_f_distribution<double, Policy>;

}  // namespace

bool HasQuantiles() { return true; }

double TwoSidedT(double degrees) { return boost::math::quantile(boost::math::complement(Student(degrees), 0.025)); }

double OneSidedT(double degrees) { return boost::math::quantile(boost::math::complement(Student(degrees), 0.05)); }

double LargeF(double upper_degrees, double lower_degrees) {
  return boost::math::quantile(boost::math::complement(Fisher(upper_degrees, lower_degrees), 0.05));
}

double TailOfF(double f, double upper_degrees, double lower_degrees) {
  if (!std::isfinite(f)) return 0;
  return boost::math::cdf(boost::math::complement(Fisher(upper_degrees, lower_degrees), f));
}

}  // namespace profdiff

#else

namespace profdiff {

bool HasQuantiles() { return false; }
double TwoSidedT(double) { return 0; }
double OneSidedT(double) { return 0; }
double LargeF(double, double) { return 0; }
double TailOfF(double, double, double) { return 1; }

}  // namespace profdiff
#endif
