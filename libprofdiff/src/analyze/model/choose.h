// SPDX-License-Identifier: GPL-3.0-or-later
// From points to the form that predicts best.
// Tests: tests/unit/analyze/model/choose_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_CHOOSE_H_
#define PROFDIFF_ANALYZE_MODEL_CHOOSE_H_

#include <optional>
#include <vector>

#include "analyze/model/fit.h"

namespace profdiff {

struct ChosenShape {
  FittedShape best;
  bool has_no_growth = false;        // another form predicted better, but not beyond chance
  std::vector<ModelFit> candidates;  // the best five
};

// The shapes to choose among, and how many were looked at to find them.
struct ShapeList {
  std::vector<ModelShape> shapes;  // the constant first
  std::size_t looked_at = 0;       // other than the constant
};

// Fits all, and chooses. Nothing where not even the constant can be fitted.
std::optional<ChosenShape> ChooseShape(const ShapeList& list, const FitData& data, ModelOptions::ChooseBy choose_by);

// Products and sums of the best single terms of two or three parameters, each found along lines: points that differ in
// its parameter alone. `has_short_lines` becomes true where these have less than five points.
ShapeList ShapesOfSeveral(const ModelOptions& options, const FitData& data, bool& has_short_lines);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_CHOOSE_H_
