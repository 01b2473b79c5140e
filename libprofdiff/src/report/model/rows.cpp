// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and fields of models. In records, names of parameters are keys. They are views into the models, so the models
// must outlive the records.
//
// Tests: tests/unit/report/model/texts_test.cpp.
#include "report/model/rows.h"

#include <functional>

#include "base/name_parts.h"
#include "base/text.h"
#include "base/utf8.h"
#include "values/model_text.h"

namespace profdiff {
namespace {

Cell PlaceCell(const std::vector<std::string>& parameters, std::span<const double> at) {
  Cell::Record record;
  for (std::size_t i = 0; i < parameters.size(); ++i) record.push_back({parameters[i], at[i]});
  return record;
}

Cell EachCell(const Model& model) {
  Cell::Record record;
  for (const ParameterValue& parameter : model.each) {
    record.push_back({parameter.name, parameter.text.empty() ? Cell(parameter.value) : Cell(AsUtf8(parameter.text))});
  }
  return record;
}

Cell ScalingCell(const std::optional<ModelScaling>& scaling, double ModelScaling::*value) {
  return scaling ? Cell((*scaling).*value) : Cell();
}

Cell PointList(const Model& model) {
  return ListOf(model.points, [&](const ModelPoint& point) {
    return Cell(Cell::Record{{"at", PlaceCell(model.parameters, point.at)},
                             {"count", point.count},
                             {"value", point.value},
                             {"low", point.low},
                             {"high", point.high},
                             {"predicted", point.predicted},
                             {"speedup", ScalingCell(point.scaling, &ModelScaling::speedup)},
                             {"efficiency", ScalingCell(point.scaling, &ModelScaling::efficiency)}});
  });
}

Cell PredictionList(const Model& model) {
  return ListOf(model.predictions, [&](const ModelPrediction& prediction) {
    return Cell(Cell::Record{{"at", PlaceCell(model.parameters, prediction.at)},
                             {"value", prediction.value},
                             {"bandLow", OrNull(prediction.band_low)},
                             {"bandHigh", OrNull(prediction.band_high)},
                             {"low", OrNull(prediction.low)},
                             {"high", OrNull(prediction.high)},
                             {"speedup", ScalingCell(prediction.scaling, &ModelScaling::speedup)},
                             {"efficiency", ScalingCell(prediction.scaling, &ModelScaling::efficiency)},
                             {"extrapolated", prediction.extrapolated},
                             {"negative", prediction.negative}});
  });
}

Cell CandidateList(const Model& model) {
  return ListOf(model.candidates, [&](const ModelFit& fit) {
    return Cell(Cell::Record{{"form", fit.form},
                             {"expression", FitText(fit, model.parameters)},
                             {"error", fit.error},
                             {"smape", fit.smape},
                             {"rss", fit.rss}});
  });
}

// The power form is fitted to logarithms: log y = a log x + b, so its coefficients a and b belong to the terms "log(x)"
// and "1".
Cell TermList(const Model& model, const ModelFit& fit) {
  if (fit.form == "power") return Cell::List{"log(" + model.parameters.front() + ")", "1"};
  return ListOf(fit.terms, [&](const ModelTerm& term) { return Cell(TermText(term, model.parameters)); });
}

Cell VerdictCell(const Model& model) {
  const ModelVerdict& verdict = model.verdict;
  return Cell::Record{{"kind", NameOf(verdict.kind)},
                      {"bound", OrNull(verdict.bound)},
                      {"exponentLow", OrNull(verdict.exponent_low)},
                      {"exponentHigh", OrNull(verdict.exponent_high)},
                      {"help", ListOf(verdict.help, AsUtf8)}};
}

Cell OutlierList(const Model& model) {
  Cell::List outliers;
  for (const ModelPoint& point : model.points) {
    if (point.is_outlier) outliers.emplace_back(Cell::Record{{"at", PlaceCell(model.parameters, point.at)}});
  }
  return outliers;
}

Cell SwitchCell(const Model& model) {
  if (!model.form_switch) return Cell();
  const ModelSwitch& change = *model.form_switch;
  return Cell::Record{{"parameter", model.parameters[change.parameter]}, {"low", change.low}, {"high", change.high}};
}

Cell LowerCell(const Model& model) {
  if (!model.form_switch) return Cell();
  const ModelFit& lower = model.form_switch->lower;
  return Cell::Record{{"terms", TermList(model, lower)},
                      {"coefficients", ListOf(lower.coefficients, std::identity())},
                      {"expression", AsUtf8(FitText(lower, model.parameters))}};
}

Cell LeftOutCell(const Model& model) {
  if (!model.left_out) return Cell();
  return Cell::Record{{"expression", AsUtf8(FitText(model.left_out->fit, model.parameters))},
                      {"error", model.left_out->fit.error},
                      {"at", PlaceCell(model.parameters, model.left_out->at)}};
}

// A row of the table of points or of the table of predictions. Exactly one of `point` and `prediction` is set.
struct PlacedRow {
  const Model* model;
  std::string_view side;
  const ModelPoint* point;
  const ModelPrediction* prediction;
};

Fields<PlacedRow> PlacedFields() {
  Fields<PlacedRow> fields;
  fields.Add("side", [](const PlacedRow& row) { return UnlessEmpty(std::string(row.side)); });
  fields.Add("function", [](const PlacedRow& row) { return Cell(FunctionText(*row.model)); });
  fields.Add("metric", [](const PlacedRow& row) { return Cell(AsUtf8(row.model->metric)); });
  fields.Add("statistic", [](const PlacedRow& row) { return Cell(NameOf(row.model->statistic)); });
  fields.Add("each", [](const PlacedRow& row) { return EachCell(*row.model); });
  fields.Add("at", [](const PlacedRow& row) {
    const auto& at = row.point != nullptr ? row.point->at : row.prediction->at;
    return PlaceCell(row.model->parameters, at);
  });
  return fields;
}

void WritePoints(TableWriter& writer, const std::vector<ModelRow>& models) {
  Fields<PlacedRow> fields = PlacedFields();
  fields.Add("count", [](const PlacedRow& row) { return Cell(row.point->count); });
  fields.Add("value", [](const PlacedRow& row) { return Cell(row.point->value); });
  fields.Add("low", [](const PlacedRow& row) { return Cell(row.point->low); });
  fields.Add("high", [](const PlacedRow& row) { return Cell(row.point->high); });
  fields.Add("predicted", [](const PlacedRow& row) { return Cell(row.point->predicted); });
  // Tables have no nested lists, so points and predictions have their own tables.
  std::vector<PlacedRow> rows;
  for (const ModelRow& row : models) {
    for (const ModelPoint& point : row.model->points) rows.push_back({row.model, row.side, &point, nullptr});
  }
  WriteRows(writer, "points", ListColumns("at count value low high predicted side statistic metric each function"),
            fields, rows);
}

void WritePredictions(TableWriter& writer, const std::vector<ModelRow>& models) {
  Fields<PlacedRow> fields = PlacedFields();
  fields.Add("value", [](const PlacedRow& row) { return Cell(row.prediction->value); });
  fields.Add("bandLow", [](const PlacedRow& row) { return OrNull(row.prediction->band_low); });
  fields.Add("bandHigh", [](const PlacedRow& row) { return OrNull(row.prediction->band_high); });
  fields.Add("low", [](const PlacedRow& row) { return OrNull(row.prediction->low); });
  fields.Add("high", [](const PlacedRow& row) { return OrNull(row.prediction->high); });
  fields.Add("extrapolated", [](const PlacedRow& row) { return Cell(row.prediction->extrapolated); });
  fields.Add("negative", [](const PlacedRow& row) { return Cell(row.prediction->negative); });
  std::vector<PlacedRow> rows;
  for (const ModelRow& row : models) {
    for (const ModelPrediction& each : row.model->predictions) rows.push_back({row.model, row.side, nullptr, &each});
  }
  if (rows.empty()) return;
  WriteRows(writer, "predictions",
            ListColumns("at value bandLow bandHigh low high extrapolated negative side statistic metric each function"),
            fields, rows);
}

}  // namespace

std::vector<ModelRow> RowsOf(const Models& models, const Models* other) {
  std::vector<ModelRow> rows;
  for (const Model& model : models.models) rows.push_back({&model, other != nullptr ? "base" : ""});
  if (other == nullptr) return rows;
  for (const Model& model : other->models) rows.push_back({&model, "other"});
  return rows;
}

std::string FunctionText(const Model& model) {
  std::string text;
  for (const std::string& caller : model.callers) text += AsUtf8(DemangledName(caller)) + ";";
  return text + AsUtf8(DemangledName(model.function));
}

std::string PlaceText(std::span<const std::string> parameters, std::span<const double> at) {
  std::string text;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    text += (text.empty() ? "" : ", ") + WithoutControls(parameters[i]) + " = ";
    AppendGeneral(text, at[i]);
  }
  return text;
}

