// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof search` and their effects.
#include "egprof/search/options.h"

#include <algorithm>
#include <string_view>

#include "egprof/cli/argument_files.h"
#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/shared_rows.h"
#include "egprof/search/launch_line.h"
#include "egprof/search/monitors.h"

namespace egprof {
namespace {

void SetStrategy(SearchOptions& options, const char* value) {
  using profdiff::SearchStrategy;
  const std::string_view text = value;
  if (text != "location" && text != "property" && text != "all") {
    return FailWithUsage(options,
                         "option '--strategy' needs 'location', 'property' or 'all', not '" + std::string(text) + "'");
  }
  options.strategy = text == "location"   ? SearchStrategy::kLocation
                     : text == "property" ? SearchStrategy::kProperty
                                          : SearchStrategy::kAll;
}

void AddProvider(SearchOptions& options, const char* value) {
  std::vector<std::string> names;
  for (const MonitorRow& row : MonitorRows()) names.emplace_back("'" + std::string(row.name) + "'");
  if (FindMonitor(value) == nullptr) {
    return FailWithUsage(options, "option '--provider' needs " + Alternatives(names) + ", not '" + value + "'");
  }
  options.providers.emplace_back(value);
}

// Sets --budget from a number of runs such as "5", or from a time such as "5s".
void SetBudget(SearchOptions& options, const char* value) {
  const std::string_view text = value;
  const bool is_count = !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (is_count) {
    options.run_budget = Count(options, "--budget", value);
  } else {
    options.time_budget = ParseTime(text);
  }
  if (options.task != CommandLine::Task::kRun) return;
  if (!options.run_budget && !options.time_budget) {
    FailWithUsage(options, "option '--budget' needs a number of runs or a time, such as 3 or 90s, not '" +
                               std::string(text) + "'");
  } else if (options.run_budget == 0 || options.time_budget == 0) {
    FailWithUsage(options, "option '--budget': '" + std::string(text) + "' does not allow any run");
  }
}

void SetArrayCommand(SearchOptions& options, const char* value) {
  if (HasOpenQuote(value)) {
    return FailWithUsage(
        options, "option '--array-command' has an open quote, or a backslash at the end: " + std::string(value));
  }
  options.array_command = SplitWords(value);
  if (options.array_command.empty() || options.array_command.front().empty())
    FailWithUsage(options, "option '--array-command' needs a command");
}

void SetInterval(SearchOptions& options, const char* value) {
  options.interval = Time(options, "--interval", value);
  if (options.interval == 0 && options.task == CommandLine::Task::kRun) {
    FailWithUsage(options, "option '--interval' needs more than 0");
  }
}

// clang-format off
constexpr OptionRow kSearchRows[] = {
  {.name = "strategy", .value = kMust, .metavar = "location|property|all",
   .help = "location: first find where time is lost, then why; property: first why, then where; all: check every "
           "property everywhere, at each --interval; default: location",
   .act = [](SearchOptions& o, const char* v) { SetStrategy(o, v); }},
  {.name = "interval", .value = kMust, .metavar = "TIME",
   .help = "with --strategy=all: how often to read the recording while it grows; default: 1s",
   .act = [](SearchOptions& o, const char* v) { SetInterval(o, v); }},
  {.name = "budget", .value = kMust, .metavar = "LIMIT",
   .help = "stop after this number of runs, such as 2, or this time, such as 90s; what a run recorded before it was "
           "stopped is used",
   .act = [](SearchOptions& o, const char* v) { SetBudget(o, v); }},
  {.name = "dry-run", .help = "only print the commands that the first step would run, and those that may follow",
   .act = [](SearchOptions& o, const char*) { o.dry_run = true; }},
};

constexpr OptionRow kRunRows[] = {
  {.name = "provider", .value = kMust, .metavar = "callgrind|lackey|uftrace|gmon",
   .help = "use only this recorder, not all recorders that suit the program; repeatable",
   .act = [](SearchOptions& o, const char* v) { AddProvider(o, v); }},
  {.name = "array-command", .value = kMust, .metavar = "COMMAND",
   .help = "a command with a smaller input for lackey, which records every reference to memory",
   .act = [](SearchOptions& o, const char* v) { SetArrayCommand(o, v); }},
  {.name = "keep", .value = kMust, .metavar = "DIR",
   .help = "record into this directory, which must be new or empty, and keep everything in it",
   .act = [](SearchOptions& o, const char* v) { o.keep = v; }},
  {.name = "exec-rank",
   .help = "run COMMAND with {rank} replaced by this process's rank under mpirun; for command lines that a search "
           "starts",
   .act = [](SearchOptions& o, const char*) { o.exec_rank = true; }},
};
// clang-format on

void TakeCommand(SearchOptions& options) {
  for (const Operand& operand : options.operands) options.command.push_back(operand.text);
  options.operands.clear();
  if (options.command.empty()) return FailWithUsage(options, "no command given");
  Try(options, [&] { SplitLaunchLine(options.command); });
  if (!options.array_command.empty()) Try(options, [&] { SplitLaunchLine(options.array_command); });
  const auto has_arrays = [](const std::string& name) { return FindMonitor(name)->arrays; };
  const bool may_use = options.providers.empty() || std::ranges::any_of(options.providers, has_arrays);
  if (!options.array_command.empty() && !may_use) {
    FailWithUsage(options, "--array-command is only for lackey: add --provider=lackey");
  }
  if (options.dry_run && options.page) FailWithUsage(options, "--html cannot be combined with --dry-run");
  if (options.dry_run && options.markdown) FailWithUsage(options, "--markdown cannot be combined with --dry-run");
  if (options.dry_run && !options.structure.empty()) {
    FailWithUsage(options, "--structure cannot be combined with --dry-run");
  }
  if (options.measure.instances && options.measure.phase.empty()) {
    FailWithUsage(options, "--instances needs --phase: the default phase, main, is called once");
  }
  if (options.interval && options.strategy != profdiff::SearchStrategy::kAll) {
    FailWithUsage(options, "--interval is only for --strategy=all");
  }
}

}  // namespace

std::span<const OptionRow> SearchRows() {
  static const OptionRows rows = WithoutGprof(Join({
      UnderHeading("The search", {kSearchRows}),
      UnderHeading("How it is recorded",
                   {kPhaseRow,
                    WithHelp("also show how severe each property is in each call of the phase; needs "
                             "--phase",
                             kInstancesRow),
                    kCacheRow, kRunRows}),
      UnderHeading("Which properties", {kPropertyRows}),
      UnderHeading(
          "The report",
          {WithHelp("format of the findings", TableFormatRow()), CommentRow(),
           WithHelp(
               "also write one HTML page: the answer, the tree of regions, a heat map of ranks and threads, the steps",
               kPropertyPageRow),
           kPropertyStoreRow, kStructureRow,
           WithHelp("show only the first N rows of the table of findings; 0: all", kLimitRow)}),
      UnderHeading("Other", {kPropertyGateRow, kTerminalRows, kTimingRow, kHelpRow, kVersionRow}),
  }));
  return rows;
}

SearchOptions ParseSearchOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  ParseRules own = rules;
  own.posixly_correct = true;  // options after the first word of the recorded command belong to that command
  return ParseInSteps<SearchOptions>(arguments, SearchRows(), own, TakeCommand);
}

}  // namespace egprof
