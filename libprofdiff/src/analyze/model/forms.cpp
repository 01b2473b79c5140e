// SPDX-License-Identifier: GPL-3.0-or-later
// Extra-P's performance model normal form with one term, and linear, power and polynomial regressions.
// Source: the exponents that Extra-P 4 tries; Trebon, Performance Measurement and Modeling of Component Applications in
// a High Performance Computing Environment (thesis, University of Oregon, 2005), for the regressions.
// Tests: tests/unit/analyze/model/forms_test.cpp.
#include "analyze/model/forms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "values/model_text.h"

namespace profdiff {
namespace {

constexpr std::array<std::string_view, 6> kForms = {"pmnf", "linear", "power", "poly2", "poly3", "poly4"};

struct Exponent {
  std::int8_t numerator, denominator;
};
// Exponents of powers without a logarithm, with log2 (kWithOne), and with log2 squared (kWithTwo): 19 + 13 + 10 = 42
// terms.
constexpr Exponent kPlain[] = {{1, 4}, {1, 3}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {1, 1}, {5, 4},  {4, 3}, {3, 2},
                               {5, 3}, {7, 4}, {2, 1}, {9, 4}, {7, 3}, {5, 2}, {8, 3}, {11, 4}, {3, 1}};
constexpr Exponent kWithOne[] = {{0, 1}, {1, 4}, {1, 3}, {1, 2}, {2, 3}, {3, 4}, {1, 1},
                                 {5, 4}, {4, 3}, {3, 2}, {2, 1}, {5, 2}, {3, 1}};
constexpr Exponent kWithTwo[] = {{0, 1}, {1, 4}, {1, 3}, {1, 2}, {2, 3}, {3, 4}, {1, 1}, {3, 2}, {2, 1}, {5, 2}};

// Exponents of powers that fall; with log2, there is only log2(x) / x.
constexpr Exponent kFalling[] = {{-1, 4}, {-1, 3}, {-1, 2}, {-2, 3}, {-3, 4},
                                 {-1, 1}, {-4, 3}, {-3, 2}, {-2, 1}, {-3, 1}};
constexpr ModelFactor kPaired[] = {{0, 0, 1, 1}, {0, 1, 2, 0}, {0, 1, 1, 0}, {0, 1, 1, 1},  {0, 3, 2, 0},
                                   {0, 2, 1, 0}, {0, 2, 1, 1}, {0, 3, 1, 0}, {0, -1, 1, 0}, {0, -1, 2, 0}};

constexpr std::span<const Exponent> kExponents[] = {kPlain, kWithOne, kWithTwo};  // indexed by power of the logarithm

// Returns 2, 3 or 4 for "poly2", "poly3" or "poly4", 1 for "linear", and 0 for other forms.
int DegreeOf(std::string_view form) {
  if (form == "linear") return 1;
  return form.starts_with("poly") ? form[4] - '0' : 0;
}

void RequireKnown(std::string_view form) {
  if (std::ranges::find(kForms, form) != kForms.end()) return;
  throw Error(ErrorCode::kBadArgument, "'" + std::string(form) +
                                           "' is not a form; forms are pmnf, linear, power, poly2, poly3 and "
                                           "poly4");
}

double FactorAt(const ModelFactor& factor, double x) {
  double value = std::pow(x, static_cast<double>(factor.numerator) / factor.denominator);
  for (int i = 0; i < factor.logarithm; ++i) value *= std::log2(x);
  return value;
}

// Formats a number with `digits` digits; if `digits` is 0, with the fewest digits that are read back as the same
// number.
std::string NumberText(double value, int digits) {
  char buffer[40];
  const auto result = digits > 0
                          ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits)
                          : std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value);
  return {buffer, result.ptr};
}

