// SPDX-License-Identifier: GPL-3.0-or-later
// What a chosen form says about growth, and how certain it is.
// Tests: tests/unit/analyze/model/judge_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_JUDGE_H_
#define PROFDIFF_ANALYZE_MODEL_JUDGE_H_

#include <string_view>

#include "analyze/model/choose.h"
#include "profdiff/models.h"

namespace profdiff {

// Sets the exponent, the verdict, and the flags that concern the choice. `model` has its points, its fit and the values
// of points at that fit. `flat` is the largest change of a flat value, in percent.
void JudgeModel(const ChosenShape& chosen, double flat, Model& model);

// Sets speed-up and efficiency of points and predictions; does nothing for a model of several parameters or of none.
void AddScaling(ModelOptions::Scaling scaling, Model& model);

bool HasModelFlag(const Model& model, std::string_view flag);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_JUDGE_H_
