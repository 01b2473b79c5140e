// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the history of an experiment: first the newest change and its trial, then a row for each change.
//
// Tests: tests/cli/db/run.py.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "base/name_parts.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/store.h"
#include "report/format/limit.h"
#include "report/format/table.h"
#include "report/format/text_table.h"

namespace profdiff {
namespace {

// One change in a series of values, as a row of the text.
struct Row {
  const Series* series;
  const TrialEntry* trial;
  const Change* change;
};

std::string Readable(const std::string& function) { return WithoutControls(DemangledName(function)); }

std::string PercentText(const Change& change) {
  const std::optional<double> percent = change.Percent();
  if (!percent) return "from 0";
  char text[40];
  std::snprintf(text, sizeof text, "%+.1f%%", *percent);
  return text;
}

// Returns the rows sorted by trial, the newest first, and within a trial by the size of the change.
std::vector<Row> RowsOf(const History& history) {
  std::vector<Row> rows;
  for (std::size_t s = 0; s < history.found.size(); ++s) {
    for (const Change& change : history.found[s].changes) {
      rows.push_back({&history.stored.series[s], &history.stored.trials[change.trial], &change});
    }
  }
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
    if (a.change->trial != b.change->trial) return a.change->trial > b.change->trial;
    return std::abs(a.change->after - a.change->before) > std::abs(b.change->after - b.change->before);
  });
  return rows;
}

std::string TrialText(const TrialEntry& trial) {
  std::string text = trial.path.trial;
  if (!trial.revision.empty()) text += " (revision " + trial.revision + ")";
  return WithoutControls(text);
}

Fields<Row> RowFields() {
  Fields<Row> fields;
  fields.Add("function", [](const Row& row) { return Cell(row.series->function); });
  fields.Add("metric", [](const Row& row) { return Cell(row.series->metric); });
  fields.Add("trial", [](const Row& row) { return Cell(row.trial->path.trial); });
  fields.Add("position", [](const Row& row) { return Cell(row.trial->position); });
  fields.Add("revision", [](const Row& row) { return UnlessEmpty(row.trial->revision); });
  fields.Add("before", [](const Row& row) { return Cell(row.change->before); });
  fields.Add("after", [](const Row& row) { return Cell(row.change->after); });
  fields.Add("percent", [](const Row& row) { return OrNull(row.change->Percent()); });
  fields.AddForTables("trialText", [](const Row& row) { return Cell(WithoutControls(row.trial->path.trial)); });
  fields.AddForTables("beforeText", [](const Row& row) { return Cell(GeneralText(row.change->before)); });
  fields.AddForTables("afterText", [](const Row& row) { return Cell(GeneralText(row.change->after)); });
  fields.AddForTables("percentText", [](const Row& row) { return Cell(PercentText(*row.change)); });
  fields.AddForTables("functionText", [](const Row& row) { return Cell(Readable(row.series->function)); });
  return fields;
}

void AppendAnswer(std::string& out, const History& history, const std::vector<Row>& rows) {
  constexpr std::size_t kNamed = 3;
  const std::string trials = std::to_string(history.stored.trials.size()) + " trials";
  if (rows.empty()) {
    out += "Nothing changed in " + trials + ", " + std::to_string(history.stored.series.size()) + " series\n";
    return;
  }
  // Rows are sorted by trial, so the newest trial's changes are at the front.
  const Row& newest = rows.front();
  std::size_t count = 0;
  while (count < rows.size() && rows[count].change->trial == newest.change->trial) ++count;
  out += "The last change of " + trials + " is in " + TrialText(*newest.trial) + ":\n";
  for (std::size_t i = 0; i < std::min(count, kNamed); ++i) {
    const Row& row = rows[i];
    out += "  " + Readable(row.series->function) + ": " + row.series->metric + " " + GeneralText(row.change->before) +
           " to " + GeneralText(row.change->after) + " " + row.series->unit + ", " + PercentText(*row.change) + "\n";
  }
  if (count > kNamed) out += "  and " + std::to_string(count - kNamed) + " more\n";
}

