// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the history of an experiment: first the newest sure change and its trial, then a row for each change.
//
// Tests: tests/cli/db/run.py.
#include "report/history/history.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <set>

#include "base/name_parts.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/formats.h"
#include "profdiff/store.h"
#include "report/format/limit.h"
#include "report/format/markdown_table.h"
#include "report/format/message.h"
#include "report/format/styles.h"
#include "report/format/table.h"
#include "report/format/text_table.h"

namespace profdiff {
namespace {

// One change in a series of values, as a row of the text.
struct Row {
  const Series* series;
  const SeriesHistory* found;
  const TrialEntry* trial;
  const Change* change;
  bool is_sure;

  // The size of the change, infinite if the value before it is 0.
  double Size() const { return std::abs(change->Percent().value_or(HUGE_VAL)); }
};

std::string Readable(const std::string& function) { return WithoutControls(DemangledName(function)); }

std::string PercentText(std::optional<double> percent) {
  if (!percent) return "from 0";
  char text[40];
  std::snprintf(text, sizeof text, "%+.1f%%", *percent);
  return text;
}

std::string WithUnit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

// Returns the rows, those of sure changes first, and then sorted by the size of the change.
std::vector<Row> RowsOf(const History& history) {
  std::vector<Row> rows;
  for (std::size_t s = 0; s < history.found.size(); ++s) {
    for (const Change& change : history.found[s].changes) {
      rows.push_back({&history.stored.series[s], &history.found[s], &history.stored.trials[change.trial], &change,
                      history.IsSure(s)});
    }
  }
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
    if (a.is_sure != b.is_sure) return a.is_sure;
    if (a.Size() != b.Size()) return a.Size() > b.Size();
    return a.change->trial > b.change->trial;
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
  fields.Add("probability", [](const Row& row) { return Cell(row.found->probability); });
  fields.Add("falseDiscovery", [](const Row& row) { return Cell(row.found->false_discovery); });
  fields.AddForTables("trialText", [](const Row& row) { return Cell(WithoutControls(row.trial->path.trial)); });
  fields.AddForTables("beforeText", [](const Row& row) { return Cell(GeneralText(row.change->before)); });
  fields.AddForTables("afterText", [](const Row& row) { return Cell(GeneralText(row.change->after)); });
  fields.AddForTables("percentText", [](const Row& row) { return Cell(PercentText(row.change->Percent())); });
  fields.AddForTables("functionText", [](const Row& row) { return Cell(Readable(row.series->function)); });
  return fields;
}

constexpr std::size_t kNamed = 3;

std::string CountOf(const History& history, std::size_t count) {
  return std::to_string(count) + " of " + std::to_string(history.found.size()) + " series";
}

// Appends how many of the series have changed, if that is more than are sure.
void AppendShare(std::string& out, const History& history) {
  std::size_t changed = 0, sure = 0, judged = 0;
  for (std::size_t s = 0; s < history.found.size(); ++s) {
    const bool has_changed = !history.found[s].changes.empty();
    changed += has_changed ? 1 : 0;
    sure += has_changed && history.IsSure(s) ? 1 : 0;
    judged += history.found[s].has_too_few_trials ? 0 : 1;
  }
  if (changed == sure) return;
  const double chance = history.alpha * static_cast<double>(judged);
  out += CountOf(history, changed) + " seem to have changed, up to " + GeneralText(std::ceil(chance)) +
         " of them by chance; " + std::to_string(sure) + " remain if " + GeneralText(100 * history.alpha) +
         " % of them may be false\n";
}

// Returns a bound in percent, rounded up to two digits, so that the text is true.
std::string BoundText(double percent) {
  if (percent == 0) return "0 %";
  const double unit = percent > 10 ? 1 : std::max(0.01, std::pow(10, std::floor(std::log10(percent)) - 1));
  // The small number undoes the rounding of the division: 0.3 / 0.1 is above 3.
  return GeneralText(std::ceil(percent / unit - 1e-9) * unit) + " %";
}

// Appends the first sentence if no change is sure.
void AppendNothing(std::string& out, const History& history, bool has_changes) {
  const std::string trials = Plural(history.stored.trials.size(), "trial");
  const std::string where = trials + ", " + std::to_string(history.stored.series.size()) + " series";
  if (!history.found.empty() && std::ranges::all_of(history.found, &SeriesHistory::has_too_few_trials)) {
    out += "Cannot tell what changed in " + where + ", because none has " + std::to_string(kFewestTrialsForChanges) +
           " trials; more trials would help\n";
    return;
  }
  if (history.bound && history.bound->percent == 0 && history.bound->series == history.found.size()) {
    out += "Nothing changed in " + where + ": all values of a series are equal\n";
    return;
  }
  const bool has_drift = std::ranges::any_of(history.found, [](const SeriesHistory& found) { return !!found.drift; });
  const std::string bound = history.bound ? BoundText(history.bound->percent) : "";
  if (has_changes) {
    out += "No change is sure in " + where + (bound.empty() ? "" : "; none is larger than " + bound + " (95 %)");
  } else {
    out += std::string("Nothing changed ") + (has_drift ? "suddenly " : "") +
           (bound.empty() ? "" : "by more than " + bound + " ") + "in " + where + (bound.empty() ? "" : " (95 %)");
  }
  out += '\n';
}

// Appends what the bounds of several series are; `has_changes`: whether other series have sure changes.
void AppendBounds(std::string& out, const History& history, bool has_changes) {
  constexpr std::size_t kSeveral = 3;
  if (!history.bound) return;
  const std::string most = BoundText(history.bound->percent), median = BoundText(history.bound->median);
  if (has_changes) {
    const bool is_equal = history.bound->percent == 0;
    out += CountOf(history, history.bound->series) + " did not change" +
           (is_equal ? "" : " by more than " + most + " (95 %)") + "\n";
  }
  if (history.bound->series < kSeveral || median == most) return;
  const Series& widest = history.stored.series[history.bound->widest];
  out += "Half of them did not change by more than " + median + "; least is known about " + Readable(widest.function) +
         ": " + widest.metric + "\n";
}

void AppendAnswer(std::string& out, const History& history, const std::vector<Row>& rows, const TextStyles& styles) {
  const std::string trials = Plural(history.stored.trials.size(), "trial");
  const auto is_later = [](const Row& a, const Row& b) { return a.change->trial < b.change->trial; };
  const auto sure = std::ranges::find(rows, false, &Row::is_sure);
  if (sure == rows.begin()) {
    AppendNothing(out, history, !rows.empty());
    AppendBounds(out, history, false);
    return AppendShare(out, history);
  }
  const Row& newest = *std::max_element(rows.begin(), sure, is_later);
  out += "The last change of " + trials + " is in " + TrialText(*newest.trial) + ":\n";
  std::size_t count = 0;
  for (auto row = rows.begin(); row != sure; ++row) {
    if (row->change->trial != newest.change->trial || ++count > kNamed) continue;
    const std::string values = GeneralText(row->change->before) + " to " + GeneralText(row->change->after);
    out += "  " + Readable(row->series->function) + ": " + row->series->metric + " " +
           WithUnit(values, row->series->unit) + ", ";
    const std::string percent = PercentText(row->change->Percent());
    out += percent;
    ApplyStyle(out, out.size() - percent.size(), percent.starts_with('-') ? styles.less : styles.more, styles);
    out += '\n';
  }
  if (count > kNamed) out += "  and " + std::to_string(count - kNamed) + " more\n";
  AppendBounds(out, history, true);
  AppendShare(out, history);
}

// Appends a heading and the series for which get(found) returns a percentage, the largest first.
template <class Get>
void AppendLargest(std::string& out, const History& history, const std::string& heading, Get get) {
  std::vector<std::pair<double, std::size_t>> sizes;
  for (std::size_t s = 0; s < history.found.size(); ++s) {
    const std::optional<std::optional<double>> percent = get(history.found[s]);
    if (percent) sizes.emplace_back(percent->value_or(HUGE_VAL), s);
  }
  if (sizes.empty()) return;
  std::ranges::stable_sort(sizes, std::greater<>(), [](const auto& size) { return std::abs(size.first); });
  out += CountOf(history, sizes.size()) + heading + ":\n";
  for (std::size_t i = 0; i < std::min(kNamed, sizes.size()); ++i) {
    const auto& [percent, s] = sizes[i];
    const Series& series = history.stored.series[s];
    out += "  " + Readable(series.function) + ": " + series.metric + " " +
           PercentText(std::isinf(percent) ? std::nullopt : std::optional(percent)) + "\n";
  }
  if (sizes.size() > kNamed) out += "  and " + std::to_string(sizes.size() - kNamed) + " more\n";
}

// Appends what is no change: the newest trial, which another one has to confirm, and drift.
void AppendSigns(std::string& out, const History& history) {
  using Percent = std::optional<std::optional<double>>;
  const std::string newest = history.stored.trials.empty() ? "" : TrialText(history.stored.trials.back());
  AppendLargest(out, history, ": the newest trial, " + newest + ", is beyond their noise; one more trial decides",
                [](const SeriesHistory& found) {
                  const bool is_beyond = found.newest && found.newest->is_beyond;
                  return is_beyond ? Percent(found.newest->Percent()) : Percent();
                });
  AppendLargest(out, history, " drift from trial to trial",
                [](const SeriesHistory& found) { return found.drift ? Percent(found.drift->percent) : Percent(); });
}

// Appends notes about changes that may have been missed, or may be false.
void AppendCaveats(std::string& out, const History& history) {
  const auto add = [&](std::ptrdiff_t count, const std::string& text) {
    if (count > 0) out += CountOf(history, static_cast<std::size_t>(count)) + text + "\n";
  };
  const auto too_few = std::ranges::count_if(history.found, &SeriesHistory::has_too_few_trials);
  // If all have too few, the first sentence says so.
  if (static_cast<std::size_t>(too_few) < history.found.size()) {
    add(too_few,
        " have fewer than " + std::to_string(kFewestTrialsForChanges) + " trials: cannot tell; more trials would help");
  }
  add(std::ranges::count_if(history.found, [](const SeriesHistory& found) { return !found.bounds; }) - too_few,
      " have a level of 0: by how much they changed cannot be told in percent");
  add(std::ranges::count_if(history.found, &SeriesHistory::has_few_trials) - too_few,
      " have fewer than " + std::to_string(kFewestTrials) + " trials: their noise is taken to be normally distributed");
  add(std::ranges::count_if(history.found, &SeriesHistory::is_autocorrelated),
      " have noise that lasts from trial to trial: their changes may be false");
  add(std::ranges::count_if(history.found, &SeriesHistory::is_bimodal),
      " have values in two separate groups: their changes may be false");
  if (!history.stored.orders_differ) return;
  out += history.stored.is_by_date
             ? "Trials are in the order of their dates, not in the order in which they were added\n"
             : "Trials are in the order in which they were added, not in that of their dates\n";
}

Cell::List FlagsOf(const SeriesHistory& history) {
  Cell::List flags;
  if (history.has_few_trials) flags.emplace_back("few-trials");
  if (history.has_too_few_trials) flags.emplace_back("too-few-trials");
  if (history.is_autocorrelated) flags.emplace_back("autocorrelated");
  if (history.is_bimodal) flags.emplace_back("bimodal");
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

Cell LevelCell(const SeriesRow& row, const Level& level) {
  const TrialEntry& trial = row.history->stored.trials[level.trial];
  return Cell::Record{
      {"trial", trial.path.trial}, {"position", trial.position}, {"revision", UnlessEmpty(trial.revision)},
      {"trials", level.trials},    {"value", level.value},       {"low", OrNull(level.low)},
      {"high", OrNull(level.high)}};
}

Cell NewestCell(const std::optional<NewestTrial>& newest) {
  if (!newest) return {};
  return Cell::Record{{"value", newest->value},
                      {"level", newest->level},
                      {"low", newest->low},
                      {"high", newest->high},
                      {"percent", OrNull(newest->Percent())},
                      {"beyond", newest->is_beyond}};
}

Cell DriftCell(const std::optional<Drift>& drift) {
  if (!drift) return {};
  return Cell::Record{{"percent", drift->percent}, {"probability", drift->probability}};
}

Cell BoundsCell(const std::optional<StepBounds>& bounds) {
  if (!bounds) return {};
  return Cell::Record{{"low", bounds->low}, {"high", bounds->high}};
}

Cell OverallCell(const History& history) {
  if (!history.bound) return {};
  const Series& widest = history.stored.series[history.bound->widest];
  return Cell::Record{{"percent", history.bound->percent},
                      {"median", history.bound->median},
                      {"series", history.bound->series},
                      {"widest", Cell::Record{{"function", widest.function}, {"metric", widest.metric}}}};
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
  fields.Add("levels", [](const SeriesRow& row) {
    return ListOf(row.found().levels, [&row](const Level& level) { return LevelCell(row, level); });
  });
  fields.Add("probability", [](const SeriesRow& row) { return Cell(row.found().probability); });
  fields.Add("falseDiscovery", [](const SeriesRow& row) { return Cell(row.found().false_discovery); });
  fields.Add("sinceBest", [](const SeriesRow& row) { return OrNull(row.found().since_best); });
  fields.Add("sinceFirst", [](const SeriesRow& row) { return OrNull(row.found().since_first); });
  fields.Add("bounds", [](const SeriesRow& row) { return BoundsCell(row.found().bounds); });
  fields.Add("drift", [](const SeriesRow& row) { return DriftCell(row.found().drift); });
  fields.Add("newest", [](const SeriesRow& row) { return NewestCell(row.found().newest); });
  fields.Add("autocorrelation", [](const SeriesRow& row) { return Cell(row.found().autocorrelation); });
  fields.Add("flags", [](const SeriesRow& row) { return FlagsOf(row.found()); });
  return fields;
}

// Appends the lines before the table.
void AppendHead(std::string& out, const History& history, const std::vector<Row>& rows, const TextStyles& styles = {}) {
  AppendAnswer(out, history, rows, styles);
  AppendSigns(out, history);
  AppendCaveats(out, history);
}

void WriteHistoryComment(std::string& out, const History& history) {
  const std::vector<Row> rows = RowsOf(history);
  std::string head;
  AppendHead(head, history, rows);
  AppendCommentHead(out, head);
  const TableColumn columns[] = {{.heading = "change", .key = "percentText", .width = 9},
                                 {.heading = "before", .key = "beforeText", .width = 12},
                                 {.heading = "after", .key = "afterText", .width = 12},
                                 {.heading = "metric", .width = 8, .left = true},
                                 {.heading = "trial", .key = "trialText"},
                                 {.heading = "function", .key = "functionText"}};
  const std::size_t more = AppendCommentTable(out, columns, RowFields(), rows);
  std::set<const Series*> changed;
  for (const Row& row : rows) changed.insert(row.series);
  const std::size_t same = history.found.size() - changed.size();
  if (more != 0) AppendParagraph(out, "Left out: " + Plural(more, "other change"));
  if (same != 0) AppendParagraph(out, Plural(same, "series") + (same == 1 ? " has" : " have") + " no change");
}

void WriteText(std::string& out, const History& history, const HistoryTextOptions& options) {
  std::vector<Row> rows = RowsOf(history);
  AppendHead(out, history, rows, options.styles);
  if (rows.empty()) return;
  const std::size_t left_out = CutRows(rows, options.limit);
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
  if (left_out != 0) {
    const Remedy all{RemedyKind::kListAll, {}};
    out += WithRemedy("and " + std::to_string(left_out) + " more", all, options.words) + "\n";
  }
}

}  // namespace

void AppendHistorySummary(std::string& out, const History& history) {
  AppendHead(out, history, RowsOf(history), TextStyles());
}

void AddHistory(TableWriter& writer, const History& history) {
  std::vector<SeriesRow> rows;
  for (std::size_t s = 0; s < history.found.size(); ++s) rows.push_back({&history, s});
  WriteDocumentHead(writer, "history");
  writer.AddValue("trials",
                  ListOf(history.stored.trials, [](const TrialEntry& trial) { return Cell(trial.path.trial); }));
  writer.AddValue("revisions",
                  ListOf(history.stored.trials, [](const TrialEntry& trial) { return UnlessEmpty(trial.revision); }));
  writer.AddValue("recorded",
                  ListOf(history.stored.trials, [](const TrialEntry& trial) { return UnlessEmpty(trial.recorded); }));
  writer.AddValue("order", Cell(history.stored.is_by_date ? "date" : "added"));
  writer.AddValue("ordersDiffer", Cell(history.stored.orders_differ));
  writer.AddValue("bound", OverallCell(history));
  WriteObjects(writer, "series", SeriesFields(), rows);
}

void WriteHistory(std::string& out, const TableFormat& format, const History& history,
                  const HistoryTextOptions& options) {
  if (format.is_text) return WriteText(out, history, options);
  if (format.is_comment) return WriteHistoryComment(out, history);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  if (writer->IsDocument()) {
    AddHistory(*writer, history);
  } else {
    WriteRows(*writer, "changes",
              ListColumns("function metric trial position revision before after percent probability falseDiscovery"),
              RowFields(), RowsOf(history));
  }
  writer->Finish();
}

}  // namespace profdiff
