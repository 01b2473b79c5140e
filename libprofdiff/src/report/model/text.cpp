// SPDX-License-Identifier: GPL-3.0-or-later
// Writes models as text: first the most expensive and the fastest growing models, then all models, then the meaning of
// their flags.
//
// Tests: tests/unit/report/model/texts_test.cpp.
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "profdiff/models.h"
#include "report/format/limit.h"
#include "report/format/text_table.h"
#include "report/model/rows.h"

namespace profdiff {
namespace {

constexpr std::size_t kAnswers = 6;  // number of models in the summary at the top
constexpr int kDigits = 6;           // number of significant digits of coefficients

std::string NameText(const Model& model) {
  std::string text = WithoutControls(FunctionText(model)) + ", " + WithoutControls(model.metric);
  if (model.statistic != PointStatistic::kMedian) text += " (" + std::string(NameOf(model.statistic)) + ")";
  for (const ParameterValue& each : model.each) {
    text += ", " + WithoutControls(each.name) + " = ";
    AppendGeneral(text, each.value);
  }
  return text;
}

std::string ExponentText(const Model& model) { return model.exponent ? FixedText(*model.exponent, 2) : "?"; }

std::string ExpressionOf(const Model& model) {
  return WithoutControls(AsUtf8(FitText(model.fit, model.parameters, kDigits)));
}

// Returns the value by which models are compared: that of the first prediction or, without predictions, that of the
// model at the largest point.
double ValueOf(const Model& model) {
  return model.predictions.empty() ? LargestPoint(model).predicted : model.predictions.front().value;
}

std::string PlaceOf(const Model& model) {
  return PlaceText(model.parameters, model.predictions.empty() ? LargestPoint(model).at : model.predictions.front().at);
}

std::string PredictionText(const Model& model, const ModelPrediction& prediction) {
  std::string text = ValueText(prediction.value, model.unit);
  if (prediction.band_low && prediction.band_high) {
    text += " (95 % " + ValueText(*prediction.band_low, "") + " to " + ValueText(*prediction.band_high, "") + ")";
  }
  return text;
}

std::string Inputs(const std::vector<std::string>& inputs) {
  if (inputs.empty()) return "models";
  std::string text = WithoutControls(inputs.front());
  if (inputs.size() > 1) text += " and " + Plural(inputs.size() - 1, "other");
  return text;
}

// Returns all models except models of standard deviations, which only show how certain the other models are.
std::vector<const Model*> MainModels(const Models& models) {
  std::vector<const Model*> main;
  for (const Model& model : models.models) {
    if (model.statistic != PointStatistic::kDeviation) main.push_back(&model);
  }
  return main;
}

void AppendLine(std::string& out, const Model& model) {
  out += "  " + NameText(model) + ": " + ExpressionOf(model) + ", exponent " + ExponentText(model);
  const std::string place = PlaceOf(model);
  out += place.empty() ? "; " : "; at " + place + " ";
  out += model.predictions.empty() ? ValueText(ValueOf(model), model.unit)
                                   : PredictionText(model, model.predictions.front());
  out += "\n";
}

void AppendAnswer(std::string& out, const Models& models) {
  std::vector<const Model*> main = MainModels(models);
  out += Inputs(models.inputs) + ": ";
  if (main.empty()) {
    out += "no models\n";
    return;
  }
  out += Plural(models.models.size(), "model") + ". What costs most at the largest size:\n";
  // Models with a unit come first: times can be compared with each other, but not with counts of calls.
  std::ranges::stable_sort(main, [](const Model* a, const Model* b) {
    return std::tuple(b->unit.empty(), ValueOf(*a)) > std::tuple(a->unit.empty(), ValueOf(*b));
  });
  for (const Model* model : First(main, kAnswers)) AppendLine(out, *model);
  // A model without an exponent counts as constant.
  const Model* fastest = *std::ranges::max_element(main, {}, [](const Model* m) { return m->exponent.value_or(0); });
  if (main.size() > 1 && fastest->exponent.value_or(0) > 0) {
    out += "Grows fastest: " + NameText(*fastest) + ", exponent " + ExponentText(*fastest) + "\n";
  }
}

int WidthOf(const std::vector<Model>& models, std::string (*text)(const Model&), std::size_t most) {
  std::size_t width = 8;
  for (const Model& model : models) width = std::max(width, std::min(most, text(model).size()));
  return static_cast<int>(width);
}

std::string FlagText(const Model& model) {
  std::string text;
  for (const std::string& flag : model.flags) text += (text.empty() ? "" : " ") + flag;
  return text;
}

void AppendTable(std::string& out, const Models& models, std::size_t limit) {
  Fields<Model> fields;
  fields.Add("exponent", ExponentText);
  fields.Add("error", [](const Model& model) { return model.fit.error; });
  fields.Add("points", [](const Model& model) { return model.points.size(); });
  fields.Add("largest", [](const Model& model) { return ValueText(LargestPoint(model).value, model.unit); });
  fields.Add("fitted", [](const Model& model) { return ValueText(LargestPoint(model).predicted, model.unit); });
  fields.Add("flags", FlagText);
  fields.Add("name", NameText);
  fields.Add("expression", ExpressionOf);
  std::vector<TableColumn> columns = {
      {.heading = "exponent", .width = 8, .gap = 0},
      {.heading = "error", .unit = "%", .width = 8},
      {.heading = "points", .width = 6},
      {.heading = "measured", .key = "largest", .unit = "at largest", .width = 14},
      {.heading = "model", .key = "fitted", .unit = "there", .width = 14},
      {.heading = "function", .key = "name", .width = WidthOf(models.models, NameText, 40), .gap = 2, .left = true},
      {.heading = "flags", .width = WidthOf(models.models, FlagText, 40), .left = true},
      {.heading = "model", .key = "expression"}};
  if (std::ranges::all_of(models.models, [](const Model& model) { return model.flags.empty(); })) {
    std::erase_if(columns, [](const TableColumn& column) { return column.key == "flags"; });
  }
  out += "\n";
  TextTableWriter writer(out);
  WriteRows(writer, "models", columns, fields, First(models.models, limit));
}

// Appends predictions. The band is the confidence band of the mean, provided that the form of the model is right; an
// extrapolation can be wrong for other reasons.
void AppendPredictions(std::string& out, const Models& models) {
  bool has_heading = false;
  for (const Model& model : models.models) {
    for (const ModelPrediction& prediction : model.predictions) {
      if (!has_heading) out += "\nPredictions, with the 95 % band of the mean if the form is right\n";
      has_heading = true;
      out += "  " + NameText(model) + ", at " + PlaceText(model.parameters, prediction.at) + ": " +
             PredictionText(model, prediction);
      if (prediction.extrapolated) out += ", extrapolated";
      if (prediction.negative) out += ", not above 0";
      out += "\n";
    }
  }
}

bool HasFlag(const Models& models, std::string_view flag) {
  return std::ranges::any_of(
      models.models, [flag](const Model& model) { return std::ranges::find(model.flags, flag) != model.flags.end(); });
}

// Explains the flags that occur. A flag that only one of two executions has is explained with the name of that side.
void AppendFlags(std::string& out, const Models& models, const Models* other) {
  constexpr std::pair<std::string_view, std::string_view> kMeanings[] = {
      {"few-points", "fewer than 5 points, or with several parameters no line of 5: measure more sizes"},
      {"collinear", "two parameters always change together: only one of them is used"},
      {"skewed", "mean and median of a point differ by more than 25 %"},
      {"no-growth", "a form fits better than the constant, but not significantly"},
      {"extrapolated", "a prediction is outside the measured range"},
      {"negative", "a prediction is not above 0: the model does not hold there"}};
  bool has_heading = false;
  for (const auto& meaning : kMeanings) {
    const bool in_base = HasFlag(models, meaning.first), in_other = other != nullptr && HasFlag(*other, meaning.first);
    if (!in_base && !in_other) continue;
    if (!has_heading) out += "\nFlags\n";
    has_heading = true;
    out.append("  ").append(meaning.first);
    if (other != nullptr && in_base != in_other) out += in_base ? " (base)" : " (other)";
    out.append(": ").append(meaning.second).append("\n");
  }
}

// The models of both executions for the same function, metric, statistic and values of --each; null for a side without
// a model.
struct ModelPair {
  const Model* base = nullptr;
  const Model* other = nullptr;

