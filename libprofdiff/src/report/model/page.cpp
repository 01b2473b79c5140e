// SPDX-License-Identifier: GPL-3.0-or-later
// The page of models, which is drawn by libprofdiff/page/model.*. It embeds the JSON document with all numbers, and the
// curves, which are not in the document.
//
// Tests: tests/unit/report/model/texts_test.cpp, tests/cli/model/page.py.
#include "profdiff/error.h"
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
      return Cell(Cell::List{at.at[p], at.value, OrNull(at.band_low), OrNull(at.band_high)});
    }));
  }
  return curves;
}

}  // namespace

void WriteModelPage(std::string& out, const Models& models, const Models* other) {
  if (!JsonWriter::Available()) {
    throw Error(ErrorCode::kUnsupported,
                "this build cannot write a page of models: it was compiled without nlohmann's json");
  }
  const auto write = [](auto add) {
    return [add](std::string& text) {
      JsonWriter writer(text, kJsonRows);
      add(writer);
      writer.Finish();
    };
  };
  const auto add_view = [&](TableWriter& writer) {
    writer.AddValue("curves", ListOf(RowsOf(models, other), [](const ModelRow& row) { return CurvesOf(*row.model); }));
  };
  const HtmlData data[] = {{"document", write([&](TableWriter& writer) { AddModels(writer, models, other); })},
                           {"view", write(add_view)}};
  WriteHtml(out, {"egprof model", kModelCss, kModelHtml, kModelJs}, data);
}

}  // namespace profdiff

#else

namespace profdiff {

void WriteModelPage(std::string&, const Models&, const Models*) { RequirePages(); }

}  // namespace profdiff
#endif
