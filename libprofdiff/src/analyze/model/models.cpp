// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a model of each series (the values of one metric of one function) for each statistic and, with
// ModelOptions::each, for each value of a parameter.
// Tests: tests/unit/analyze/model/models_test.cpp.
#include "profdiff/models.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analyze/model/can_model.h"
#include "analyze/model/choose.h"
#include "analyze/model/judge.h"
#include "analyze/model/quantiles.h"
#include "analyze/model/reduce.h"
#include "analyze/model/terms.h"
#include "base/time_unit.h"
#include "values/check_names.h"

namespace profdiff {
namespace {

// Three points are needed for any form but the constant; Extra-P recommends five values of a parameter.
constexpr std::size_t kFewPoints = 5, kFewestPoints = 3;
constexpr std::size_t kMostSlices = 64;  // number of curves of a model of several parameters

// A part of a series: the points with the same value of the parameter `each`.
struct Part {
  ParameterValues each;
  std::vector<ObservedPoint> points;
};

// Splits a series by the values of a parameter. Without a parameter, or for a series that lacks it, all points are one
// part.
std::vector<Part> SplitBy(const ObservedSeries& series, const std::string& each) {
  const auto found = std::ranges::find(series.parameters, each);
  if (each.empty() || found == series.parameters.end()) return {{series.labels, series.points}};
  const auto place = static_cast<std::size_t>(found - series.parameters.begin());
  std::map<double, Part> parts;
  for (const ObservedPoint& point : series.points) {
    Part& part = parts[point.at[place]];
    part.each = series.labels;
    part.each.push_back({each, point.at[place]});
    part.points.push_back(point);
  }
  std::vector<Part> list;
  for (auto& [value, part] : parts) list.push_back(std::move(part));
  return list;
}

// Tables of terms by sizes. Most series of a file have the same sizes.
class TermTables {
 public:
  const TermTable& Find(const std::vector<double>& sizes) {
    auto& table = tables_[sizes];
    if (!table) table = std::make_unique<TermTable>(MakeTermTable(sizes, forms_, 0));
    return *table;
  }

 private:
  const std::vector<std::string> forms_ = {"pmnf"};
  std::map<std::vector<double>, std::unique_ptr<TermTable>> tables_;
};

// Makes the model of one part of a series.
class Modeller {
 public:
  Modeller(const ObservedSeries& series, const ModelOptions& options,
           const std::vector<std::shared_ptr<const Expression>>& expressions, TermTables& tables)
      : series_(series), options_(options), expressions_(expressions), tables_(tables) {
    if (series.unit == "s") scale_ = UnitsPerSecond(options.unit);
  }

  std::optional<Model> Make(const Part& part, PointStatistic statistic) {
    Model model;
    model.function = series_.function;
    model.metric = series_.metric;
    model.callers = series_.callers;
    model.unit = series_.unit == "s" ? options_.unit : series_.unit;
    model.statistic = statistic;
    model.each = part.each;
    bool collinear = false, skewed = false;
    const std::vector<std::size_t> varying = VaryingParameters(part.points, series_.parameters.size(), collinear);
    for (const std::size_t p : varying) model.parameters.push_back(series_.parameters[p]);
    std::vector<std::size_t> counts;
    std::vector<double> periods;
    FitData data;
    data.is_sampled = false;
    for (const ObservedPoint& point : part.points) {
      const std::optional<double> value = Reduce(point.values, statistic);
      if (!value) continue;
      std::vector<double> at;
      for (const std::size_t p : varying) at.push_back(point.at[p]);
      // The range from `low` to `high` shows the scatter of the values at a point, whichever statistic is modelled.
      const auto [low, high] = std::ranges::minmax(point.values);
      model.points.push_back({at, point.values.size(), *value * scale_, low * scale_, high * scale_, 0, false, {}});
      RequireAbove0(varying, point);
      data.at.push_back(std::move(at));
      data.values.push_back(*value * scale_);
      counts.push_back(point.values.size());
      periods.push_back(point.period * scale_);
      // A deviation of sampled times is not itself sampled; it is weighted like other values.
      if (point.period > 0 && statistic != PointStatistic::kDeviation) data.is_sampled = true;
      if (statistic != PointStatistic::kDeviation && IsSkewed(point.values)) skewed = true;
    }
    if (data.values.empty()) return std::nullopt;
    // One or two deviations show no trend. Points with a single value have no deviation, so they were left out above.
    if (statistic == PointStatistic::kDeviation && data.values.size() < kFewestPoints) return std::nullopt;
    SetWeights(data, periods, counts, options_.weights);
    if (collinear) model.flags.emplace_back("collinear");
    if (skewed) model.flags.emplace_back("skewed");
    if (!Fit(data, KnownIn(part), model)) return std::nullopt;
    return model;
  }