// Returns the text of a power, such as "x", "x^1.5" or "x^(4/3)".
std::string PowerText(const ModelFactor& factor, const std::string& name) {
  if (factor.numerator == factor.denominator) return name;
  // Quarters, halves and fifths have short decimal fractions; thirds do not.
  const bool is_short =
      factor.denominator == 1 || factor.denominator == 2 || factor.denominator == 4 || factor.denominator == 5;
  if (is_short) return name + "^" + NumberText(static_cast<double>(factor.numerator) / factor.denominator, 0);
  return name + "^(" + std::to_string(factor.numerator) + "/" + std::to_string(factor.denominator) + ")";
}

std::string LogarithmText(const ModelFactor& factor, const std::string& name) {
  const std::string text = "log2(" + name + ")";
  return factor.logarithm == 1 ? text : text + "^" + std::to_string(factor.logarithm);
}

// Returns x df/dx for f(x) = x^i log2(x)^j.
double SlopeOf(const ModelFactor& factor, double x) {
  const double power = static_cast<double>(factor.numerator) / factor.denominator;
  double slope = power * FactorAt(factor, x);
  if (factor.logarithm == 0) return slope;
  ModelFactor lower = factor;
  --lower.logarithm;
  return slope + factor.logarithm * FactorAt(lower, x) / std::numbers::ln2;
}

// Returns x df/dx = df / d ln x of a user's expression, by a symmetric difference quotient in ln x. The step of 1e-5
// balances the errors from rounding (about 1e-16 / step) and from curvature (about step^2).
double NumericSlopeOf(const ModelTerm::Value& value, std::span<const double> at, std::size_t parameter) {
  constexpr double kStep = 1e-5;
  std::vector<double> up(at.begin(), at.end()), down = up;
  up[parameter] *= std::exp(kStep);
  down[parameter] *= std::exp(-kStep);
  return (value(up) - value(down)) / (2 * kStep);
}

}  // namespace

std::span<const std::string_view> ModelForms() { return kForms; }

std::vector<ModelFactor> FactorsOf(std::span<const std::string> forms, std::size_t parameter, bool has_logarithms) {
  std::vector<ModelFactor> factors;
  const auto add = [&](const ModelFactor& factor) {
    if (factor.logarithm != 0 && !has_logarithms) return;
    if (std::ranges::find(factors, factor) == factors.end()) factors.push_back(factor);
  };
  for (const std::string& form : forms) {
    RequireKnown(form);
    for (int i = 1; i <= DegreeOf(form); ++i) add({parameter, i, 1, 0});
    if (form != "pmnf") continue;
    for (int logarithm = 0; logarithm <= 2; ++logarithm) {
      for (const auto [numerator, denominator] : kExponents[logarithm]) {
        add({parameter, numerator, denominator, logarithm});
      }
    }
  }
  return factors;
}

std::vector<ModelFactor> FallingFactors(std::size_t parameter, bool has_logarithms) {
  std::vector<ModelFactor> factors;
  for (const auto [numerator, denominator] : kFalling) factors.push_back({parameter, numerator, denominator, 0});
  if (has_logarithms) factors.push_back({parameter, -1, 1, 1});
  return factors;
}

std::span<const ModelFactor> PairedFactors() { return kPaired; }

ModelShape SumOf(std::string form, const std::vector<ModelTerm>& terms) {
  ModelShape shape{std::move(form), {{}}, terms.size() + 2};
  shape.terms.insert(shape.terms.end(), terms.begin(), terms.end());
  return shape;
}

std::vector<ModelShape> ShapesOfOne(std::span<const std::string> forms, bool has_logarithms, bool has_normal) {
  std::vector<ModelShape> shapes = {{"constant", {{}}, 1}};
  for (const std::string& form : forms) {
    RequireKnown(form);
    if (form == "power") {
      shapes.push_back({form, {{{{0, 1, 1, 0}}, {}}}, 3});
    } else if (form == "pmnf") {
      if (!has_normal) continue;
      const auto add = [&](const ModelFactor& factor) { shapes.push_back({form, {{}, {{factor}, {}}}, 3}); };
      for (const ModelFactor& factor : FactorsOf({&form, 1}, 0, has_logarithms)) add(factor);
      for (const ModelFactor& factor : FallingFactors(0, has_logarithms)) add(factor);
    } else {
      // A polynomial of degree d has d + 1 coefficients. From degree 2 on, at least d + 3 points are required.
      const int degree = DegreeOf(form);
      ModelShape shape{form, {{}}, degree == 1 ? 3U : static_cast<std::size_t>(degree) + 3};
      for (int i = 1; i <= degree; ++i) shape.terms.push_back({{{0, i, 1, 0}}, {}});
      shapes.push_back(std::move(shape));
    }
  }
  return shapes;
}

