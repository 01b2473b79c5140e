// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof db` and their effects. Options are declared in groups; a verb accepts the options of its
// groups, and the options that all verbs share.
#include "egprof/db/options.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "egprof/cli/did_you_mean.h"
#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/profile_rows.h"
#include "egprof/options/shared_rows.h"
#include "egprof/options/stack_rows.h"

namespace egprof {
namespace {

using profdiff::PathDepth;

constexpr const char* kForAdd = "For add";
constexpr const char* kForProfiles = "For add: profiles of other profilers";
constexpr const char* kForDiff = "For diff: the report";
constexpr const char* kForMatching = "For diff: matching functions";
constexpr const char* kForOutputs = "For diff: other outputs";
constexpr const char* kForHistory = "For history";
constexpr const char* kForGates = "For diff and history: gates for changes";
constexpr const char* kForPages = "For diff and history: pages";
constexpr const char* kForTables = "For list, diff and history";
constexpr const char* kForComments = "For diff and history: a comment";
constexpr const char* kForAll = "Other";

struct Group {
  const char* heading;
  std::vector<DbVerb> verbs;
};
const std::vector<Group>& Groups() {
  static const std::vector<Group> groups = {
      {kForAdd, {DbVerb::kAdd}},
      {kForProfiles, {DbVerb::kAdd}},
      {kForDiff, {DbVerb::kDiff}},
      {kForMatching, {DbVerb::kDiff}},
      {kForOutputs, {DbVerb::kDiff}},
      {kForHistory, {DbVerb::kHistory}},
      {kForGates, {DbVerb::kDiff, DbVerb::kHistory}},
      {kForComments, {DbVerb::kDiff, DbVerb::kHistory}},
      {kForPages, {DbVerb::kDiff, DbVerb::kHistory}},
      {kForTables, {DbVerb::kList, DbVerb::kDiff, DbVerb::kHistory}},
  };
  return groups;
}

// Splits "NAME=VALUE"; fails for any other text.
std::pair<std::string, std::string> Setting(CommandLine& line, const char* option, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos) {
    FailWithUsage(line, std::string("option '") + option + "' needs NAME=VALUE, not '" + std::string(text) + "'");
    return {};
  }
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

void AddParameters(CommandLine& line, AddOptions& options, std::string_view list) {
  while (line.task == CommandLine::Task::kRun) {
    const std::size_t comma = list.find(',');
    const auto [name, text] = Setting(line, "--at", list.substr(0, comma));
    const std::optional<double> value = ParseFinite(text);
    if (line.task == CommandLine::Task::kRun && (!value || *value <= 0)) {
      return FailWithUsage(line, "option '--at' needs numbers above 0, not '" + text + "'");
    }
    if (value) options.parameters.emplace_back(name, *value);
    if (comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

// True for a date with or without a time, such as 2026-11-23 or 2026-11-23T21:30:00Z.
bool IsDate(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00T00:00:00Z";
  if (text.size() != 10 && text.size() != 16 && text.size() != 19 && text.size() != 20) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    const bool is_blank = i == 10 && text[i] == ' ';
    if (kShape[i] == '0' ? !is_digit : text[i] != kShape[i] && !is_blank) return false;
  }
  return true;
}

void SetDate(CommandLine& line, AddOptions& options, const char* text) {
  options.date = text;
  if (!IsDate(text)) {
    FailWithUsage(line, std::string("option '--date' needs a date such as 2026-11-23 or 2026-11-23T21:30:00Z, not '") +
                            text + "'");
  }
}

// Parses a fraction, given either as a number, such as 0.05, or as a percentage, such as 5%.
void SetFraction(CommandLine& line, const char* option, const char* text, double most, double& fraction) {
  std::string_view digits = text;
  const bool is_percent = digits.ends_with('%');
  if (is_percent) digits.remove_suffix(1);
  const std::optional<double> number = ParseFinite(digits);
  fraction = number.value_or(-1) / (is_percent ? 100 : 1);
  if (!number || fraction < 0 || fraction > most) {
    FailWithUsage(line, std::string("option '") + option + "' needs a number such as 0.05 or 5%, not '" + text + "'");
  }
}

void SetOrder(CommandLine& line, SeriesOptions& options, std::string_view name) {
  options.order = name == "date" ? profdiff::TrialOrder::kDate : profdiff::TrialOrder::kAdded;
  if (name != "date" && name != "added") {
    FailWithUsage(line, "option '--order' needs date or added, not '" + std::string(name) + "'");
  }
}

// clang-format off
constexpr OptionRow kAddRows[] = {
  {.name = "revision", .value = kMust, .metavar = "TEXT",
   .help = "revision of the program, for example a commit",
   .act = [](DbOptions& o, const char* v) { o.revision = v; }},
  {.name = "date", .value = kMust, .metavar = "DATE",
   .help = "date of the recording, for example 2026-11-23 or 2026-11-23T21:30:00Z; default: when the first file was "
           "modified",
   .act = [](CommandLine& l, DbOptions& o, const char* v) { SetDate(l, o, v); }},
  {.name = "set", .value = kMust, .metavar = "NAME=VALUE",
   .help = "any other metadata, for example machine=build7; repeatable",
   .act = [](CommandLine& l, DbOptions& o, const char* v) { o.metadata.push_back(Setting(l, "--set", v)); }},
  {.name = "at", .value = kMust, .metavar = "NAME=VALUE,...",
   .help = "parameters of the run, for example n=1000; values must be above 0",
   .act = [](CommandLine& l, DbOptions& o, const char* v) { AddParameters(l, o, v); }},
  {.name = "calls",
   .help = "also store each call of a trace, with its start and its time",
   .act = [](DbOptions& o, const char*) { o.calls = true; }},
};

constexpr OptionRow kCheckRow = {
  .name = "check",
  .help = "first check the whole store for damage, as is always done if it belongs to another user",
  .act = [](DbOptions& o, const char*) { o.check = true; }};

constexpr OptionRow kSignificanceRow = {
  .name = "significance",
  .help = "also print the significance of each difference in the listings; the report always includes it",
  .act = [](DifferenceOptions& o, const char*) { o.significance = true; }};

constexpr OptionRow kSumRow = {
  .name = "add",
  .help = "add up the runs of a trial; by default their variation measures the noise",
  .act = [](ReportOptions& o, const char*) { o.add = true; }};

constexpr OptionRow kHistoryRows[] = {
  {.name = "metric", .value = kMust, .metavar = "NAME",
   .help = "use only this metric, for example self, time or calls; default: all but calls; repeatable",
   .act = [](DbOptions& o, const char* v) { o.series.metrics.emplace_back(v); }},
  {.name = "function", .value = kMust, .metavar = "NAME",
   .help = "use only this function; repeatable",
   .act = [](DbOptions& o, const char* v) { o.series.functions.emplace_back(v); }},
  {.name = "alpha", .value = kMust, .metavar = "LEVEL",
   .help = "probability of reporting a change in a series that has none; default: 0.05",
   .act = [](CommandLine& l, DbOptions& o, const char* v) { SetFraction(l, "--alpha", v, 0.5, o.history.alpha); }},
  {.name = "order", .value = kMust, .metavar = "date|added",
   .help = "order of the trials; default: by date if each has one that was given, otherwise as they were added",
   .act = [](CommandLine& l, DbOptions& o, const char* v) { SetOrder(l, o, v); }},
  {.name = "higher-is-better", .value = kMust, .metavar = "METRIC",
   .help = "more of this metric is better, such as operations per second; by default, less is better; repeatable",
   .act = [](DbOptions& o, const char* v) { o.history.higher_is_better.emplace_back(v); }},
  {.name = "min-change", .value = kMust, .metavar = "SHARE",
   .help = "show only changes of at least this size, for example 5%",
   .act = [](CommandLine& l, DbOptions& o, const char* v) { SetFraction(l, "--min-change", v, 1e6, o.history.min_change); }},
};

constexpr OptionRow kGates[] = {
  {.name = "fail-if", .value = kMust, .metavar = "CONDITION",
   .help = "exit status 3 if it holds; diff: 'self > 5% and significant', history: 'since best > 5%'; repeatable",
   .act = [](DbOptions& o, const char* v) { o.conditions.emplace_back(v); }},
  {.name = "fail-on-function", .value = kMust, .metavar = "NAME",
   .help = "diff: check only this function; without --fail-if, check if it got slower by more than noise; repeatable",
   .act = [](GateOptions& o, const char* v) { o.gate_functions.emplace_back(v); }},
};
// clang-format on

constexpr DbWord kWords[] = {
    {DbVerb::kAdd, "add", "FILE APPLICATION/EXPERIMENT/TRIAL INPUT...", "adds a trial; creates the store if necessary"},
    {DbVerb::kList, "list", "FILE [PATH]", "lists trials"},
    {DbVerb::kDiff, "diff", "FILE PATH PATH", "prints what changed between two trials, as 'egprof diff' does"},
    {DbVerb::kExport, "export", "FILE [PATH]", "writes trials as JSON Lines"},
    {DbVerb::kImport, "import", "FILE [EXPORT...]", "adds trials from JSON Lines; without a file, from standard input"},
    {DbVerb::kRemove, "remove", "FILE PATH", "removes all trials below a path"},
    {DbVerb::kHistory, "history", "FILE APPLICATION/EXPERIMENT", "shows which functions changed, and when"},
};

const DbWord& WordOf(DbVerb verb) { return *std::ranges::find(kWords, verb, &DbWord::verb); }

// Rejects options of other verbs.
void CheckGroups(DbOptions& options) {
  for (const OptionRow* row : options.used) {
    const std::string_view heading = row->group == nullptr ? "" : row->group;
    for (const Group& group : Groups()) {
      if (group.heading != heading || std::ranges::find(group.verbs, options.verb) != group.verbs.end()) continue;
      std::string verbs;
      for (const DbVerb verb : group.verbs) verbs += (verbs.empty() ? "" : ", ") + std::string(WordOf(verb).word);
      return Fail(options, OptionName(*row) + " is only for db " + verbs);
    }
  }
}

void ChooseVerb(DbOptions& options) {
  if (options.operands.empty())
    return FailWithUsage(options, "no verb given: use add, list, diff, export, import, remove or history");
  const std::string& typed = options.operands.front().text;
  const auto* found = std::ranges::find(kWords, std::string_view(typed), &DbWord::word);
  if (found != std::end(kWords)) {
    options.verb = found->verb;
    return;
  }
  std::vector<std::string> words;
  for (const DbWord& word : kWords) words.emplace_back(word.word);
  FailWithUsage(options, "'" + typed + "' is not one of " + Alternatives(words) + DidYouMean(typed, words, ""));
}

void TakePath(DbOptions& options, const std::string& text, PathDepth depth) {
  Try(options, [&] { options.paths.push_back(profdiff::ParseTrialPath(text, depth)); });
}

void TakeOperands(DbOptions& options) {
  std::vector<std::string> rest;
  for (const Operand& operand : options.operands) rest.push_back(operand.text);
  const DbWord& word = WordOf(options.verb);
  const auto fail = [&] { FailWithUsage(options, std::string("db ") + word.word + " needs " + word.operands); };
  if (rest.size() < 2) return fail();
  options.store = rest[1];
  rest.erase(rest.begin(), rest.begin() + 2);
  const std::size_t count = rest.size();
  switch (options.verb) {
    case DbVerb::kAdd:
      if (count < 2) return fail();
      TakePath(options, rest.front(), PathDepth::kExperimentOrTrial);
      options.inputs.assign(rest.begin() + 1, rest.end());
      return;
    case DbVerb::kImport:
      options.inputs = count == 0 ? std::vector<std::string>{"-"} : rest;
      return;
    case DbVerb::kDiff:
      if (count != 2) return fail();
      for (const std::string& path : rest) TakePath(options, path, PathDepth::kTrial);
      return;
    case DbVerb::kHistory:
      if (count != 1) return fail();
      return TakePath(options, rest.front(), PathDepth::kExperiment);
    case DbVerb::kRemove:
      if (count != 1) return fail();
      return TakePath(options, rest.front(), PathDepth::kAny);
    case DbVerb::kList:
    case DbVerb::kExport:
      if (count > 1) return fail();
      if (count == 0) options.paths.emplace_back();
      if (count == 1) TakePath(options, rest.front(), PathDepth::kAny);
      return;
  }
}

void ParseConditions(DbOptions& options) {
  for (const std::string& text : options.conditions) {
    Try(options, [&] {
      if (options.verb == DbVerb::kHistory) {
        options.history_gates.push_back(profdiff::HistoryGate::Parse(text));
        return;
      }
      options.gates.push_back(profdiff::Gate::Parse(text.c_str()));
      if (!options.gates.back().NeedsAlignment()) return;
      throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                            "condition '" + text + "': only traces have unmatched calls");
    });
  }
  if (options.verb == DbVerb::kHistory && !options.gate_functions.empty()) {
    Fail(options, "--fail-on-function is only for db diff; use --function with db history");
  }
}

}  // namespace

std::span<const DbWord> DbWords() { return kWords; }

std::span<const OptionRow> DbRows() {
  static const OptionRows rows = WithoutGprof(Join({
      UnderHeading(kForAdd, {kAddRows}),
      UnderHeading(kForProfiles, {StackRows()}),
      UnderHeading(kForDiff, {kReportRows, kSignificanceRow, kNormalizeRow, kSumRow}),
      UnderHeading(kForMatching,
                   {kRenameRow, kRenameDemangledRow, kRenameFileRow, kSubstituteRow, kSuggestRow, kExplainMatchesRow}),
      UnderHeading(kForOutputs, {kPageRows[1], kBesideRows[0], GmlRow(), kGmlRows, OtherGraphRows(),
                                 OfDifference(kGrowthRow), OfDifference(kShrinkRow), kFlatRow, kGraphRow, kCountsRow,
                                 kTreeRow, kSideBySideRow, ColumnsRow(), kDemangleRow, kNoDemangleRow}),
      UnderHeading(kForHistory, {kHistoryRows, WithHelp("show only the first N rows; default: 20; 0: all", kLimitRow)}),
      UnderHeading(kForGates, {kGates}),
      UnderHeading(kForComments, {CommentRow()}),
      UnderHeading(kForPages,
                   {WithHelp("write one HTML page; diff: with table, callers and callees, flame graph and call "
                             "graph; history: with a chart of each series",
                             kPageRows[0])}),
      UnderHeading(kForTables, {TableFormatRow()}),
      UnderHeading(kForAll, {kCheckRow, kFileFormatRow, kSalvageRow, kKeepGoingRow, kThreadsRow, kNoProgramsRow,
                             kTerminalRows, kTimingRow, kHelpRow, kVersionRow}),
  }));
  return rows;
}

DbOptions ParseDbOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  return ParseInSteps<DbOptions>(arguments, DbRows(), rules, ChooseVerb, TakeOperands, CheckGroups, ParseConditions,
                                 [](DbOptions& options) {
                                   const bool is_used = WritesReport(options, {}, options) || options.markdown;
                                   if (!is_used) RefuseReportRows(options, options.rows);
                                   RequireTotals(options, options);
                                 });
}

}  // namespace egprof
