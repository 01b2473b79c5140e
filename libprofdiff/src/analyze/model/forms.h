// SPDX-License-Identifier: GPL-3.0-or-later
// The forms that a model may have, and what they are at a point.
// Tests: tests/unit/analyze/model/forms_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_FORMS_H_
#define PROFDIFF_ANALYZE_MODEL_FORMS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/models.h"

namespace profdiff {

// A form before it is fitted: the constant is its first term. "power" has x alone.
struct ModelShape {
  std::string form;
  std::vector<ModelTerm> terms;
  std::size_t fewest_points = 0;  // that it needs
};

// x^(i) log2(x)^j of one parameter: Extra-P's 42 pairs, simple ones first.
std::vector<ModelFactor> NormalFactors(std::size_t parameter);

// The shapes of one parameter, the constant first. `has_logarithms`: all values are at least 1.
// Errors: kBadArgument for forms that are not in ModelForms().
std::vector<ModelShape> ShapesOfOne(std::span<const std::string> forms, bool has_logarithms);

// The single terms of a parameter that shapes of several are made of.
std::vector<ModelFactor> FactorsOf(std::span<const std::string> forms, std::size_t parameter, bool has_logarithms);

// The value of a term at a point.
double TermAt(const ModelTerm& term, std::span<const double> at);

// The value of a fitted form.
double FitAt(const ModelFit& fit, std::span<const double> at);

// d ln y / d ln x of a parameter; nothing where the form is not above 0.
std::optional<double> ExponentOf(const ModelFit& fit, std::span<const double> at, std::size_t parameter);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_FORMS_H_
