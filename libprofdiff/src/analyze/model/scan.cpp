// SPDX-License-Identifier: GPL-3.0-or-later
// Least squares for at most three columns by Gram and Schmidt's orthogonal basis Q of the weighted columns, X = Q R.
// About a hundred forms are fitted to each series, so this must be much faster than a general solver: the terms are
// computed once for all series with the same sizes, and nothing is allocated.
// Tests: tests/unit/analyze/model/scan_test.cpp.
#include "analyze/model/scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace profdiff {
namespace {

constexpr double kDependent = 1e-9;    // part of a column beside the columns before it, below which it depends on them
constexpr double kDecides = 1 - 1e-9;  // smallest leverage at which a single point determines a coefficient

}  // namespace

TermTable MakeTermTable(std::span<const double> sizes, std::span<const std::string> forms, std::size_t parameter) {
  TermTable table;
  const bool has_logarithms = std::ranges::all_of(sizes, [](double size) { return size >= 1; });
  const auto add = [&](const ModelFactor& factor) { table.terms.push_back({.factors = {factor}}); };
  for (const ModelFactor& factor : FactorsOf(forms, parameter, has_logarithms)) add(factor);
  table.rising = table.terms.size();
  const bool is_normal = std::ranges::find(forms, "pmnf") != forms.end();
  if (is_normal) {
    for (const ModelFactor& factor : FallingFactors(parameter, has_logarithms)) add(factor);
  }
  std::vector<double> at(parameter + 1);
  for (const ModelTerm& term : table.terms) {
    std::vector<double>& column = table.columns.emplace_back();
    for (const double size : sizes) {
      at[parameter] = size;
      column.push_back(TermAt(term, at));
    }
  }
  std::vector<std::size_t> paired;
  for (ModelFactor factor : PairedFactors()) {
    factor.parameter = parameter;
    const auto found = std::ranges::find(table.terms, std::vector{factor}, &ModelTerm::factors);
    if (is_normal && found != table.terms.end())
      paired.push_back(static_cast<std::size_t>(found - table.terms.begin()));
  }
  for (std::size_t a = 0; a < paired.size(); ++a) {
    for (std::size_t b = a + 1; b < paired.size(); ++b) table.pairs.push_back({paired[a], paired[b]});
  }
  return table;
}

Scanner::Scanner(const TermTable& table, const FitData& data) : table_(table), data_(data), end_(data.values.size()) {
  for (const double weight : data.weights) roots_.push_back(std::sqrt(weight));
  scaled_.resize(data.values.size());
  for (std::vector<double>& column : basis_) column.resize(data.values.size());
  Begin();
}

void Scanner::LeaveOut(std::size_t point) {
  roots_[point] = 0;
  Begin();
}

void Scanner::PutBack(std::size_t point) {
  roots_[point] = std::sqrt(data_.weights[point]);
  Begin();
}

void Scanner::Restrict(std::size_t begin, std::size_t end) {
  begin_ = begin;
  end_ = end;
  Begin();
}

// Computes what all fits have in common: the first column, which is that of the constant, and the weighted values.
void Scanner::Begin() {
  double squares = 0;
  count_ = 0;
  for (std::size_t i = begin_; i < end_; ++i) {
    squares += roots_[i] * roots_[i];
    scaled_[i] = roots_[i] * data_.values[i];
    if (roots_[i] != 0) ++count_;
  }
  length_ = std::sqrt(squares);
  constant_ = 0;
  for (std::size_t i = begin_; i < end_; ++i) {
    basis_[0][i] = roots_[i] / length_;
    constant_ += basis_[0][i] * scaled_[i];
  }
}

// Makes column c of the basis from the values of a term; false if it depends on the columns before it.
bool Scanner::AddColumn(std::size_t c, const std::vector<double>& values, Triangle& upper) const {
  std::vector<double>& column = basis_[c];
  double before = 0;
  std::array<double, ScannedForm::kMost> products = {};
  for (std::size_t i = begin_; i < end_; ++i) {
    column[i] = roots_[i] * values[i];
    before += column[i] * column[i];
    products[0] += basis_[0][i] * column[i];
  }
  double squares = 0;
  for (std::size_t i = begin_; i < end_; ++i) {
    column[i] -= products[0] * basis_[0][i];
    squares += column[i] * column[i];
  }
  if (c == 2) {
    // Uses the column without its first component, as the modified method does, for the sake of rounding.
    for (std::size_t i = begin_; i < end_; ++i) products[1] += basis_[1][i] * column[i];
    squares = 0;
    for (std::size_t i = begin_; i < end_; ++i) {
      column[i] -= products[1] * basis_[1][i];
      squares += column[i] * column[i];
    }
  }
  const double length = std::sqrt(squares);
  // The first condition is also false for a column that is not finite.
  if (!(length > kDependent * std::sqrt(before)) || !std::isfinite(length)) return false;
  for (std::size_t i = begin_; i < end_; ++i) column[i] /= length;
  upper.at(0, c) = products[0];
  upper.at(1, c) = c == 2 ? products[1] : length;
  upper.at(c, c) = length;
  return true;
}

