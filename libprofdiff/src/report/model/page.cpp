// SPDX-License-Identifier: GPL-3.0-or-later
// The page of models, which is drawn by libprofdiff/page/model.*. It embeds the JSON document with all numbers, and the
// curves, which are not in the document.
//
// Tests: tests/unit/report/model/texts_test.cpp, tests/cli/model/page.py.
#include "profdiff/formats.h"
#include "profdiff/models.h"
#include "report/format/html.h"

#ifdef PROFDIFF_HAS_D3
#include <string>
#include <vector>

#include "report/format/json.h"
#include "report/model/model_files.h"  // generated at build time
#include "report/model/rows.h"

namespace profdiff {
namespace {

// Returns [[[x, value, band low, band high], …], …]: one curve per parameter x. All other parameters have their largest
// values.
Cell CurvesOf(const Model& model) {
  Cell::List curves;
  for (std::size_t p = 0; p < model.curves.size(); ++p) {
    curves.emplace_back(ListOf(model.curves[p], [p](const ModelPrediction& at) {
      return Cell(Cell::List{at.at[p], at.value, OrNull(at.low), OrNull(at.high)});
    }));
  }
  return curves;
}

// Returns [{parameter, others, curve}, …]: curves along each of several parameters, with each measured combination of
// the others.
Cell SlicesOf(const Model& model) {
  return ListOf(model.slices, [&](const Model::Slice& slice) {
    const std::size_t p = slice.parameter;
    Cell::Record others;
    for (std::size_t i = 0; i < model.parameters.size(); ++i) {
      if (i != p) others.push_back({model.parameters[i], slice.curve.front().at[i]});
    }
    return Cell(Cell::Record{{"parameter", model.parameters[p]},
                             {"others", std::move(others)},
                             {"curve", ListOf(slice.curve, [p](const ModelPrediction& at) {
                                return Cell(Cell::List{at.at[p], at.value, OrNull(at.low), OrNull(at.high)});
                              })}});
  });
}

}  // namespace

void WriteModelPage(std::string& out, const Models& models, const Models* other) {
  const auto write = [](auto add) {
    return [add](std::string& text) {
      JsonWriter writer(text, kJsonRows);
      add(writer);
      writer.Finish();
    };
  };
  const auto add_view = [&](TableWriter& writer) {
    writer.AddValue("curves", ListOf(RowsOf(models, other), [](const ModelRow& row) { return CurvesOf(*row.model); }));
    writer.AddValue("slices", ListOf(RowsOf(models, other), [](const ModelRow& row) { return SlicesOf(*row.model); }));
  };
  const HtmlData data[] = {{"document", write([&](TableWriter& writer) { AddModels(writer, models, other); })},
                           {"view", write(add_view)}};
  std::string title = TitleOf("Models", models.inputs);
  if (other != nullptr) title += " − " + TitleOf("models", other->inputs);
  WriteHtml(out, {title, kModelCss, kModelHtml, kModelJs}, data);
}

}  // namespace profdiff

#else

namespace profdiff {

void WriteModelPage(std::string&, const Models&, const Models*) { RequirePages(); }

}  // namespace profdiff
#endif