// Appends notes about changes that may have been missed, or may be false.
void AppendCaveats(std::string& out, const History& history) {
  const auto few = std::ranges::count_if(history.found, &SeriesHistory::has_few_trials);
  const auto bound = std::ranges::count_if(history.found, &SeriesHistory::is_autocorrelated);
  if (few > 0) {
    out += std::to_string(few) + " of " + std::to_string(history.found.size()) + " series have fewer than " +
           std::to_string(kFewestTrials) + " trials, too few for any change\n";
  }
  if (bound > 0) {
    out += std::to_string(bound) + " of " + std::to_string(history.found.size()) +
           " series have noise that lasts from trial to trial: their changes may be false\n";
  }
}

Cell::List FlagsOf(const SeriesHistory& history) {
  Cell::List flags;
  if (history.has_few_trials) flags.emplace_back("few-trials");
  if (history.is_autocorrelated) flags.emplace_back("autocorrelated");
  return flags;
}

// One series of values, as an element of the JSON document.
struct SeriesRow {
  const History* history;
  std::size_t place;
  const Series& series() const { return history->stored.series[place]; }
  const SeriesHistory& found() const { return history->found[place]; }
};

Cell ChangeCell(const SeriesRow& row, const Change& change) {
  const TrialEntry& trial = row.history->stored.trials[change.trial];
  return Cell::Record{
      {"trial", trial.path.trial}, {"position", trial.position}, {"revision", UnlessEmpty(trial.revision)},
      {"before", change.before},   {"after", change.after},      {"percent", OrNull(change.Percent())}};
}

Fields<SeriesRow> SeriesFields() {
  Fields<SeriesRow> fields;
  fields.Add("function", [](const SeriesRow& row) { return Cell(row.series().function); });
  fields.Add("metric", [](const SeriesRow& row) { return Cell(row.series().metric); });
  fields.Add("unit", [](const SeriesRow& row) { return Cell(row.series().unit); });
  fields.Add("values", [](const SeriesRow& row) { return ListOf(row.series().values, OrNull<double>); });
  fields.Add("changes", [](const SeriesRow& row) {
    return ListOf(row.found().changes, [&row](const Change& change) { return ChangeCell(row, change); });
  });
  fields.Add("autocorrelation", [](const SeriesRow& row) { return Cell(row.found().autocorrelation); });
  fields.Add("flags", [](const SeriesRow& row) { return FlagsOf(row.found()); });
  return fields;
}

}  // namespace

void WriteHistory(std::string& out, const History& history, std::size_t limit) {
  std::vector<Row> rows = RowsOf(history);
  AppendAnswer(out, history, rows);
  AppendCaveats(out, history);
  if (rows.empty()) return;
  const std::size_t left_out = CutRows(rows, limit);
  int trial = 5;
  // The column of trials is as wide as the longest name, but at most 40 characters.
  for (const Row& row : rows)
    trial = std::max(trial, static_cast<int>(std::min<std::size_t>(40, row.trial->path.trial.size())));
  const TableColumn columns[] = {{.heading = "trial", .key = "trialText", .width = trial, .gap = 0, .left = true},
                                 {.heading = "metric", .width = 8, .gap = 2, .left = true},
                                 {.heading = "before", .key = "beforeText", .width = 12},
                                 {.heading = "after", .key = "afterText", .width = 12},
                                 {.heading = "change", .key = "percentText", .width = 9},
                                 {.heading = "function", .key = "functionText", .gap = 2}};
  out += '\n';
  TextTableWriter writer(out);
  WriteRows(writer, "changes", columns, RowFields(), rows);
  if (left_out != 0) out += "and " + std::to_string(left_out) + " more (--limit=0 lists all)\n";
}

void WriteHistory(std::string& out, const TableFormat& format, const History& history) {
  const std::unique_ptr<TableWriter> writer = format.start(out);
  if (writer->IsDocument()) {
    std::vector<SeriesRow> rows;
    for (std::size_t s = 0; s < history.found.size(); ++s) rows.push_back({&history, s});
    WriteDocumentHead(*writer, "history");
    writer->AddValue("trials",
                     ListOf(history.stored.trials, [](const TrialEntry& trial) { return Cell(trial.path.trial); }));
    WriteObjects(*writer, "series", SeriesFields(), rows);
  } else {
    WriteRows(*writer, "changes", ListColumns("function metric trial position revision before after percent"),
              RowFields(), RowsOf(history));
  }
  writer->Finish();
}

}  // namespace profdiff
