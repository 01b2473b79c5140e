// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the best score of all alignments of two sequences by computing the full matrix.
#ifndef PROFDIFF_TESTS_SUPPORT_FULL_MATRIX_H_
#define PROFDIFF_TESTS_SUPPORT_FULL_MATRIX_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "profdiff/alignment.h"

namespace profdiff {

// Uses the recurrence of Needleman and Wunsch.
inline std::int64_t BestScore(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                              const Scores& scores) {
  std::vector<std::int64_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<std::int64_t>(j) * scores.gap;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::int64_t diagonal = row[0];
    row[0] = static_cast<std::int64_t>(i) * scores.gap;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::int64_t pair = diagonal + (a[i - 1] == b[j - 1] ? scores.match : scores.mismatch);
      diagonal = row[j];
      row[j] = std::max({pair, row[j] + scores.gap, row[j - 1] + scores.gap});
    }
  }
  return row[b.size()];
}

}  // namespace profdiff

#endif  // PROFDIFF_TESTS_SUPPORT_FULL_MATRIX_H_