double TermAt(const ModelTerm& term, std::span<const double> at) {
  if (term.value) return (*term.value)(at);
  double value = 1;
  for (const ModelFactor& factor : term.factors) value *= FactorAt(factor, at[factor.parameter]);
  return value;
}

double TermSlope(const ModelTerm& term, std::span<const double> at, std::size_t parameter) {
  if (term.value) return NumericSlopeOf(*term.value, at, parameter);
  // The factors of a term have different parameters.
  double slope = 1;
  bool depends = false;
  for (const ModelFactor& factor : term.factors) {
    // Differentiates only the factor with this parameter, as no two factors of a term have the same parameter.
    const bool is_it = factor.parameter == parameter;
    depends = depends || is_it;
    slope *= is_it ? SlopeOf(factor, at[parameter]) : FactorAt(factor, at[factor.parameter]);
  }
  return depends ? slope : 0;
}

double FitAt(const ModelFit& fit, std::span<const double> at) {
  // Coefficients of "power" are a and b of exp(a ln x + b), as in the thesis that uses this form.
  if (fit.form == "power") return std::exp(fit.coefficients[0] * std::log(at[0]) + fit.coefficients[1]);
  double value = 0;
  for (std::size_t i = 0; i < fit.terms.size(); ++i) value += fit.coefficients[i] * TermAt(fit.terms[i], at);
  return value;
}

std::optional<double> ExponentOf(const ModelFit& fit, std::span<const double> at, std::size_t parameter) {
  if (fit.form == "power") return fit.coefficients[0];
  const double value = FitAt(fit, at);
  // d ln y / d ln x = (x / y) dy/dx; ln y is not defined for y <= 0.
  if (!(value > 0)) return std::nullopt;
  double slope = 0;
  for (std::size_t i = 0; i < fit.terms.size(); ++i)
    slope += fit.coefficients[i] * TermSlope(fit.terms[i], at, parameter);
  return slope / value;
}

std::string TermText(const ModelTerm& term, std::span<const std::string> parameters) {
  if (!term.expression.empty()) return term.expression;
  std::string text;
  const auto add = [&](const std::string& factor) { text += (text.empty() ? "" : "*") + factor; };
  for (const ModelFactor& factor : term.factors) {
    if (factor.numerator != 0) add(PowerText(factor, parameters[factor.parameter]));
    if (factor.logarithm != 0) add(LogarithmText(factor, parameters[factor.parameter]));
  }
  return text.empty() ? "1" : text;
}

std::string FitText(const ModelFit& fit, std::span<const std::string> parameters, int digits) {
  if (fit.form == "power") {
    const double b = fit.coefficients[1];
    return "exp(" + NumberText(fit.coefficients[0], digits) + "*log(" + parameters[0] + ")" + (b < 0 ? " - " : " + ") +
           NumberText(std::abs(b), digits) + ")";
  }
  std::string text;
  for (std::size_t i = 0; i < fit.terms.size(); ++i) {
    const double coefficient = fit.coefficients[i];
    if (coefficient == 0) continue;
    text += text.empty() ? (coefficient < 0 ? "-" : "") : (coefficient < 0 ? " - " : " + ");
    text += NumberText(std::abs(coefficient), digits);
    std::string term = TermText(fit.terms[i], parameters);
    if (!fit.terms[i].expression.empty()) term = "(" + term + ")";
    if (term != "1") text += "*" + term;
  }
  return text.empty() ? "0" : text;
}

}  // namespace profdiff
