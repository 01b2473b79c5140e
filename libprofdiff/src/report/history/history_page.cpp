// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the history of an experiment as a page, which is drawn by libprofdiff/page/history.*. All numbers come from
// the embedded document; a second block has texts.
//
// Test: tests/cli/page/histories.py.
#include "profdiff/formats.h"
#include "profdiff/store.h"
#include "report/format/html.h"

#ifdef PROFDIFF_HAS_D3
#include <string>
#include <string_view>

#include "base/name_parts.h"
#include "base/text.h"
#include "base/utf8.h"
#include "report/format/json.h"
#include "report/history/history.h"
#include "report/history/history_files.h"  // generated at build time

namespace profdiff {
namespace {

void AddView(TableWriter& writer, const History& history, const StoredPath& experiment) {
  std::string summary;
  AppendHistorySummary(summary, history);
  writer.AddValue("summary", AsUtf8(summary));
  writer.AddValue("store", AsUtf8(experiment.file));
  writer.AddValue("experiment", AsUtf8(experiment.path.Text()));
  writer.AddValue("alpha", history.alpha);
  writer.AddValue("names", ListOf(history.stored.series,
                                  [](const Series& series) { return Cell(AsUtf8(DemangledName(series.function))); }));
  writer.AddValue("higherIsBetter",
                  ListOf(history.found, [](const SeriesHistory& found) { return Cell(found.is_higher_better); }));
}

}  // namespace

void WriteHistoryPage(std::string& out, const History& history, const StoredPath& experiment) {
  const auto write = [](auto add) {
    return [add](std::string& text) {
      JsonWriter writer(text, kJsonRows);
      add(writer);
      writer.Finish();
    };
  };
  const HtmlData data[] = {{"document", write([&](TableWriter& writer) { AddHistory(writer, history); })},
                           {"view", write([&](TableWriter& writer) { AddView(writer, history, experiment); })}};
  const std::string title =
      "History of " + experiment.path.Text() + ", " + Plural(history.stored.trials.size(), "trial");
  std::string program(kHistoryChartJs);
  program += kHistoryJs;
  WriteHtml(out, {title, kHistoryCss, kHistoryHtml, program}, data);
}

}  // namespace profdiff

#else

namespace profdiff {

void WriteHistoryPage(std::string&, const History&, const StoredPath&) { RequirePages(); }

}  // namespace profdiff
#endif
