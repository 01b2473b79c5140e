// SPDX-License-Identifier: GPL-3.0-or-later
// Distributions of Boost.Math, without <iostream>.
//
// Boost.Math includes <iostream> although nothing from it is used here. With it, the program would initialise the
// standard streams and locales at startup, which takes 6 % of the instructions for a small profile.
// Defining the include guard of GCC's <iostream> prevents the inclusion.
#ifndef PROFDIFF_BASE_BOOST_MATH_H_
#define PROFDIFF_BASE_BOOST_MATH_H_

#include <istream>
#include <ostream>
#define _GLIBCXX_IOSTREAM 1  // NOLINT(bugprone-reserved-identifier)
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>

#endif  // PROFDIFF_BASE_BOOST_MATH_H_