// Inverts R; only elements above and on the diagonal are used.
Scanner::Triangle Scanner::Triangle::Inverse() const {
  Triangle inverse{columns, {}};
  for (std::size_t c = 0; c < columns; ++c) inverse.at(c, c) = 1 / at(c, c);
  if (columns > 1) inverse.at(0, 1) = -at(0, 1) / (at(0, 0) * at(1, 1));
  if (columns > 2) {
    inverse.at(1, 2) = -at(1, 2) / (at(1, 1) * at(2, 2));
    inverse.at(0, 2) = (at(0, 1) * at(1, 2) / at(1, 1) - at(0, 2)) / (at(0, 0) * at(2, 2));
  }
  return inverse;
}

double Scanner::ValueAt(const ScannedForm& form, std::size_t point) const {
  double value = form.coefficients[0];
  for (std::size_t c = 1; c < form.columns; ++c)
    value += form.coefficients[c] * table_.columns[form.terms[c - 1]][point];
  return value;
}

ScannedForm Scanner::Fit(std::span<const std::size_t> terms, bool with_all) const {
  ScannedForm form;
  Triangle upper{terms.size() + 1, {}};
  if (count_ <= upper.columns) return form;
  upper.at(0, 0) = length_;
  std::array<double, ScannedForm::kMost> values = {constant_};
  for (std::size_t c = 1; c < upper.columns; ++c) {
    if (!AddColumn(c, table_.columns[terms[c - 1]], upper)) return form;
    for (std::size_t i = begin_; i < end_; ++i) values[c] += basis_[c][i] * scaled_[i];
  }
  const Triangle inverse = upper.Inverse();
  for (std::size_t c = 0; c < upper.columns; ++c) {
    for (std::size_t d = c; d < upper.columns; ++d) form.coefficients[c] += inverse.at(c, d) * values[d];
  }
  std::ranges::copy(terms, form.terms.begin());
  form.columns = upper.columns;
  if (!AddErrors(with_all, form)) return {};
  form.rises = true;
  for (std::size_t c = 1; c < form.columns; ++c) form.rises = form.rises && form.coefficients[c] > 0;
  AddStandardErrors(inverse, form);
  return form;
}

// Computes errors at points that are left out, as residual / (1 - leverage); false if a single point determines a
// coefficient.
bool Scanner::AddErrors(bool with_all, ScannedForm& form) const {
  double relative = 0;
  form.is_positive = true;
  for (std::size_t i = begin_; i < end_; ++i) {
    if (roots_[i] == 0) continue;
    double leverage = 0;
    for (std::size_t c = 0; c < form.columns; ++c) leverage += basis_[c][i] * basis_[c][i];
    if (leverage >= kDecides) return false;
    const double value = data_.values[i], fitted = ValueAt(form, i), kept = value - fitted;
    const double residual = kept / (1 - leverage);
    relative += data_.relative[i] * residual * residual;
    form.weighted_rss += roots_[i] * roots_[i] * kept * kept;
    if (!(fitted > 0) && value > 0) form.is_positive = false;
    if (!with_all) continue;
    const double size = std::abs(value - residual) + std::abs(value);
    if (size > 0) form.smape += 200 * std::abs(residual) / size;
    form.rss += residual * residual;
    form.relative_rss += data_.relative[i] * kept * kept;
  }
  const auto points = static_cast<double>(count_);
  form.error = 100 * std::sqrt(relative / points);
  form.smape /= points;
  return std::isfinite(form.error) && std::isfinite(form.rss);
}

void Scanner::AddStandardErrors(const Triangle& inverse, ScannedForm& form) const {
  const double variance = form.weighted_rss / static_cast<double>(count_ - form.columns);
  form.least_t = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < form.columns; ++c) {
    // The sum of the squares of row c of the inverse of R is element c of the diagonal of the inverse of X'WX.
    double squares = 0;
    for (std::size_t d = c; d < form.columns; ++d) squares += inverse.at(c, d) * inverse.at(c, d);
    form.standard_errors[c] = std::sqrt(variance * squares);
    if (c > 0 && form.standard_errors[c] > 0) {
      form.least_t = std::min(form.least_t, std::abs(form.coefficients[c]) / form.standard_errors[c]);
    }
  }
}

// The covariances of the coefficients are A V A', where V has the variances of the values on its diagonal, and
// A = R^-1 Q' W^(1/2) maps values to coefficients.
void Scanner::AddCovariance(ScannedForm& form) const {
  const std::size_t columns = form.columns;
  Triangle upper{columns, {}};
  upper.at(0, 0) = length_;
  for (std::size_t c = 1; c < columns; ++c) AddColumn(c, table_.columns[form.terms[c - 1]], upper);
  const Triangle inverse = upper.Inverse();
  const double variance = form.relative_rss / static_cast<double>(count_ - columns);
  form.covariance = {};
  for (std::size_t i = begin_; i < end_; ++i) {
    if (roots_[i] == 0) continue;
    std::array<double, ScannedForm::kMost> row = {};
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t d = c; d < columns; ++d) row[c] += inverse.at(c, d) * basis_[d][i] * roots_[i];
    }
    const double scale = variance * VarianceScale(ValueAt(form, i), data_, i);
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t d = 0; d < columns; ++d) form.covariance[c * columns + d] += row[c] * row[d] * scale;
    }
  }
}

}  // namespace profdiff
