// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the form of a model (such as a + b n or a + b n log n) that predicts points best.
// Tests: tests/unit/analyze/model/choose_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_CHOOSE_H_
#define PROFDIFF_ANALYZE_MODEL_CHOOSE_H_

#include <optional>
#include <vector>

#include "analyze/model/fit.h"

namespace profdiff {

struct ChosenShape {
  FittedShape best;
  // True if another form predicted better than the constant, but not significantly.
  bool has_no_growth = false;
  std::vector<ModelFit> candidates;  // the five best fits
};

// The shapes to choose from, and the number of shapes that were tried to find them.
struct ShapeList {
  std::vector<ModelShape> shapes;  // the constant first
  std::size_t looked_at = 0;       // number of shapes that were tried to find `shapes`, not counting the constant
};

// Fits all shapes, and chooses one; nullopt if not even the constant can be fitted.
std::optional<ChosenShape> ChooseShape(const ShapeList& list, const FitData& data, ModelOptions::ChooseBy choose_by);

// Returns products and sums of the best terms of two or three parameters. The terms of a parameter are found along
// lines: sets of points that differ only in that parameter. `has_short_lines` is set to true if lines have fewer than
// five points.
ShapeList ShapesOfSeveral(const ModelOptions& options, const FitData& data, bool& has_short_lines);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_CHOOSE_H_
