// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the best sums of two or three of about a thousand terms.
// Tests: tests/unit/analyze/model/product_scan_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_PRODUCT_SCAN_H_
#define PROFDIFF_ANALYZE_MODEL_PRODUCT_SCAN_H_

#include <cstddef>
#include <span>
#include <vector>

namespace profdiff {

// Indices of terms, ascending.
using TermSum = std::vector<std::size_t>;

class ProductScan {
 public:
  // `columns` has the values of a term by point; `weights` are those of the points.
  ProductScan(std::span<const std::vector<double>> columns, const std::vector<double>& values,
              const std::vector<double>& weights);

  // Fits a constant and two terms, and returns the `most` pairs with the least residual sum of squares, the best one
  // first. All coefficients but the constant are above 0.
  std::vector<TermSum> BestPairs(std::size_t most) const;
  // Does the same for the sums of one of these pairs and another term.
  std::vector<TermSum> BestTriples(const std::vector<TermSum>& pairs, std::size_t most) const;

 private:
  struct Found {
    double squares = 0;  // residual sum of squares, relative to that of the constant
    TermSum sum;
  };

  static std::vector<TermSum> SumsOf(std::vector<Found> found);
  // Extends a sum by each of the terms from `first` on.
  void Extend(const TermSum& sum, std::size_t first, std::size_t most, std::vector<Found>& best) const;

  std::size_t points_, terms_;
  // Values of terms and of the measurements without their weighted means and multiplied by the roots of the weights, of
  // length 1. Those of terms are in order of point, then of term; a term that is constant is 0 everywhere.
  std::vector<double> columns_, values_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_PRODUCT_SCAN_H_
