// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the trials of a store as text, tables or a document. Tests: tests/cli/db/run.py,
// tests/unit/read/store/store_test.cpp.
#include <memory>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/formats.h"
#include "profdiff/store.h"
#include "report/format/table.h"
#include "report/format/text_table.h"

namespace profdiff {
namespace {

template <class Pairs>
Cell RecordOf(const Pairs& pairs) {
  Cell::Record record;
  for (const auto& [name, value] : pairs) record.emplace_back(name, Cell(value));
  return record;
}

template <class Pairs, class TextOf>
std::string ListText(const Pairs& pairs, TextOf text_of) {
  std::string text;
  for (const auto& [name, value] : pairs) text += (text.empty() ? "" : ", ") + name + "=" + text_of(value);
  return text;
}

Fields<TrialEntry> EntryFields() {
  Fields<TrialEntry> fields;
  fields.Add("application", [](const TrialEntry& trial) { return Cell(trial.path.application); });
  fields.Add("experiment", [](const TrialEntry& trial) { return Cell(trial.path.experiment); });
  fields.Add("trial", [](const TrialEntry& trial) { return Cell(trial.path.trial); });
  fields.Add("position", [](const TrialEntry& trial) { return Cell(trial.position); });
  fields.Add("revision", [](const TrialEntry& trial) { return UnlessEmpty(trial.revision); });
  fields.Add("recorded", [](const TrialEntry& trial) { return UnlessEmpty(trial.recorded); });
  fields.Add("runs", [](const TrialEntry& trial) { return Cell(trial.runs); });
  fields.Add("functions", [](const TrialEntry& trial) { return Cell(trial.functions); });
  fields.Add("metadata", [](const TrialEntry& trial) { return RecordOf(trial.metadata); });
  fields.Add("parameters", [](const TrialEntry& trial) { return RecordOf(trial.parameters); });
  // Cells of tables cannot be nested, so metadata and parameters are written as text such as "a=1, b=2".
  fields.AddForTables("metadataText", [](const TrialEntry& trial) {
    return UnlessEmpty(ListText(trial.metadata, [](const std::string& value) { return value; }));
  });
  fields.AddForTables("parametersText",
                      [](const TrialEntry& trial) { return UnlessEmpty(ListText(trial.parameters, GeneralText)); });
  fields.AddForTables("path", [](const TrialEntry& trial) { return Cell(WithoutControls(trial.path.Text())); });
  fields.AddForTables("revisionText", [](const TrialEntry& trial) { return Cell(WithoutControls(trial.revision)); });
  return fields;
}

void WriteText(std::string& out, const std::vector<TrialEntry>& trials) {
  out += Plural(trials.size(), "trial") + "\n";
  if (trials.empty()) return;
  out += '\n';
  // Columns widen to fit their contents, up to a limit; longer contents shift the rest of the row to the right.
  int widest = 5, revision = 8;
  for (const TrialEntry& trial : trials) {
    widest = std::max(widest, static_cast<int>(std::min<std::size_t>(60, trial.path.Text().size())));
    revision = std::max(revision, static_cast<int>(std::min<std::size_t>(40, trial.revision.size())));
  }
  const TableColumn columns[] = {
      {.heading = "trial", .key = "path", .width = widest, .gap = 0, .left = true},
      {.heading = "runs", .width = 5},
      {.heading = "functions", .width = 9},
      {.heading = "recorded", .width = 20, .gap = 2, .left = true},
      {.heading = "revision", .key = "revisionText", .width = revision, .gap = 2, .left = true},
      {.heading = "parameters", .key = "parametersText", .gap = 2}};
  TextTableWriter writer(out);
  WriteRows(writer, "trials", columns, EntryFields(), trials);
}

}  // namespace

void WriteTrials(std::string& out, const TableFormat& format, const std::vector<TrialEntry>& trials) {
  if (format.is_text) return WriteText(out, trials);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  const Fields<TrialEntry> fields = EntryFields();
  if (writer->IsDocument()) {
    WriteDocumentHead(*writer, "store");
    WriteObjects(*writer, "trials", fields, trials);
  } else {
    WriteRows(*writer, "trials",
              ListColumns("application experiment trial position revision recorded runs functions "
                          "metadata=metadataText parameters=parametersText"),
              fields, trials);
  }
  writer->Finish();
}

}  // namespace profdiff
