// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the output of `egprof model --format=json`. Sums of terms are rebuilt from the coefficients, which have full
// precision.
// Tests: tests/cli/select/run.py.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/time_unit.h"
#include "profdiff/error.h"
#include "profdiff/families.h"
#include "read/families/fields.h"

namespace profdiff {
namespace {

// Returns the sum of coefficient * term. For powers and models without terms, returns the member `expression`, whose
// numbers are rounded for display.
Expression TimeOf(const JsonPlace& model) {
  const bool is_sum = model.Has("terms") && model.Has("coefficients") && model.Get("form").Text() != "power";
  if (!is_sum) return model.Get("expression").AsExpression();
  const std::vector<JsonPlace> terms = model.Get("terms").Items(), coefficients = model.Get("coefficients").Items();
  if (terms.empty() || terms.size() != coefficients.size()) return model.Get("expression").AsExpression();
  std::string text;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    text += (i == 0 ? "" : " + ") + ShortestText(coefficients[i].Number()) + "*(" + terms[i].Text() + ")";
  }
  return ParseExpression(text, model.source());
}

// Returns the confidence band of a model. Its terms and its spread are empty if the document lacks them, as older
// versions of egprof did not write them.
MemberBand BandOf(const JsonPlace& model) {
  MemberBand band{model.Get("metric").Text(), model.Get("statistic").Text(), false, {}, {}};
  if (!model.Has("spread") || !model.Has("terms")) return band;
  band.is_power = model.Get("form").Text() == "power";
  for (const JsonPlace& term : model.Get("terms").Items()) band.terms.push_back(term.AsExpression());
  const JsonPlace spread = model.Get("spread");
  for (const JsonPlace& each : spread.Items()) band.spread.push_back(each.Number());
  if (!band.spread.empty() && band.spread.size() != band.terms.size() * band.terms.size()) {
    spread.Fail("expected a number for each pair of terms");
  }
  return band;
}

}  // namespace

MemberModels ReadMemberModels(const std::string& path) {
  const DocumentValue root = ReadJsonDocument(path);
  const JsonPlace top{&root, path, {}};
  top.RequireKind(DocumentValue::Kind::kObject, "a document of models");
  if (!top.Has("kind") || top.Get("kind").kind() != DocumentValue::Kind::kText || top.Get("kind").Text() != "models") {
    top.Fail("not a document of models in JSON");
  }
  MemberModels out{path, {}, {}};
  if (top.Has("unit") && top.Get("unit").kind() == DocumentValue::Kind::kText) out.unit = top.Get("unit").Text();
  for (const JsonPlace& model : top.Get("models").Items()) {
    MemberModel each{model.Get("function").Text(), {}, TimeOf(model), BandOf(model)};
    for (const JsonPlace& parameter : model.Get("parameters").Items()) each.parameters.push_back(parameter.Text());
    out.models.push_back(std::move(each));
  }
  return out;
}

void SetModels(Families& families, const MemberModels& models) {
  const double from = UnitsPerSecond(models.unit), to = UnitsPerSecond(families.unit);
  const bool is_same = models.unit == families.unit || families.unit.empty();
  for (std::size_t i = 0; i < families.families.size(); ++i) {
    MemberFamily& family = families.families[i];
    const bool matters =
        !families.calls || std::ranges::find(*families.calls, i, &FamilyCall::family) != families.calls->end();
    for (FamilyMember& member : family.members) {
      if (member.model.empty()) continue;
      const auto found = std::ranges::find_if(models.models, [&](const MemberModel& model) {
        return model.function == member.model && model.band.statistic != "deviation";
      });
      // Any member of a family that is not called will do, so its models are not needed.
      if (found == models.models.end() && !matters) continue;
      if (found == models.models.end()) {
        throw Error(
            ErrorCode::kBadArgument,
            "there is no model of '" + member.model + "', which '" + member.name + "' of " + families.path + " needs",
            models.path);
      }
      // Units that are not units of time, such as instructions, have no conversion factor.
      if (!is_same && (from == 0 || to == 0)) {
        throw Error(ErrorCode::kBadArgument,
                    "its times are in '" + models.unit + "', but the times in " + families.path + " are in '" +
                        families.unit + "'",
                    models.path);
      }
      const double scale = is_same ? 1 : to / from;
      member.times = {{"", found->time}};
      member.band = found->band;
      if (scale == 1) continue;
      const std::string text = ShortestText(scale) + "*(" + found->time.text + ")";
      member.times.front().second = ParseExpression(text, found->time.source);
      // The spread consists of squares of half widths (Model::spread), so it grows with the square of the factor. The
      // spread of a power is for logarithms, to which a factor only adds a constant.
      if (member.band.is_power) continue;
      for (double& each : member.band.spread) each *= scale * scale;
    }
  }
  if (families.unit.empty()) families.unit = models.unit;
}

}  // namespace profdiff
