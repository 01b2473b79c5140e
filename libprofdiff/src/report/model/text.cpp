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

#include "base/parse_text.h"
#include "base/utf8.h"
#include "profdiff/models.h"
#include "report/format/limit.h"
#include "report/format/markdown_table.h"
#include "report/format/styles.h"
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
    each.text.empty() ? AppendGeneral(text, each.value) : void(text += WithoutControls(AsUtf8(each.text)));
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
  if (prediction.low && prediction.high) {
    text += " (95 % " + ValueText(*prediction.low, "") + " to " + ValueText(*prediction.high, "") + ")";
  }
  return text;
}

bool ModelHasFlag(const Model& model, std::string_view flag) {
  return std::ranges::find(model.flags, flag) != model.flags.end();
}

// Returns the exponent with its interval, such as "exponent 1.50 (95 % 1.46 to 1.52)".
std::string ExponentRange(const Model& model) {
  std::string text = "exponent " + ExponentText(model);
  const ModelVerdict& verdict = model.verdict;
  if (!verdict.exponent_low || !verdict.exponent_high) return text;
  return text + " (95 % " + FixedText(*verdict.exponent_low, 2) + " to " + FixedText(*verdict.exponent_high, 2) + ")";
}

std::string PercentText(double percent) { return FixedText(percent, percent < 9.95 ? 1 : 0) + " %"; }

// Returns the measured range, such as "from n = 16 to 1024"; "over the measured range" for several parameters.
std::string RangeText(const Model& model) {
  if (model.parameters.size() != 1) return "over the measured range";
  std::string text = "from " + PlaceText(model.parameters, model.points.front().at) + " to ";
  AppendGeneral(text, model.points.back().at[0]);
  return text;
}

