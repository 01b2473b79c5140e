// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof rank` and their effects.
#include "egprof/rank/options.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/shared_rows.h"

namespace egprof {
namespace {

using profdiff::AttributeRow;
using profdiff::ThreadKey;

// Parses "RANK.THREAD", such as "2.3".
std::optional<ThreadKey> ParseThread(std::string_view text) {
  const auto numbers = ParsePair<std::uint32_t>(text, '.');
  return numbers ? std::optional(ThreadKey{numbers->first, numbers->second}) : std::nullopt;
}

// Splits a list at commas, and calls use(word) for each word until it returns false.
template <class Use>
void ForEachWord(std::string_view list, Use use) {
  while (true) {
    const std::size_t comma = list.find(',');
    if (!use(list.substr(0, comma)) || comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

std::vector<ThreadKey> ParseThreads(ThreadRankOptions& options, const char* option, const char* list) {
  std::vector<ThreadKey> ids;
  ForEachWord(list, [&](std::string_view word) {
    const std::optional<ThreadKey> id = ParseThread(word);
    if (id) {
      ids.push_back(*id);
    } else {
      FailWithUsage(options,
                    std::string("option '") + option + "' needs threads such as 2.3, not '" + std::string(word) + "'");
    }
    return id.has_value();
  });
  return ids;
}

void AddPair(ThreadRankOptions& options, const char* list) {
  const std::vector<ThreadKey> ids = ParseThreads(options, "--cmpdiffnlr", list);
  if (options.task != CommandLine::Task::kRun) return;
  if (ids.size() != 2) return FailWithUsage(options, "option '--cmpdiffnlr' needs two threads, such as 2.3,2.4");
  options.pairs.emplace_back(ids[0], ids[1]);
}

void SetAttributes(ThreadRankOptions& options, const char* list) {
  options.rows.clear();
  ForEachWord(list, [&](std::string_view word) {
    const std::optional<AttributeRow> row = profdiff::ParseAttributeRow(word);
    if (row) {
      options.rows.push_back(*row);
    } else {
      std::string known;
      for (const AttributeRow& each : profdiff::AttributeRows()) {
        known.append(known.empty() ? "" : ", ").append(profdiff::NameOf(each));
      }
      FailWithUsage(options,
                    "option '--attributes' needs one or more of " + known + ", not '" + std::string(word) + "'");
    }
    return row.has_value();
  });
}

void SetSuspect(ThreadRankOptions& options, const char* value) {
  const std::optional<double> number = profdiff::NumberFrom<double>(value, std::chars_format::fixed);
  if (!number || !(*number >= 0 && *number <= 1)) {
    return FailWithUsage(options, "option '--suspect' needs a number from 0 to 1, not '" + std::string(value) + "'");
  }
  options.ranking.suspect = *number;
}

void SetLongestBody(ThreadRankOptions& options, const char* value) {
  constexpr std::size_t kMost = profdiff::RankFilter::kLongestBody;
  const std::size_t number = Count(options, "--nlr", value);
  if (options.task != CommandLine::Task::kRun) return;
  if (number == 0 || number > kMost) {
    return FailWithUsage(options, "option '--nlr' needs a number from 1 to " + std::to_string(kMost));
  }
  options.longest_body = static_cast<std::uint32_t>(number);
}

void SetProcesses(ThreadRankOptions& options, const char* list) {
  options.processes.clear();
  ForEachWord(list, [&](std::string_view word) {
    const std::optional<std::uint32_t> process = profdiff::NumberFrom<std::uint32_t>(word);
    if (!process || *process == 0) {
      FailWithUsage(options,
                    "option '--attach' needs numbers of processes, such as 17,18, not '" + std::string(word) + "'");
    } else if (std::ranges::find(options.processes, *process) != options.processes.end()) {
      FailWithUsage(options, "option '--attach' names process " + std::string(word) + " twice");
    } else {
      options.processes.push_back(*process);
    }
    return options.task == CommandLine::Task::kRun;
  });
}

void SetSnapshots(ThreadRankOptions& options, const char* value) {
  constexpr std::size_t kMost = 1000;
  options.snapshot_count = Count(options, "--snapshots", value);
  if (options.task != CommandLine::Task::kRun) return;
  if (options.snapshot_count == 0 || options.snapshot_count > kMost) {
    FailWithUsage(options, "option '--snapshots' needs a number from 1 to " + std::to_string(kMost));
  }
}

void SetInterval(ThreadRankOptions& options, const char* value) {
  constexpr double kMost = 3600;
  const std::optional<double> number = profdiff::NumberFrom<double>(value, std::chars_format::fixed);
  if (!number || !(*number >= 0 && *number <= kMost)) {
    return FailWithUsage(options, "option '--interval' needs seconds from 0 to 3600, not '" + std::string(value) + "'");
  }
  options.interval = *number;
}

void SetTop(ThreadRankOptions& options, const char* value) {
  options.ranking.top = Count(options, "--top", value);
  if (options.ranking.top == 0 && options.task == CommandLine::Task::kRun) {
    FailWithUsage(options, "option '--top' needs at least 1");
  }
}

constexpr Condition kTables = {"writes text: use it with --format=text"};

// clang-format off
constexpr OptionRow kAgainstRow = {
  .name = "against", .help = "the runs that follow are bad: they hang, crash, are wrong or slow",
  .marks = Operand::Kind::kSubtract};

constexpr OptionRow kStackRows[] = {
  {.name = "stacks",
   .help = "the operands are directories, one for each snapshot, of the stacks that eu-stack, gdb or pstack printed: a "
           "file for each process, whose number is the rank; snapshots of good runs follow --against",
   .act = [](ThreadRankOptions& o, const char*) { o.stacks = true; }},
  {.name = "attach", .value = kMust, .metavar = "PID[,PID...]",
   .help = "take the stacks of running processes with eu-stack or gdb, and find out who waits for which lock; snapshots "
           "of good runs may follow --against",
   .act = [](ThreadRankOptions& o, const char* v) { SetProcesses(o, v); }},
  {.name = "snapshots", .value = kMust, .metavar = "N", .help = "take the stacks N times; default: 3",
   .needs = &kProcesses,
   .act = [](ThreadRankOptions& o, const char* v) { SetSnapshots(o, v); }},
  {.name = "interval", .value = kMust, .metavar = "S", .help = "seconds from one snapshot to the next; default: 1",
   .needs = &kProcesses,
   .act = [](ThreadRankOptions& o, const char* v) { SetInterval(o, v); }},
};

constexpr OptionRow kFoldRows[] = {
  {.name = "filter", .value = kMust, .metavar = "CODE",
   .help = "which functions count and how loops are folded, such as 11.mpi.ompcrit.0K10, see below; repeatable; "
           "default: 11.1K10",
   .act = [](ThreadRankOptions& o, const char* v) { o.codes.emplace_back(v); }},
  {.name = "cust", .value = kMust, .metavar = "REGEX",
   .help = "functions of the group cust of a code; repeatable",
   .act = [](ThreadRankOptions& o, const char* v) { o.custom.emplace_back(v); }},
  {.name = "nlr", .value = kMust, .metavar = "K",
   .help = "fold only loops with bodies of at most K entries, whatever the codes specify",
   .act = [](ThreadRankOptions& o, const char* v) { SetLongestBody(o, v); }},
  {.name = "attributes", .value = kMust, .metavar = "LIST",
   .help = "rows of attributes, such as sing.actual,doub.orig; default: all six",
   .act = [](ThreadRankOptions& o, const char* v) { SetAttributes(o, v); }},
  {.name = "suspect", .value = kMust, .metavar = "X",
   .help = "suspect threads that change by X more than good runs do; default: 0.4",
   .needs = &kBadRuns,
   .act = [](ThreadRankOptions& o, const char* v) { SetSuspect(o, v); }},
};

constexpr OptionRow kReportRows[] = {
  {.name = "table", .help = "scores of pairs of threads by filter and attributes, and the ranking of threads",
   .needs = &kBadRuns, .excludes = &kTables,
   .act = [](ThreadRankOptions& o, const char*) { o.table = true; }},
  {.name = "top", .value = kMust, .metavar = "N", .help = "number of pairs in each column of the table; default: 3",
   .needs = &kBadRuns,
   .act = [](ThreadRankOptions& o, const char* v) { SetTop(o, v); }},
  {.name = "diffnlr", .value = kMust, .metavar = "P.T[,P.T...]",
   .help = "a thread of the first bad run next to the same thread of the most similar good run, with loops folded",
   .needs = &kBadRuns,
   .act = [](ThreadRankOptions& o, const char* v) { o.diffs = ParseThreads(o, "--diffnlr", v); }},
  {.name = "cmpdiffnlr", .value = kMust, .metavar = "P.T,P.T",
   .help = "two threads of the bad run next to each other, and the same threads of a good run; repeatable",
   .needs = &kBadRuns, .excludes = &kTables,
   .act = [](ThreadRankOptions& o, const char* v) { AddPair(o, v); }},
  {.name = "folded", .help = "every thread with its loops folded", .excludes = &kTables,
   .act = [](ThreadRankOptions& o, const char*) { o.folded = true; }},
  {.name = "classes", .help = "threads that behave alike, for each run and row of attributes",
   .excludes = &kTables,
   .act = [](ThreadRankOptions& o, const char*) { o.classes = true; }},
};

constexpr OptionRow kFileRows[] = {
  {.name = "context", .value = kMust, .metavar = "FILE", .help = "write the attributes of each thread as CSV",
   .act = [](ThreadRankOptions& o, const char* v) { o.context = v; }},
  {.name = "jsm", .value = kMay, .metavar = "FILE",
   .help = "write the similarity of each pair of threads of each run as CSV; also in JSON",
   .act = [](ThreadRankOptions& o, const char* v) { o.similarities = FileOrNothing(v); }},
  {.name = "lattice", .value = kMust, .metavar = "FILE", .help = "write the concept lattice of the bad run as GML",
   .act = [](ThreadRankOptions& o, const char* v) { o.lattice = v; }},
  {.name = "html", .value = kMust, .metavar = "FILE",
   .help = "write one HTML page: suspects, all ranks, last calls, traces side by side, heat maps, lattice",
   .needs = &kBadRuns,
   .act = [](ThreadRankOptions& o, const char* v) { o.page = v; }},
};

constexpr OptionRow kGateRow = {
  .name = "fail-if", .value = kMust, .metavar = "CONDITION",
  .help = "exit status 3 if it holds for a thread, for example 'beyond > 0.4'; values: beyond, change, noise; "
          "repeatable",
  .needs = &kBadRuns,
  .act = [](ThreadRankOptions& o, const char* v) {
    Try(o, [&] { o.gates.push_back(profdiff::Gate::Parse(v, profdiff::Gate::Subject::kThreads)); });
  }};
// clang-format on

// Splits the directories of stacks. Options that select or fold calls have no meaning for stacks.
void SplitSnapshots(ThreadRankOptions& options) {
  constexpr std::string_view kAllowed[] = {"stacks", "attach",   "snapshots", "interval", "against", "format",
                                           "html",   "markdown", "color",     "no-hints", "timing"};
  for (const OptionRow* row : options.used) {
    if (std::ranges::find(kAllowed, std::string_view(row->name)) == std::end(kAllowed)) {
      return FailWithUsage(options, "option '--" + std::string(row->name) + "' is about recordings, not about stacks");
    }
  }
  bool against = false;
  for (const Operand& operand : options.operands) {
    if (operand.kind != Operand::Kind::kSubtract) {
      (against ? options.good_snapshots : options.snapshots).push_back(operand.text);
    } else if (std::exchange(against, true)) {
      return FailWithUsage(options,
                           "--against is given twice: name snapshots, then --against, then those of good runs");
    }
  }
  if (options.processes.empty()) {
    Try(options, [&] { RefuseThoseThatNeed(options, kProcesses); });
    if (options.snapshots.empty()) FailWithUsage(options, "no directory of stacks given");
  } else if (options.stacks || !options.snapshots.empty()) {
    FailWithUsage(options,
                  "--attach takes the stacks of processes; only directories of good runs can follow --against");
  }
  if (options.task != CommandLine::Task::kRun) return;
  if (against && options.good_snapshots.empty()) {
    return FailWithUsage(options, "no directories of good runs given after --against");
  }
}

void SplitRuns(ThreadRankOptions& options) {
  if (options.TakesStacks()) return SplitSnapshots(options);
  Try(options, [&] { RefuseThoseThatNeed(options, kProcesses); });
  if (options.task != CommandLine::Task::kRun) return;
  bool against = false;
  for (const Operand& operand : options.operands) {
    if (operand.kind == Operand::Kind::kSubtract) {
      if (against)
        return FailWithUsage(options, "--against is given twice: name good runs, then --against, then bad runs");
      against = true;
    } else {
      (against ? options.bad : options.good).push_back(operand.text);
    }
  }
  if (options.good.empty()) return FailWithUsage(options, against ? "no good runs given" : "no run given");
  if (against && options.bad.empty()) return FailWithUsage(options, "no bad runs given after --against");
  if (!against && options.good.size() > 1) {
    return FailWithUsage(options, "several runs, but no --against: name bad runs after --against");
  }
  if (!against) Try(options, [&] { RefuseThoseThatNeed(options, kBadRuns); });
}

// Parses the codes given with --filter. Called after the whole command line has been read, because --cust and --nlr may
// follow --filter.
void MakeFilters(ThreadRankOptions& options) {
  if (options.TakesStacks()) return;
  if (options.codes.empty()) options.codes = {options.custom.empty() ? "11.1K10" : "11.cust.0K10"};
  Try(options, [&] {
    options.ranking.filters.clear();
    for (const std::string& code : options.codes) {
      options.ranking.filters.push_back(profdiff::ParseRankFilter(code, options.custom, options.longest_body));
    }
  });
  if (!options.rows.empty()) options.ranking.rows = options.rows;
  const auto uses_custom = [](const std::string& code) { return code.find("cust") != std::string::npos; };
  if (!options.custom.empty() && std::ranges::none_of(options.codes, uses_custom)) {
    Fail(options, "--cust needs the group 'cust' in a code: --filter=11.cust.0K10");
  }
}

// Rejects options that add text to the report if --format selects a format other than text.
void CheckFormat(ThreadRankOptions& options) {
  if (options.WritesText()) return;
  if (!options.WritesDocument() && !options.diffs.empty()) {
    Fail(options, "--diffnlr is only for --format=text and --format=json");
  }
  Try(options, [&] { RefuseThoseThatExclude(options, kTables); });
}

}  // namespace

std::span<const OptionRow> RankRows() {
  static const OptionRows rows = WithoutGprof(Join({
      UnderHeading("Which runs, and what is compared", {kAgainstRow, kFoldRows}),
      UnderHeading("Stacks of running programs", {kStackRows}),
      UnderHeading("Which calls", {kCallRows}),
      UnderHeading("The report (default: the verdict)", {kReportRows, kDemangleRow, kNoDemangleRow}),
      UnderHeading("Other outputs", {WithHelp("format of the ranking", TableFormatRow()), CommentRow(), kFileRows}),
      UnderHeading(
          "Other",
          {kGateRow,
           WithHelp(
               "use the intact parts of damaged good runs, and end with status 2; bad runs are always read like this",
               kSalvageRow),
           kThreadsRow, kSafetyRows, kTerminalRows, kTimingRow, kHelpRow, kVersionRow}),
  }));
  return rows;
}

ThreadRankOptions ParseRankOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  return ParseInSteps<ThreadRankOptions>(arguments, RankRows(), rules, SplitRuns, CheckFormat, MakeFilters);
}

}  // namespace egprof