  const Model& Any() const { return base != nullptr ? *base : *other; }
  // Returns the absolute change. If one side has no model, this is the whole value of the other side's model.
  double Change() const {
    return base != nullptr && other != nullptr ? std::abs(ValueOf(*other) - ValueOf(*base)) : ValueOf(Any());
  }
};

std::vector<ModelPair> PairsOf(const Models& base, const Models& other) {
  using Key = std::tuple<std::string, std::string, PointStatistic, ParameterValues>;
  const auto key_of = [](const Model& model) { return Key(model.function, model.metric, model.statistic, model.each); };
  std::map<Key, ModelPair> pairs;
  for (const Model& model : base.models) pairs[key_of(model)].base = &model;
  for (const Model& model : other.models) pairs[key_of(model)].other = &model;
  std::vector<ModelPair> list;
  for (const auto& entry : pairs) list.push_back(entry.second);
  std::ranges::stable_sort(list, [](const ModelPair& a, const ModelPair& b) { return a.Change() > b.Change(); });
  return list;
}

std::string SideText(const Model* model) {
  if (model == nullptr) return "absent";
  return ExpressionOf(*model) + ", exponent " + ExponentText(*model) + "; at " + PlaceOf(*model) + " " +
         ValueText(ValueOf(*model), model->unit);
}

void AppendPairs(std::string& out, const Models& base, const Models& other, std::size_t limit) {
  const std::vector<ModelPair> pairs = PairsOf(base, other);
  out += Inputs(base.inputs) + " against " + Inputs(other.inputs) + ": " + Plural(pairs.size(), "model") +
         ", the largest change first\n";
  for (const ModelPair& pair : First(pairs, limit)) {
    out += NameText(pair.Any()) + "\n  base:  " + SideText(pair.base) + "\n  other: " + SideText(pair.other) + "\n";
  }
}

}  // namespace

void WriteModels(std::string& out, const Models& models, const Models* other, std::size_t limit) {
  if (other != nullptr) {
    AppendPairs(out, models, *other, limit);
  } else {
    AppendAnswer(out, models);
    if (!models.models.empty()) AppendTable(out, models, limit);
    AppendPredictions(out, models);
  }
  AppendFlags(out, models, other);
}

}  // namespace profdiff
