// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the result of a search, followed by the steps of the search, as text, tables or documents.
//
// Tests: tests/unit/report/property/texts_test.cpp, tests/cli/search/run.py.
#include "profdiff/search.h"

#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/formats.h"
#include "report/format/text_table.h"
#include "report/property/comment.h"
#include "report/property/rows.h"
#include "values/state_names.h"

namespace profdiff {
namespace {

Fields<SearchStep> StepFields() {
  Fields<SearchStep> fields;
  fields.Add("step", [](const SearchStep& step) { return Cell(step.step); });
  // A step that reused earlier measurements did not start a run.
  fields.Add("run", [](const SearchStep& step) { return step.run == 0 ? Cell() : Cell(step.run); });
  fields.Add("tool", [](const SearchStep& step) { return UnlessEmpty(step.tool); });
  fields.Add("hypotheses", [](const SearchStep& step) { return Cell(step.hypotheses); });
  fields.Add("proved", [](const SearchStep& step) { return Cell(step.proved); });
  fields.Add("reused", [](const SearchStep& step) { return Cell(step.reused); });
  fields.AddForTables("kind", [](const SearchStep& step) { return Cell(step.kind); });
  fields.AddForTables("command", [](const SearchStep& step) { return UnlessEmpty(AsUtf8(step.command)); });
  return fields;
}

}  // namespace

std::string_view StopText(SearchStop stop) {
  constexpr std::string_view kTexts[] = {"no hypothesis is left", "the budget is used up", "it was interrupted",
                                         "an experiment failed"};
  return kTexts[static_cast<std::size_t>(stop)];
}

namespace {

// Writes a search as text.
void WriteText(std::string& out, const Search& search, std::size_t limit) {
  WriteFindingsText(out, PropertyView{search.measurements, search.findings}, limit);
  out += "\nThe search ended because " + std::string(StopText(search.stopped)) + "\n\n";
  const TableColumn columns[] = {{.heading = "step", .width = 4, .gap = 0},
                                 {.heading = "run", .width = 4},
                                 {.heading = "tool", .width = 10, .left = true},
                                 {.heading = "hypotheses", .width = 10},
                                 {.heading = "proved", .width = 7},
                                 {.heading = "reused", .width = 7},
                                 {.heading = "about", .key = "kind"}};
  TextTableWriter writer(out);
  WriteRows(writer, "experiments", columns, StepFields(), search.steps);
  bool has_runs = false;
  for (const SearchStep& step : search.steps) {
    // Commands are listed below the table, because they are too long for a column.
    if (step.run == 0 || step.command.empty()) continue;
    out += has_runs ? "" : "\nRuns\n";
    has_runs = true;
    out += "  " + std::to_string(step.run) + ": " + WithoutControls(step.command) + "\n";
  }
}

}  // namespace

void AddSearch(TableWriter& writer, const Search& search, std::size_t limit) {
  AddFindings(writer, {search.measurements, search.findings}, limit);
  if (writer.IsDocument()) {
    WriteObjects(writer, "experiments", StepFields(), search.steps);
    writer.AddValue("stopped", SearchStopName(search.stopped));
  } else {
    WriteRows(writer, "experiments", ListColumns("step run tool hypotheses proved reused about=kind command"),
              StepFields(), search.steps);
  }
}

void WriteSearch(std::string& out, const TableFormat& format, const Search& search, std::size_t limit) {
  if (format.is_text) return WriteText(out, search, limit);
  if (format.is_comment) return WriteSearchComment(out, search);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  AddSearch(*writer, search, limit);
  writer->Finish();
}

}  // namespace profdiff
