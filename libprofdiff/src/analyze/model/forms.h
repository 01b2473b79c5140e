// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of models, and their values at a point.
// Tests: tests/unit/analyze/model/forms_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_FORMS_H_
#define PROFDIFF_ANALYZE_MODEL_FORMS_H_

#include <span>
#include <string>
#include <vector>

#include "profdiff/models.h"

namespace profdiff {

// A form that is not yet fitted to points. Its first term is the constant; only the form "power" has no constant, and
// its only term is x.
struct ModelShape {
  std::string form;
  std::vector<ModelTerm> terms;
  std::size_t fewest_points = 0;  // least number of points required to fit the form
};

// Returns the shapes of one parameter, the constant first. `has_logarithms` is true if all values are at least 1. The
// shapes of "pmnf" are left out if `has_normal` is false.
// Errors: kBadArgument for forms that are not in ModelForms().
std::vector<ModelShape> ShapesOfOne(std::span<const std::string> forms, bool has_logarithms, bool has_normal = true);

// Returns the single-parameter terms that are combined into shapes of several parameters, simple ones first: for
// "pmnf", the factors x^i log2(x)^j for Extra-P's 42 pairs of i and j.
std::vector<ModelFactor> FactorsOf(std::span<const std::string> forms, std::size_t parameter, bool has_logarithms);

// Returns the eleven factors x^-i log2(x)^j that decrease with x. Times that fall with a number of ranks need them.
std::vector<ModelFactor> FallingFactors(std::size_t parameter, bool has_logarithms);

// Returns the factors that are tried in pairs, as sums of two terms. Some of them contain logarithms.
std::span<const ModelFactor> PairedFactors();

// Returns the shape of a sum of a constant and terms. It needs one point more than it has coefficients.
ModelShape SumOf(std::string form, const std::vector<ModelTerm>& terms);

// Returns the items whose bits are set in a mask.
template <class Item>
std::vector<Item> SubsetOf(const std::vector<Item>& items, unsigned mask) {
  std::vector<Item> subset;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if ((mask >> i & 1) != 0) subset.push_back(items[i]);
  }
  return subset;
}

// Returns the value of a term at a point.
double TermAt(const ModelTerm& term, std::span<const double> at);

// Returns the value of a fitted form at a point.
double FitAt(const ModelFit& fit, std::span<const double> at);

// Returns the derivative of a term by the logarithm of a parameter, at a point.
double TermSlope(const ModelTerm& term, std::span<const double> at, std::size_t parameter);

// Returns d ln y / d ln x for a parameter x; nullopt if the form is not above 0 at the point.
std::optional<double> ExponentOf(const ModelFit& fit, std::span<const double> at, std::size_t parameter);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_FORMS_H_