  // True if a part of the series has no model because no parameter varies alone.
  bool lacks_lines() const { return lacks_lines_; }

 private:
  // Returns the values of names that expressions can use besides the varying parameters.
  NamedValues KnownIn(const Part& part) const {
    NamedValues known;
    for (const ParameterValue& constant : options_.constants) known[constant.name] = constant.value;
    for (std::size_t p = 0; p < series_.parameters.size(); ++p) {
      // A parameter with the same value in all points is a constant for this part.
      const double first = part.points.front().at[p];
      const auto is_other = [&](const ObservedPoint& point) { return point.at[p] != first; };
      if (std::ranges::none_of(part.points, is_other)) known[series_.parameters[p]] = first;
    }
    return known;
  }

  // Models contain powers and logarithms of parameters, which are undefined for 0 and negative values.
  void RequireAbove0(const std::vector<std::size_t>& varying, const ObservedPoint& point) const {
    for (const std::size_t p : varying) {
      if (point.at[p] > 0) continue;
      throw Error(ErrorCode::kBadArgument,
                  series_.function + ": the parameter " + series_.parameters[p] + " is not always above 0", {}, {},
                  {RemedyKind::kSetEach, series_.parameters[p]});
    }
  }

  // Fits and judges the model; false if points of several parameters are not enough for any form.
  bool Fit(const FitData& data, const NamedValues& known, Model& model) {
    bool has_few = data.values.size() < kFewPoints;
    std::vector<ModelShape> user_shapes = ShapesOfTerms(expressions_, model.parameters, known);
    // Without a varying parameter, or with too few points, only the constant is fitted.
    const bool is_constant = model.parameters.empty() || data.values.size() < kFewestPoints;
    std::optional<ChosenShape> chosen;
    ShapeList others;
    if (model.parameters.size() > 1) {
      chosen = ChooseOfSeveral(options_, std::move(user_shapes), data, has_few);
      if (!chosen) {
        lacks_lines_ = true;
        return false;
      }
    } else {
      others = OtherShapes(std::move(user_shapes), data);
      if (is_constant) others.shapes.resize(1);
      std::vector<double> sizes;
      for (const std::vector<double>& at : data.at) sizes.push_back(at.empty() ? 1 : at[0]);
      const bool has_normal = !is_constant && std::ranges::find(options_.forms, "pmnf") != options_.forms.end();
      chosen = ChooseOfOne(tables_.Find(sizes), has_normal, others, data, options_.choose_by);
    }
    if (!chosen) chosen = OnlyValue(data);
    if (has_few) model.flags.emplace_back("few-points");
    Describe(*chosen, model);
    return true;
  }

  // Returns the constant and the forms that are not normal forms.
  ShapeList OtherShapes(std::vector<ModelShape> user_shapes, const FitData& data) const {
    ShapeList list;
    const bool has_logarithms = std::ranges::all_of(data.at, [](const auto& at) { return !at.empty() && at[0] >= 1; });
    list.shapes = ShapesOfOne(options_.forms, has_logarithms, /*has_normal=*/false);
    for (ModelShape& shape : user_shapes) list.shapes.push_back(std::move(shape));
    list.looked_at = list.shapes.size() - 1;
    return list;
  }

  // Copies a choice to the model, and judges it.
  void Describe(ChosenShape& chosen, Model& model) const {
    model.fit = chosen.best.fit;
    model.spread = chosen.best.BandSpread(chosen.points);
    model.candidates = std::move(chosen.candidates);
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < model.points.size(); ++i) {
      model.points[i].is_outlier = std::ranges::find(chosen.outliers, i) != chosen.outliers.end();
      if (!model.points[i].is_outlier) kept.push_back(i);
    }
    if (chosen.lower) {
      const ModelPoint &low = model.points[kept[chosen.lower->points - 1]],
                       &high = model.points[kept[chosen.lower->points]];
      model.form_switch = ModelSwitch{0, low.at[0], high.at[0], chosen.lower->fit};
    }
    for (ModelPoint& point : model.points) {
      const bool is_low = model.form_switch && point.at[0] <= model.form_switch->low;
      point.predicted = FitAt(is_low ? model.form_switch->lower : model.fit, point.at);
    }
    if (chosen.left_out)
      model.left_out = LeftOutForm{chosen.left_out->fit, model.points[kept[chosen.left_out->point]].at};
    JudgeModel(chosen, options_.flat, model);
    Predict(chosen, model);
    AddScaling(options_.scaling, model);
    if (options_.curve_points > 1) AddCurves(chosen, model);
  }