std::string JoinWords(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

// Returns what a model says about growth: it grows or falls, or does not change by more than a bound, or nobody can
// tell.
std::string VerdictText(const Model& model) {
  const ModelVerdict& verdict = model.verdict;
  if (verdict.kind == ModelVerdict::Kind::kFlat) {
    constexpr double kRounding = 1e-6, kLeast = 0.1;  // percent: bounds of equal values, and the smallest that is shown
    if (*verdict.bound < kRounding) return "does not change " + RangeText(model);
    return "does not change by more than " + PercentText(std::max(*verdict.bound, kLeast)) + " " + RangeText(model) +
           " (95 %)";
  }
  if (verdict.kind == ModelVerdict::Kind::kUnknown) {
    std::string text = "cannot tell";
    if (verdict.bound) text += "; could change by " + PercentText(*verdict.bound) + " " + RangeText(model);
    return text + "; help: " + JoinWords(verdict.help);
  }
  std::string text = std::string(NameOf(verdict.kind)) + ", " + ExponentRange(model);
  if (ModelHasFlag(model, "poor-fit")) text += "; no form fits";
  if (ModelHasFlag(model, "uncertain")) text += "; the form is uncertain";
  if (model.form_switch) {
    text += "; changes its form between " + WithoutControls(model.parameters[model.form_switch->parameter]) + " = ";
    AppendGeneral(text, model.form_switch->low);
    text += " and ";
    AppendGeneral(text, model.form_switch->high);
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

std::string_view StyleOf(ModelVerdict::Kind kind, const TextStyles& styles) {
  if (kind == ModelVerdict::Kind::kGrows) return styles.more;
  if (kind == ModelVerdict::Kind::kFalls) return styles.less;
  return kind == ModelVerdict::Kind::kUnknown ? std::string_view(styles.noise) : std::string_view();
}

void AppendLine(std::string& out, const Model& model, const TextStyles& styles) {
  out += "  " + NameText(model) + ": ";
  const std::size_t begin = out.size();
  out += VerdictText(model);
  ApplyStyle(out, begin, StyleOf(model.verdict.kind, styles), styles);
  out += "\n    ";
  // A form that misses its points, or that is a constant for want of a better one, is not the plain answer.
  const bool is_poor = ModelHasFlag(model, "poor-fit");
  if (is_poor) out += "least bad form: ";
  out += ExpressionOf(model);
  if (is_poor) out += ", which misses by " + PercentText(model.fit.error);
  const std::string place = PlaceOf(model);
  out += place.empty() ? "; " : "; at " + place + " ";
  out += model.predictions.empty() ? ValueText(ValueOf(model), model.unit)
                                   : PredictionText(model, model.predictions.front());
  out += "\n";
}

// Returns the main models, those that cost most first.
std::vector<const Model*> ModelsByCost(const Models& models) {
  std::vector<const Model*> main = MainModels(models);
  // Models with a unit come first: times can be compared with each other, but not with counts of calls.
  std::ranges::stable_sort(main, [](const Model* a, const Model* b) {
    return std::tuple(b->unit.empty(), ValueOf(*a)) > std::tuple(a->unit.empty(), ValueOf(*b));
  });
  return main;
}

std::string CountText(const Models& models) {
  return Inputs(models.inputs) + ": " +
         (MainModels(models).empty()
              ? "no models\n"
              : Plural(models.models.size(), "model") + ". What costs most at the largest size:\n");
}

// Appends which model grows fastest, and for how many models nobody can tell.
void AppendGrowth(std::string& out, const std::vector<const Model*>& main) {
  // A model without an exponent counts as constant.
  const auto growth_of = [](const Model* m) {
    return m->verdict.kind == ModelVerdict::Kind::kGrows ? m->exponent.value_or(0) : 0;
  };
  const Model* fastest = *std::ranges::max_element(main, {}, growth_of);
  if (main.size() > 1 && growth_of(fastest) > 0) {
    out += "Grows fastest: " + NameText(*fastest) + ", exponent " + ExponentText(*fastest) + "\n";
  }
  const auto unknown =
      std::ranges::count(main, ModelVerdict::Kind::kUnknown, [](const Model* m) { return m->verdict.kind; });
  if (unknown > 0) {
    out += "Cannot tell for " + Plural(static_cast<std::size_t>(unknown), "model") + "\n";
  }
}

void AppendAnswer(std::string& out, const Models& models, const TextStyles& styles) {
  const std::vector<const Model*> main = ModelsByCost(models);
  out += CountText(models);
  if (main.empty()) return;
  for (const Model* model : First(main, kAnswers)) AppendLine(out, *model, styles);
  AppendGrowth(out, main);
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

std::string ScalingText(const ModelScaling& scaling) {
  return ", speed-up " + FixedText(scaling.speedup, 2) + ", efficiency " + PercentText(100 * scaling.efficiency);
}

void AppendTable(std::string& out, const Models& models, std::size_t limit) {
  Fields<Model> fields;
  fields.Add("verdict", [](const Model& model) { return std::string(NameOf(model.verdict.kind)); });
  fields.Add("exponent", ExponentText);
  fields.Add("error", [](const Model& model) { return model.fit.error; });
  fields.Add("points", [](const Model& model) { return model.points.size(); });
  fields.Add("largest", [](const Model& model) { return ValueText(LargestPoint(model).value, model.unit); });
  fields.Add("fitted", [](const Model& model) { return ValueText(LargestPoint(model).predicted, model.unit); });
  fields.Add("flags", FlagText);
  fields.Add("name", NameText);
  fields.Add("expression", ExpressionOf);
  std::vector<TableColumn> columns = {
      {.heading = "verdict", .width = 7, .gap = 0, .left = true},
      {.heading = "exponent", .width = 8},
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

// Appends predictions, with intervals over all forms that explain the points about as well as the model's form.
void AppendPredictions(std::string& out, const Models& models) {
  bool has_heading = false;
  for (const Model& model : models.models) {
    for (const ModelPrediction& prediction : model.predictions) {
      if (!has_heading) out += "\nPredictions, with 95 % intervals of the mean over all plausible forms\n";
      has_heading = true;
      out += "  " + NameText(model) + ", at " + PlaceText(model.parameters, prediction.at) + ": " +
             PredictionText(model, prediction);
      if (prediction.extrapolated) out += ", extrapolated";
      if (prediction.negative) out += ", not above 0";
      if (prediction.scaling) out += ScalingText(*prediction.scaling);
      out += "\n";
    }
  }
}

// Appends speed-up and efficiency, if they were wanted.
void AppendScaling(std::string& out, const Models& models) {
  bool has_heading = false;
  for (const Model& model : models.models) {
    for (const ModelPoint& point : model.points) {
      if (!point.scaling) continue;
      if (!has_heading) out += "\nSpeed-up and efficiency, compared with the smallest number of ranks\n";
      has_heading = true;
      out += "  " + NameText(model) + ", at " + PlaceText(model.parameters, point.at) + ": " +
             ValueText(point.value, model.unit) + ScalingText(*point.scaling) + "\n";
    }
  }
}

// Names the points and forms that models leave out.
void AppendLeftOut(std::string& out, const Models& models) {
  for (const Model& model : models.models) {
    for (const ModelPoint& point : model.points) {
      if (!point.is_outlier) continue;
      out += "left out of " + NameText(model) + ": the point at " + PlaceText(model.parameters, point.at) + ", " +
             ValueText(point.value, model.unit) + ", where the other points make " +
             ValueText(point.predicted, model.unit) + "\n";
    }
    if (model.left_out) {
      out += "left out of " + NameText(model) + ": the form " +
             WithoutControls(AsUtf8(FitText(model.left_out->fit, model.parameters, kDigits))) +
             ", which is not above 0 at " + PlaceText(model.parameters, model.left_out->at) + "\n";
    }
  }
}

bool HasFlag(const Models& models, std::string_view flag) {
  return std::ranges::any_of(models.models, [flag](const Model& model) { return ModelHasFlag(model, flag); });
}

// Explains the flags that occur. A flag that only one of two executions has is explained with the name of that side.
void AppendFlags(std::string& out, const Models& models, const Models* other) {
  constexpr std::pair<std::string_view, std::string_view> kMeanings[] = {
      {"few-points", "fewer than 5 points, or with several parameters no line of 5: measure more sizes"},
      {"collinear", "two parameters always change together: only one of them is used"},
      {"skewed", "mean and median of a point differ by more than 25 %"},
      {"no-growth", "a form fits better than the constant, but not significantly"},
      {"uncertain", "the values change with the size, but no form is significantly better than the others"},
      {"poor-fit", "no form fits: the best one misses the points by more than 25 %; intervals decide conditions"},
      {"outlier", "a point that no form fits is left out"},
      {"segments", "small and large sizes follow different forms; exponent and predictions are those of large sizes"},
      {"left-out", "a better form is not above 0 at a measured point"},
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
  using Key = std::tuple<std::string, std::vector<std::string>, std::string, PointStatistic, ParameterValues>;
  const auto key_of = [](const Model& model) {
    return Key(model.function, model.callers, model.metric, model.statistic, model.each);
  };
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
  return VerdictText(*model) + ": " + ExpressionOf(*model) + "; at " + PlaceOf(*model) + " " +
         ValueText(ValueOf(*model), model->unit);
}

std::string PairsText(const Models& base, const Models& other, std::size_t pairs) {
  return Inputs(base.inputs) + " against " + Inputs(other.inputs) + ": " + Plural(pairs, "model") +
         ", the largest change first\n";
}

void AppendPairs(std::string& out, const Models& base, const Models& other, std::size_t limit) {
  const std::vector<ModelPair> pairs = PairsOf(base, other);
  out += PairsText(base, other, pairs.size());
  for (const ModelPair& pair : First(pairs, limit)) {
    out += NameText(pair.Any()) + "\n  base:  " + SideText(pair.base) + "\n  other: " + SideText(pair.other) + "\n";
  }
}

// Returns the value and the place for which models are compared, such as "1.2 s at n = 1600".
std::string CostText(const Model* model) {
  if (model == nullptr) return "absent";
  const std::string place = PlaceOf(*model);
  return ValueText(ValueOf(*model), model->unit) + (place.empty() ? "" : " at " + place);
}

void WriteOne(std::string& out, const Models& models) {
  const std::vector<const Model*> main = ModelsByCost(models);
  std::string head = CountText(models);
  if (!main.empty()) AppendGrowth(head, main);
  AppendCommentHead(out, head);
  Fields<const Model*> fields;
  fields.Add("cost", [](const Model* model) { return Cell(CostText(model)); });
  fields.Add("verdict", [](const Model* model) { return Cell(VerdictText(*model)); });
  fields.Add("name", [](const Model* model) { return Cell(NameText(*model)); });
  fields.Add("expression", [](const Model* model) { return Cell(ExpressionOf(*model)); });
  const TableColumn columns[] = {{.heading = "cost", .width = 1},
                                 {.heading = "verdict", .width = 1, .left = true},
                                 {.heading = "function", .key = "name"},
                                 {.heading = "model", .key = "expression"}};
  const std::size_t more = AppendCommentTable(out, columns, fields, main);
  const std::size_t deviations = models.models.size() - main.size();
  if (more != 0) AppendParagraph(out, "Left out: " + Plural(more, "other model") + ", which cost less");
  if (deviations != 0) AppendParagraph(out, "Left out: " + Plural(deviations, "model") + " of standard deviations");
}

void WriteTwo(std::string& out, const Models& base, const Models& other) {
  const std::vector<ModelPair> pairs = PairsOf(base, other);
  AppendCommentHead(out, PairsText(base, other, pairs.size()));
  const auto verdict_of = [](const Model* model) { return model == nullptr ? Cell() : Cell(VerdictText(*model)); };
  Fields<ModelPair> fields;
  fields.Add("base", [](const ModelPair& pair) { return Cell(CostText(pair.base)); });
  fields.Add("other", [](const ModelPair& pair) { return Cell(CostText(pair.other)); });
  fields.Add("baseVerdict", [=](const ModelPair& pair) { return verdict_of(pair.base); });
  fields.Add("otherVerdict", [=](const ModelPair& pair) { return verdict_of(pair.other); });
  fields.Add("name", [](const ModelPair& pair) { return Cell(NameText(pair.Any())); });
  const TableColumn columns[] = {{.heading = "base", .width = 1},
                                 {.heading = "other", .width = 1},
                                 {.heading = "base", .key = "baseVerdict", .width = 1, .left = true},
                                 {.heading = "other", .key = "otherVerdict", .width = 1, .left = true},
                                 {.heading = "function", .key = "name"}};
  if (const std::size_t more = AppendCommentTable(out, columns, fields, pairs); more != 0) {
    AppendParagraph(out, "Left out: " + Plural(more, "other model") + ", which changed less");
  }
}

}  // namespace

void WriteModelComment(std::string& out, const Models& models, const Models* other) {
  other == nullptr ? WriteOne(out, models) : WriteTwo(out, models, *other);
  constexpr std::size_t kLines = 3;
  std::string left_out;
  for (const Models* side : {&models, other}) {
    if (side != nullptr) AppendLeftOut(left_out, *side);
  }
  std::string_view rest = left_out;
  for (std::size_t i = 0; i < kLines && !rest.empty(); ++i) AppendParagraph(out, TakeUpTo(rest, '\n'));
  const auto more = static_cast<std::size_t>(std::ranges::count(rest, '\n'));
  if (more != 0) AppendParagraph(out, "and " + Plural(more, "more line") + " about what is left out");
}

void WriteModelText(std::string& out, const Models& models, const Models* other, std::size_t limit,
                    const TextStyles& styles) {
  if (other != nullptr) {
    AppendPairs(out, models, *other, limit);
  } else {
    AppendAnswer(out, models, styles);
    if (!models.models.empty()) AppendTable(out, models, limit);
    AppendScaling(out, models);
    AppendPredictions(out, models);
    if (HasFlag(models, "outlier") || HasFlag(models, "left-out")) {
      out += "\n";
      AppendLeftOut(out, models);
    }
  }
  AppendFlags(out, models, other);
}

}  // namespace profdiff
