// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a model of each series (the values of one metric of one function) for each statistic and, with
// ModelOptions::each, for each value of a parameter.
// Tests: tests/unit/analyze/model/models_test.cpp.
#include "profdiff/models.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analyze/model/choose.h"
#include "analyze/model/quantiles.h"
#include "analyze/model/reduce.h"
#include "analyze/model/terms.h"
#include "base/time_unit.h"

namespace profdiff {
namespace {

// Three points are needed for any form but the constant; Extra-P recommends five values of a parameter.
constexpr std::size_t kFewPoints = 5, kFewestPoints = 3, kMostParameters = 3;

// A part of a series: the points with the same value of the parameter `each`.
struct Part {
  ParameterValues each;
  std::vector<ObservedPoint> points;
};

// Splits a series by the values of a parameter. Without a parameter, or for a series that lacks it, all points are one
// part.
std::vector<Part> SplitBy(const ObservedSeries& series, const std::string& each) {
  const auto found = std::ranges::find(series.parameters, each);
  if (each.empty() || found == series.parameters.end()) return {{{}, series.points}};
  const auto place = static_cast<std::size_t>(found - series.parameters.begin());
  std::map<double, Part> parts;
  for (const ObservedPoint& point : series.points) {
    Part& part = parts[point.at[place]];
    part.each = {{each, point.at[place]}};
    part.points.push_back(point);
  }
  std::vector<Part> list;
  for (auto& [value, part] : parts) list.push_back(std::move(part));
  return list;
}

// Makes the model of one part of a series.
class Modeller {
 public:
  Modeller(const ObservedSeries& series, const ModelOptions& options,
           const std::vector<std::shared_ptr<const Expression>>& expressions)
      : series_(series), options_(options), expressions_(expressions) {
    if (series.unit == "s") scale_ = UnitsPerSecond(options.unit);
  }

  std::optional<Model> Make(const Part& part, PointStatistic statistic) {
    Model model;
    model.function = series_.function;
    model.metric = series_.metric;
    model.unit = series_.unit == "s" ? options_.unit : series_.unit;
    model.statistic = statistic;
    model.each = part.each;
    bool collinear = false, skewed = false;
    const std::vector<std::size_t> varying = VaryingParameters(part.points, series_.parameters.size(), collinear);
    if (varying.size() > kMostParameters) return std::nullopt;
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
      model.points.push_back({at, point.values.size(), *value * scale_, low * scale_, high * scale_, 0});
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
    Fit(data, KnownIn(part), model);
    return model;
  }

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

  void Fit(const FitData& data, const NamedValues& known, Model& model) {
    bool has_few = data.values.size() < kFewPoints;
    ShapeList list;
    if (model.parameters.size() > 1) {
      list = ShapesOfSeveral(options_, data, has_few);
    } else {
      const bool has_logarithms =
          std::ranges::all_of(data.at, [](const auto& at) { return !at.empty() && at[0] >= 1; });
      list.shapes = ShapesOfOne(options_.forms, has_logarithms);
      list.looked_at = list.shapes.size() - 1;
    }
    for (ModelShape& shape : ShapesOfTerms(expressions_, model.parameters, known)) {
      list.shapes.push_back(std::move(shape));
      ++list.looked_at;
    }
    // Without a varying parameter, or with too few points, keeps only the constant, which is the first shape of the
    // list.
    if (model.parameters.empty() || data.values.size() < kFewestPoints) list.shapes.resize(1);
    std::optional<ChosenShape> chosen = ChooseShape(list, data, options_.choose_by);
    if (!chosen) chosen = OnlyValue(data);
    if (has_few) model.flags.emplace_back("few-points");
    if (chosen->has_no_growth) model.flags.emplace_back("no-growth");
    model.fit = chosen->best.fit;
    model.spread = chosen->best.BandSpread(model.points.size());
    model.candidates = std::move(chosen->candidates);
    for (ModelPoint& point : model.points) point.predicted = FitAt(model.fit, point.at);
    FindExponent(model);
    Predict(chosen->best, model);
    if (options_.curve_points > 1) AddCurves(chosen->best, model);
  }

  // Returns a constant with the value of the only point, without an error estimate.
  static ChosenShape OnlyValue(const FitData& data) {
    ChosenShape chosen;
    chosen.best.fit = {"constant", {{}}, {data.values.front()}};
    chosen.candidates = {chosen.best.fit};
    return chosen;
  }

  static std::vector<double> LargestOf(const Model& model) {
    std::vector<double> largest(model.parameters.size(), 0);
    for (const ModelPoint& point : model.points) {
      for (std::size_t p = 0; p < largest.size(); ++p) largest[p] = std::max(largest[p], point.at[p]);
    }
    return largest;
  }

  static void FindExponent(Model& model) {
    const std::vector<double> largest = LargestOf(model);
    if (model.parameters.empty()) model.exponent = 0;
    for (std::size_t p = 0; p < model.parameters.size(); ++p) {
      const std::optional<double> exponent = ExponentOf(model.fit, largest, p);
      // The parameter with the fastest growth determines the exponent of the model.
      if (exponent) model.exponent = std::max(*exponent, model.exponent.value_or(*exponent));
    }
  }

