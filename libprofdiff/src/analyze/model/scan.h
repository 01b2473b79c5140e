// SPDX-License-Identifier: GPL-3.0-or-later
// Fits the about hundred forms of one parameter at once: 53 terms, and 45 pairs of them.
// Tests: tests/unit/analyze/model/scan_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_SCAN_H_
#define PROFDIFF_ANALYZE_MODEL_SCAN_H_

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "analyze/model/fit.h"
#include "analyze/model/forms.h"

namespace profdiff {

// The values of all terms of one parameter, computed once for all series with the same sizes.
struct TermTable {
  std::vector<ModelTerm> terms;                   // rising terms, then falling ones
  std::size_t rising = 0;                         // number of rising terms
  std::vector<std::vector<double>> columns;       // value of a term, by term, then by size
  std::vector<std::array<std::size_t, 2>> pairs;  // indices in `terms` of sums of two terms
};

// Makes the table of the forms' terms. `parameter` is the index of the parameter in its terms.
TermTable MakeTermTable(std::span<const double> sizes, std::span<const std::string> forms, std::size_t parameter);

// Sum c0 + c1 f + c2 g of a constant and one or two terms.
struct ScannedForm {
  static constexpr std::size_t kMost = 3;

  std::array<std::size_t, 2> terms = {};  // indices in TermTable::terms
  std::size_t columns = 0;                // number of coefficients, 1 to 3; 0 if the form cannot be fitted
  std::array<double, kMost> coefficients = {};
  // Leave-one-out errors, as in ModelFit.
  double error = 0, smape = 0, rss = 0;
  double weighted_rss = 0;   // with the weights used for fitting
  double relative_rss = 0;   // with relative weights
  double least_t = 0;        // least coefficient / standard error, except for the constant
  bool rises = false;        // true if all coefficients but the constant are above 0
  bool is_positive = false;  // true if the form is above 0 wherever a value above 0 was measured
  std::array<double, kMost> standard_errors = {};
  // Covariances of the coefficients for values that each vary in proportion to the form; row by row, with `columns`
  // columns.
  std::array<double, kMost* kMost> covariance = {};
};

// Fits a constant and up to two terms to the points from `begin` to `end` that have a weight above 0. `count` is the
// number of these points.
class Scanner {
 public:
  // Both must outlive the scanner.
  Scanner(const TermTable& table, const FitData& data);

  // Leaves out a point from all fits that follow.
  void LeaveOut(std::size_t point);
  void PutBack(std::size_t point);
  // Restricts all fits that follow to some of the points.
  void Restrict(std::size_t begin, std::size_t end);

  std::size_t count() const { return count_; }

  // The errors smape, rss and relative_rss are computed only if `with_all` is true.
  ScannedForm FitConstant(bool with_all) const { return Fit({}, with_all); }
  ScannedForm FitTerm(std::size_t term, bool with_all) const { return Fit({&term, 1}, with_all); }
  ScannedForm FitPair(std::size_t pair, bool with_all) const { return Fit(table_.pairs[pair], with_all); }
  // Computes the covariances of a form that was fitted with all errors.
  void AddCovariance(ScannedForm& form) const;
  // Returns the value of a form at a point of the table.
  double ValueAt(const ScannedForm& form, std::size_t point) const;

 private:
  // The upper triangle R.
  struct Triangle {
    std::size_t columns = 0;
    std::array<double, ScannedForm::kMost* ScannedForm::kMost> elements = {};

    double& at(std::size_t row, std::size_t column) { return elements[row * ScannedForm::kMost + column]; }
    double at(std::size_t row, std::size_t column) const { return elements[row * ScannedForm::kMost + column]; }
    Triangle Inverse() const;
  };

  void Begin();
  ScannedForm Fit(std::span<const std::size_t> terms, bool with_all) const;
  bool AddColumn(std::size_t c, const std::vector<double>& values, Triangle& upper) const;
  bool AddErrors(bool with_all, ScannedForm& form) const;
  void AddStandardErrors(const Triangle& inverse, ScannedForm& form) const;

  const TermTable& table_;
  const FitData& data_;
  std::vector<double> roots_;   // square roots of weights; 0 for a point that is left out
  std::vector<double> scaled_;  // values times these roots
  std::size_t begin_ = 0, end_ = 0, count_ = 0;
  double length_ = 0;    // of the column of the constant
  double constant_ = 0;  // product of the first column of the basis and the weighted values
  mutable std::array<std::vector<double>, ScannedForm::kMost> basis_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_SCAN_H_