std::string ValueText(double value, const std::string& unit) {
  std::string text;
  AppendGeneral(text, value);
  return unit.empty() ? text : text + " " + unit;
}

const ModelPoint& LargestPoint(const Model& model) { return model.points.back(); }

Fields<ModelRow> ModelFields() {
  Fields<ModelRow> fields;
  fields.Add("side", [](const ModelRow& row) { return UnlessEmpty(std::string(row.side)); });
  fields.Add("function", [](const ModelRow& row) { return Cell(AsUtf8(DemangledName(row.model->function))); });
  fields.Add("linkageName", [](const ModelRow& row) { return Cell(AsUtf8(row.model->function)); });
  fields.Add("metric", [](const ModelRow& row) { return Cell(AsUtf8(row.model->metric)); });
  fields.Add("unit", [](const ModelRow& row) { return UnlessEmpty(AsUtf8(row.model->unit)); });
  fields.Add("statistic", [](const ModelRow& row) { return Cell(NameOf(row.model->statistic)); });
  fields.Add("each", [](const ModelRow& row) { return EachCell(*row.model); });
  fields.Add("parameters", [](const ModelRow& row) { return ListOf(row.model->parameters, AsUtf8); });
  fields.Add("form", [](const ModelRow& row) { return Cell(row.model->fit.form); });
  fields.Add("expression",
             [](const ModelRow& row) { return Cell(AsUtf8(FitText(row.model->fit, row.model->parameters))); });
  fields.Add("terms", [](const ModelRow& row) { return TermList(*row.model, row.model->fit); });
  fields.Add("coefficients", [](const ModelRow& row) { return ListOf(row.model->fit.coefficients, std::identity()); });
  fields.Add("spread", [](const ModelRow& row) { return ListOf(row.model->spread, std::identity()); });
  fields.Add("error", [](const ModelRow& row) { return Cell(row.model->fit.error); });
  fields.Add("smape", [](const ModelRow& row) { return Cell(row.model->fit.smape); });
  fields.Add("rss", [](const ModelRow& row) { return Cell(row.model->fit.rss); });
  fields.Add("exponent", [](const ModelRow& row) { return OrNull(row.model->exponent); });
  fields.Add("verdict", [](const ModelRow& row) { return VerdictCell(*row.model); });
  fields.Add("outliers", [](const ModelRow& row) { return OutlierList(*row.model); });
  fields.Add("switch", [](const ModelRow& row) { return SwitchCell(*row.model); });
  fields.Add("lower", [](const ModelRow& row) { return LowerCell(*row.model); });
  fields.Add("leftOut", [](const ModelRow& row) { return LeftOutCell(*row.model); });
  fields.Add("callers", [](const ModelRow& row) { return ListOf(row.model->callers, AsUtf8); });
  fields.Add("flags", [](const ModelRow& row) { return ListOf(row.model->flags, AsUtf8); });
  fields.Add("points", [](const ModelRow& row) { return PointList(*row.model); });
  fields.Add("predictions", [](const ModelRow& row) { return PredictionList(*row.model); });
  fields.Add("candidates", [](const ModelRow& row) { return CandidateList(*row.model); });
  // Tables contain only the largest point of a model, because accuracy matters most there.
  fields.AddForTables("kind", [](const ModelRow& row) { return Cell(NameOf(row.model->verdict.kind)); });
  fields.AddForTables("bound", [](const ModelRow& row) { return OrNull(row.model->verdict.bound); });
  fields.AddForTables("exponentLow", [](const ModelRow& row) { return OrNull(row.model->verdict.exponent_low); });
  fields.AddForTables("exponentHigh", [](const ModelRow& row) { return OrNull(row.model->verdict.exponent_high); });
  fields.AddForTables("largest", [](const ModelRow& row) { return Cell(LargestPoint(*row.model).value); });
  fields.AddForTables("fitted", [](const ModelRow& row) { return Cell(LargestPoint(*row.model).predicted); });
  return fields;
}

void AddModels(TableWriter& writer, const Models& models, const Models* other) {
  const std::vector<ModelRow> rows = RowsOf(models, other);
  if (writer.IsDocument()) {
    WriteDocumentHead(writer, "models");
    writer.AddValue("unit", models.unit);
    std::vector<std::string> inputs = models.inputs;
    if (other != nullptr) inputs.insert(inputs.end(), other->inputs.begin(), other->inputs.end());
    writer.AddValue("inputs", ListOf(inputs, AsUtf8));
    WriteObjects(writer, "models", ModelFields(), rows);
    return;
  }
  WriteRows(writer, "models",
            ListColumns("exponent error smape rss largest fitted unit form kind bound exponentLow exponentHigh side "
                        "statistic metric each flags expression callers linkageName function"),
            ModelFields(), rows);
  WritePoints(writer, rows);
  WritePredictions(writer, rows);
}

}  // namespace profdiff
