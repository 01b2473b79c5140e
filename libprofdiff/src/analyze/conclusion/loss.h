// SPDX-License-Identifier: GPL-3.0-or-later
// Doubts about lost samples and files that end early.
// Test: tests/unit/analyze/conclusion/loss_test.cpp.
#ifndef PROFDIFF_ANALYZE_CONCLUSION_LOSS_H_
#define PROFDIFF_ANALYZE_CONCLUSION_LOSS_H_

#include <vector>

#include "profdiff/difference.h"
#include "profdiff/error.h"

namespace profdiff {

// Adds the doubts about losses of either side, also about equal ones, which explain no difference.
void DoubtLoss(const Difference& difference, std::vector<Doubt>& doubts);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_CONCLUSION_LOSS_H_