  // Returns a constant with the value of the only point, without an error estimate.
  static ChosenShape OnlyValue(const FitData& data) {
    ChosenShape chosen;
    chosen.best.fit = {"constant", {{}}, {data.values.front()}};
    chosen.candidates = {chosen.best.fit};
    chosen.points = 1;
    return chosen;
  }

  static std::vector<double> LargestOf(const Model& model) {
    std::vector<double> largest(model.parameters.size(), 0);
    for (const ModelPoint& point : model.points) {
      for (std::size_t p = 0; p < largest.size(); ++p) largest[p] = std::max(largest[p], point.at[p]);
    }
    return largest;
  }

  static ModelPrediction At(const ChosenShape& chosen, const Model& model, std::vector<double> at) {
    ModelPrediction prediction;
    // The bands are those of the upper part.
    const bool is_low = model.form_switch && at[model.form_switch->parameter] <= model.form_switch->low;
    prediction.value = FitAt(is_low ? model.form_switch->lower : model.fit, at);
    const auto band = is_low ? std::nullopt : chosen.best.BandAt(at, chosen.points);
    if (band) {
      prediction.band_low = band->first;
      prediction.band_high = band->second;
    }
    if (const auto interval = is_low ? std::nullopt : IntervalAt(chosen.plausible, at)) {
      prediction.low = interval->first;
      prediction.high = interval->second;
    }
    prediction.negative = !(prediction.value > 0);
    for (std::size_t p = 0; p < at.size(); ++p) {
      const auto value = [p](const ModelPoint& point) { return point.at[p]; };
      // Checks the range of each parameter separately: a point inside all ranges counts as interpolated, even if it is
      // outside the convex hull of the measured points.
      const auto [low, high] = std::ranges::minmax(model.points, {}, value);
      if (at[p] < value(low) || at[p] > value(high)) prediction.extrapolated = true;
    }
    prediction.at = std::move(at);
    return prediction;
  }

  // Predicts values. A prediction needs all parameters of the model, and ignores any other parameters.
  void Predict(const ChosenShape& chosen, Model& model) const {
    for (const ParameterValues& wanted : options_.predictions) {
      std::vector<double> at;
      for (const std::string& name : model.parameters) {
        const auto found = std::ranges::find(wanted, name, &ParameterValue::name);
        if (found != wanted.end()) at.push_back(found->value);
      }
      if (at.size() != model.parameters.size()) continue;
      model.predictions.push_back(At(chosen, model, std::move(at)));
    }
    const auto any = [&](bool ModelPrediction::*flag) { return std::ranges::any_of(model.predictions, flag); };
    if (any(&ModelPrediction::extrapolated)) model.flags.emplace_back("extrapolated");
    if (any(&ModelPrediction::negative)) model.flags.emplace_back("negative");
  }

  // Adds curves, with points that are spaced logarithmically from the smallest to the largest measured or predicted
  // value; for several parameters, also with the other parameters at each of their measured values.
  void AddCurves(const ChosenShape& chosen, Model& model) const {
    const std::vector<double> largest = LargestOf(model);
    for (std::size_t p = 0; p < model.parameters.size(); ++p) {
      model.curves.push_back(CurveAlong(p, largest, chosen, model));
      if (model.parameters.size() == 1) continue;
      std::vector<std::vector<double>> others;
      for (const ModelPoint& point : model.points) {
        std::vector<double> at = point.at;
        at[p] = largest[p];
        if (std::ranges::find(others, at) == others.end()) others.push_back(std::move(at));
      }
      for (std::size_t i = 0; i < std::min(others.size(), kMostSlices); ++i) {
        model.slices.push_back({p, CurveAlong(p, others[i], chosen, model)});
      }
    }
  }

  std::vector<ModelPrediction> CurveAlong(std::size_t p, const std::vector<double>& others, const ChosenShape& chosen,
                                          const Model& model) const {
    double low = others[p], high = others[p];
    for (const ModelPoint& point : model.points) low = std::min(low, point.at[p]);
    for (const ModelPrediction& prediction : model.predictions) {
      low = std::min(low, prediction.at[p]);
      high = std::max(high, prediction.at[p]);
    }
    std::vector<ModelPrediction> curve;
    for (std::size_t i = 0; i < options_.curve_points; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(options_.curve_points - 1);
      std::vector<double> at = others;
      // Uses `high` itself for the last point, because a power that is rounded up would be marked as extrapolated.
      at[p] = i + 1 == options_.curve_points ? high : low * std::pow(high / low, share);
      curve.push_back(At(chosen, model, std::move(at)));
    }
    return curve;
  }

