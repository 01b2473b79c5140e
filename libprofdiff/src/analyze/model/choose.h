// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the form of a model (such as a + b n or a + b n log n) that predicts points best.
// Tests: tests/unit/analyze/model/choose_test.cpp.
#ifndef PROFDIFF_ANALYZE_MODEL_CHOOSE_H_
#define PROFDIFF_ANALYZE_MODEL_CHOOSE_H_

#include <optional>
#include <vector>

#include "analyze/model/fit.h"
#include "analyze/model/interval.h"
#include "analyze/model/scan.h"

namespace profdiff {

// A form that was left out because it is 0 or less at a point at which a value above 0 was measured.
struct LeftOutShape {
  ModelFit fit;
  std::size_t point = 0;
};

// The lower part of points that follow one form up to a size, and another form from the next size on.
struct LowerPart {
  ModelFit fit;
  std::size_t points = 0;  // the number of points of the part
};

struct ChosenShape {
  FittedShape best;
  // True if another form predicted better than the constant, but not significantly.
  bool has_no_growth = false;
  // True if only the slope of logarithms shows that the values change with the size.
  bool is_uncertain = false;
  std::vector<ModelFit> candidates;   // the five best fits
  std::vector<std::size_t> outliers;  // points that are left out of the fit
  std::optional<LowerPart> lower;     // `best` then describes the other part
  std::optional<LeftOutShape> left_out;
  double error = 0;  // leave-one-out error over all parts
  // The error of the same form, fitted with relative weights if this error is less.
  double least_error = 0;
  std::vector<PlausibleForm> plausible;
  std::size_t points = 0;          // number of points to which `best` was fitted
  std::vector<FittedShape> owned;  // fits to which plausible forms refer
  // Bounds of the change from the smallest to the largest size, as shares of the value at the smallest; nullopt if they
  // are unknown.
  std::optional<double> largest_rise, largest_fall;
};

// The shapes to choose from, and the number of shapes that were tried to find them.
struct ShapeList {
  std::vector<ModelShape> shapes;  // the constant first
  std::size_t looked_at = 0;       // number of shapes that were tried to find `shapes`, not counting the constant
};

// Fits the forms of one parameter: those of the table, and `others`, whose first shape is the constant. The points are
// in ascending order. Returns nullopt if not even the constant can be fitted. Both lists must outlive the result.
// `has_normal` is false if the forms of the table are not wanted.
std::optional<ChosenShape> ChooseOfOne(const TermTable& table, bool has_normal, const ShapeList& others,
                                       const FitData& data, ModelOptions::ChooseBy choose_by);

// Fits sums of products of terms of two or more parameters; nullopt if no parameter has a line of three points, which
// are points that differ only in this parameter. `user_shapes` are further shapes. `has_short_lines` is set to true if
// a parameter has no line of five points.
std::optional<ChosenShape> ChooseOfSeveral(const ModelOptions& options, std::vector<ModelShape> user_shapes,
                                           const FitData& data, bool& has_short_lines);

// Extends the bounds of the change by those of the rising forms of a parameter that the points do not exclude. The rows
// of the table are the points.
void BoundChange(const TermTable& table, const FitData& data, ChosenShape& chosen);

// Returns the data without a point.
FitData Without(const FitData& data, std::size_t point);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_CHOOSE_H_