  ModelPrediction At(const FittedShape& fitted, const Model& model, std::vector<double> at) const {
    ModelPrediction prediction;
    prediction.value = FitAt(model.fit, at);
    if (const auto band = fitted.BandAt(at, model.points.size())) {
      prediction.band_low = band->first;
      prediction.band_high = band->second;
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
  void Predict(const FittedShape& fitted, Model& model) const {
    for (const ParameterValues& wanted : options_.predictions) {
      std::vector<double> at;
      for (const std::string& name : model.parameters) {
        const auto found = std::ranges::find(wanted, name, &ParameterValue::name);
        if (found != wanted.end()) at.push_back(found->value);
      }
      if (at.size() != model.parameters.size()) continue;
      model.predictions.push_back(At(fitted, model, std::move(at)));
    }
    const auto any = [&](bool ModelPrediction::*flag) { return std::ranges::any_of(model.predictions, flag); };
    if (any(&ModelPrediction::extrapolated)) model.flags.emplace_back("extrapolated");
    if (any(&ModelPrediction::negative)) model.flags.emplace_back("negative");
  }

  // Adds curves, with points that are spaced logarithmically from the smallest to the largest measured or predicted
  // value.
  void AddCurves(const FittedShape& fitted, Model& model) const {
    const std::vector<double> largest = LargestOf(model);
    for (std::size_t p = 0; p < model.parameters.size(); ++p) {
      double low = largest[p], high = largest[p];
      for (const ModelPoint& point : model.points) low = std::min(low, point.at[p]);
      for (const ModelPrediction& prediction : model.predictions) {
        low = std::min(low, prediction.at[p]);
        high = std::max(high, prediction.at[p]);
      }
      std::vector<ModelPrediction>& curve = model.curves.emplace_back();
      for (std::size_t i = 0; i < options_.curve_points; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(options_.curve_points - 1);
        std::vector<double> at = largest;
        // Uses `high` itself for the last point, because a power that is rounded up would be marked as extrapolated.
        at[p] = i + 1 == options_.curve_points ? high : low * std::pow(high / low, share);
        curve.push_back(At(fitted, model, std::move(at)));
      }
    }
  }

  const ObservedSeries& series_;
  const ModelOptions& options_;
  const std::vector<std::shared_ptr<const Expression>>& expressions_;
  double scale_ = 1;
};

void RequireParameter(const Observations& observations, const std::string& name, const std::string& option) {
  const auto has_it = [&](const ObservedSeries& series) {
    return std::ranges::find(series.parameters, name) != series.parameters.end();
  };
  if (std::ranges::any_of(observations.series, has_it)) return;
  throw Error(ErrorCode::kBadArgument, option + ": no observation has a parameter " + name);
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

void Check(const Observations& observations, const ModelOptions& options) {
  RequireModels();
  if (UnitsPerSecond(options.unit) <= 0) {
    throw Error(ErrorCode::kBadArgument, "'" + options.unit + "' is not a unit of time; units are s, ms, us and ns");
  }
  // Called only to report unknown forms, which would go unnoticed if nothing was observed.
  ShapesOfOne(options.forms, true);
  if (!options.each.empty()) RequireParameter(observations, options.each, "--each=" + options.each);
  for (const ParameterValues& prediction : options.predictions) {
    for (const ParameterValue& value : prediction) RequireParameter(observations, value.name, "--predict");
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
  throw Error(ErrorCode::kUnsupported, std::string("this build cannot make models: it was compiled without ") +
                                           (CanSolve() ? "Boost.Math" : "Eigen"));
}

Models MakeModels(const Observations& observations, const ModelOptions& options) {
  Check(observations, options);
  const std::vector<std::shared_ptr<const Expression>> expressions = ParseTerms(options);
  CheckTerms(observations, options, expressions);
  Models made;
  made.inputs = observations.inputs;
  made.unit = options.unit;
  made.remarks = observations.remarks;
  for (const ObservedSeries& series : observations.series) {
    const bool is_wanted =
        options.metrics.empty() || std::ranges::find(options.metrics, series.metric) != options.metrics.end();
    if (!is_wanted) continue;
    Modeller modeller(series, options, expressions);
    bool has_too_many = true;
    for (const Part& part : SplitBy(series, options.each)) {
      for (const PointStatistic statistic : options.statistics) {
        std::optional<Model> model = modeller.Make(part, statistic);
        if (!model) continue;
        made.models.push_back(std::move(*model));
        has_too_many = false;
      }
    }
    // If a part of the series has a model, no remark about too many parameters is needed: with --each, fewer parameters
    // may vary within a part.
    if (has_too_many && series.parameters.size() > kMostParameters) {
      made.remarks.push_back(series.function + ": more than three parameters vary: select some with --param or --each");
    }
  }
  return made;
}

std::vector<std::size_t> FindOffenders(const ModelGate& gate, const Models& models) {
  const auto holds = [&](double value, double limit) {
    if (gate.relation == ">") return value > limit;
    if (gate.relation == ">=") return value >= limit;
    return gate.relation == "<" ? value < limit : value <= limit;
  };
  std::vector<std::size_t> offenders;
  bool has_predictions = false;
  for (std::size_t i = 0; i < models.models.size(); ++i) {
    const Model& model = models.models[i];
    // Skips deviations, because a growing deviation is not a growing time.
    if (model.statistic == PointStatistic::kDeviation) continue;
    const double limit = gate.is_time ? gate.limit * UnitsPerSecond(models.unit) : gate.limit;
    bool offends = false;
    if (gate.of == ModelGate::Of::kExponent) offends = model.exponent && holds(*model.exponent, limit);
    if (gate.of == ModelGate::Of::kError) offends = holds(model.fit.error, limit);
    for (const ModelPrediction& prediction : model.predictions) {
      has_predictions = true;
      // A limit with a unit of time does not apply to counts of calls.
      const bool is_meant = gate.of == ModelGate::Of::kPredicted && (!gate.is_time || model.unit == models.unit);
      if (is_meant && holds(prediction.value, limit)) offends = true;
    }
    if (offends) offenders.push_back(i);
  }
  if (gate.of == ModelGate::Of::kPredicted && !has_predictions) {
    throw Error(ErrorCode::kBadArgument, "'" + gate.text + "': there are no predictions; set a point with --predict");
  }
  return offenders;
}

}  // namespace profdiff
