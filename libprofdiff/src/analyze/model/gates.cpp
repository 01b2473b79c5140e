// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions on models. A model that may be wrong decides a condition only with its whole interval.
// Tests: tests/unit/analyze/model/judge_test.cpp.
#include <algorithm>
#include <optional>

#include "analyze/model/judge.h"
#include "base/time_unit.h"
#include "profdiff/models.h"

namespace profdiff {
namespace {

enum class Holds { kNo, kYes, kUnknown };

bool Compare(const ModelGate& gate, double value, double limit) {
  if (gate.relation == ">") return value > limit;
  if (gate.relation == ">=") return value >= limit;
  return gate.relation == "<" ? value < limit : value <= limit;
}

Holds CompareInterval(const ModelGate& gate, const std::optional<double>& low, const std::optional<double>& high,
                      double limit) {
  if (!low || !high) return Holds::kUnknown;
  const bool at_low = Compare(gate, *low, limit), at_high = Compare(gate, *high, limit);
  if (at_low != at_high) return Holds::kUnknown;
  return at_low ? Holds::kYes : Holds::kNo;
}

// True if the model's numbers cannot be taken at face value.
bool IsUnsure(const Model& model) {
  return model.verdict.kind == ModelVerdict::Kind::kUnknown || HasModelFlag(model, "poor-fit") ||
         HasModelFlag(model, "uncertain");
}

Holds HoldsForExponent(const ModelGate& gate, const Model& model) {
  const ModelVerdict& verdict = model.verdict;
  if (IsUnsure(model)) return CompareInterval(gate, verdict.exponent_low, verdict.exponent_high, gate.limit);
  if (verdict.kind == ModelVerdict::Kind::kFlat) return Compare(gate, 0, gate.limit) ? Holds::kYes : Holds::kNo;
  return model.exponent && Compare(gate, *model.exponent, gate.limit) ? Holds::kYes : Holds::kNo;
}

Holds HoldsForPredictions(const ModelGate& gate, const Models& models, const Model& model) {
  // A limit with a unit of time does not apply to counts of calls.
  if (gate.is_time && model.unit != models.unit) return Holds::kNo;
  const double limit = gate.is_time ? gate.limit * UnitsPerSecond(models.unit) : gate.limit;
  Holds whole = Holds::kNo;
  for (const ModelPrediction& prediction : model.predictions) {
    const Holds each = IsUnsure(model) ? CompareInterval(gate, prediction.low, prediction.high, limit)
                       : Compare(gate, prediction.value, limit) ? Holds::kYes
                                                                : Holds::kNo;
    if (each == Holds::kYes) return each;
    if (each == Holds::kUnknown) whole = each;
  }
  return whole;
}

Holds HoldsFor(const ModelGate& gate, const Models& models, const Model& model) {
  // Skips deviations, because a growing deviation is not a growing time.
  if (model.statistic == PointStatistic::kDeviation) return Holds::kNo;
  if (gate.of == ModelGate::Of::kExponent) return HoldsForExponent(gate, model);
  if (gate.of == ModelGate::Of::kPredicted) return HoldsForPredictions(gate, models, model);
  return Compare(gate, model.fit.error, gate.limit) ? Holds::kYes : Holds::kNo;
}

std::vector<std::size_t> ModelsWith(Holds wanted, const ModelGate& gate, const Models& models) {
  const auto predicts = [](const Model& model) { return !model.predictions.empty(); };
  if (gate.of == ModelGate::Of::kPredicted && std::ranges::none_of(models.models, predicts)) {
    throw Error(ErrorCode::kBadArgument, "'" + gate.text + "': there are no predictions", {}, {},
                {RemedyKind::kPredict, {}});
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < models.models.size(); ++i) {
    if (HoldsFor(gate, models, models.models[i]) == wanted) found.push_back(i);
  }
  return found;
}

}  // namespace

std::vector<std::size_t> FindOffenders(const ModelGate& gate, const Models& models) {
  return ModelsWith(Holds::kYes, gate, models);
}

std::vector<std::size_t> FindUndecided(const ModelGate& gate, const Models& models) {
  return ModelsWith(Holds::kUnknown, gate, models);
}

}  // namespace profdiff