  const ObservedSeries& series_;
  const ModelOptions& options_;
  const std::vector<std::shared_ptr<const Expression>>& expressions_;
  TermTables& tables_;
  double scale_ = 1;
  bool lacks_lines_ = false;
};

void RequireParameter(const Observations& observations, const std::string& name, const Remedy& remedy) {
  const auto has_it = [&](const ObservedSeries& series) {
    return std::ranges::find(series.parameters, name) != series.parameters.end() ||
           std::ranges::find(series.labels, name, &ParameterValue::name) != series.labels.end();
  };
  if (std::ranges::any_of(observations.series, has_it)) return;
  throw Error(ErrorCode::kBadArgument, "no observation has a parameter " + name, {}, {}, remedy);
}

// Checks that each name in the expressions is a constant or a parameter of some series.
void CheckTerms(const Observations& observations, const ModelOptions& options,
                const std::vector<std::shared_ptr<const Expression>>& expressions) {
  std::vector<std::string> known;
  for (const ParameterValue& constant : options.constants) known.push_back(constant.name);
  for (const ObservedSeries& series : observations.series) {
    known.insert(known.end(), series.parameters.begin(), series.parameters.end());
  }
  for (const auto& expression : expressions) CheckNames(*expression, known);
}

Message NoLine(const ObservedSeries& series) {
  return Message(series.function + ": no parameter has three points that differ in nothing else", "", Place(),
                 Remedy{RemedyKind::kChooseParameters, {}});
}

void Check(const Observations& observations, const ModelOptions& options) {
  RequireModels();
  if (UnitsPerSecond(options.unit) <= 0) {
    throw Error(ErrorCode::kBadArgument, "'" + options.unit + "' is not a unit of time; units are s, ms, us and ns");
  }
  // Called only to report unknown forms, which would go unnoticed if nothing was observed.
  ShapesOfOne(options.forms, true);
  if (!options.each.empty()) RequireParameter(observations, options.each, {RemedyKind::kSetEach, options.each});
  for (const ParameterValues& prediction : options.predictions) {
    for (const ParameterValue& value : prediction) {
      RequireParameter(observations, value.name, {RemedyKind::kSetPrediction, {}});
    }
  }
  for (const std::string& metric : options.metrics) {
    if (std::ranges::find(observations.series, metric, &ObservedSeries::metric) != observations.series.end()) continue;
    throw Error(ErrorCode::kBadArgument, "no observation has a metric '" + metric + "'");
  }
}

}  // namespace

bool CanModel() { return CanSolve() && HasQuantiles(); }

void RequireModels() {
  if (CanModel()) return;
  throw Error(ErrorCode::kUnsupported,
              std::string("this build cannot make models: it was compiled without ") +
                  (CanSolve() ? "Boost.Math (Debian: libboost-dev)" : "Eigen (Debian: libeigen3-dev)"));
}

Models MakeModels(const Observations& observations, const ModelOptions& options) {
  Check(observations, options);
  const std::vector<std::shared_ptr<const Expression>> expressions = ParseTerms(options);
  CheckTerms(observations, options, expressions);
  Models made;
  made.inputs = observations.inputs;
  made.unit = options.unit;
  made.remarks = observations.remarks;
  TermTables tables;
  for (const ObservedSeries& series : observations.series) {
    const bool is_wanted =
        options.metrics.empty() || std::ranges::find(options.metrics, series.metric) != options.metrics.end();
    if (!is_wanted) continue;
    Modeller modeller(series, options, expressions, tables);
    for (const Part& part : SplitBy(series, options.each)) {
      for (const PointStatistic statistic : options.statistics) {
        std::optional<Model> model = modeller.Make(part, statistic);
        if (model) made.models.push_back(std::move(*model));
      }
    }
    if (modeller.lacks_lines()) made.remarks.push_back(NoLine(series));
  }
  if (made.models.empty() && !made.remarks.empty()) {
    throw Error(ErrorCode::kBadArgument, made.remarks.back().cause, {}, {}, made.remarks.back().remedy);
  }
  return made;
}

}  // namespace profdiff
