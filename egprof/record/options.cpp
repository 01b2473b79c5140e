// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof record` and their effects.
#include "egprof/record/options.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/parse_text.h"
#include "base/text.h"
#include "egprof/cli/argument_files.h"
#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/profile_rows.h"
#include "egprof/options/shared_rows.h"
#include "egprof/options/stack_rows.h"
#include "egprof/record/recorders.h"

namespace egprof {
namespace {

// Returns a count of at least `least`.
std::size_t CountFrom(RecordOptions& options, std::size_t least, const char* option, const char* value) {
  const std::size_t count = Count(options, option, value);
  if (count < least && options.task == CommandLine::Task::kRun) {
    FailWithUsage(options, std::string("option '") + option + "' needs at least " + std::to_string(least));
  }
  return count;
}

void SetUntil(RecordOptions& options, const char* value) {
  std::string_view number = value;
  if (number.ends_with('%')) number.remove_suffix(1);
  options.until = ParseFinite(number);
  if (options.until && *options.until > 0) return;
  FailWithUsage(options, std::string("option '--until' needs a percentage such as 2%, not '") + value + "'");
}

std::uint64_t TimeAboveZero(RecordOptions& options, const char* option, const char* value) {
  const std::uint64_t time = Time(options, option, value);
  if (time == 0 && options.task == CommandLine::Task::kRun) {
    FailWithUsage(options, std::string("option '") + option + "' needs more than 0");
  }
  return time;
}

void SetSeed(RecordOptions& options, const char* value) {
  options.seed = profdiff::NumberFrom<std::uint64_t>(std::string_view(value));
  if (!options.seed) FailWithUsage(options, std::string("option '--seed' needs a number, not '") + value + "'");
}

void SetAllowedFailures(RecordOptions& options, const char* value) {
  options.allows_failure = true;
  for (std::string_view list = value == nullptr ? "" : value; !list.empty();) {
    const std::string_view word = profdiff::TakeUpTo(list, ',');
    const std::optional<int> status = profdiff::NumberFrom<int>(word);
    if (!status) {
      return FailWithUsage(
          options, "option '--ignore-failure' needs exit statuses such as 1,2, not '" + std::string(value) + "'");
    }
    options.allowed_statuses.push_back(*status);
  }
}

void SetProvider(RecordOptions& options, const char* value) {
  std::vector<std::string> names = {"'auto'"};
  for (const RecorderRow& row : RecorderRows()) names.push_back("'" + std::string(row.name) + "'");
  options.provider = value;
  if (options.provider == "auto" || FindRecorder(value) != nullptr) return;
  FailWithUsage(options, "option '--provider' needs " + Alternatives(names) + ", not '" + value + "'");
}

void SetCallGraph(RecordOptions& options, const char* value) {
  options.call_graph = value;
  for (const std::string_view known : {"fp", "dwarf", "no"}) {
    if (options.call_graph == known) return;
  }
  FailWithUsage(options, std::string("option '--call-graph' needs 'fp', 'dwarf' or 'no', not '") + value + "'");
}

// Adds a variable of -L, as in "n=100,200".
void AddList(RecordOptions& options, const char* value) {
  const std::string_view text = value;
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos) {
    return FailWithUsage(options, "option '-L' needs NAME=VALUE,..., not '" + std::string(text) + "'");
  }
  CommandVariable variable{std::string(text.substr(0, equals)), {}};
  for (std::string_view list = text.substr(equals + 1); !list.empty();) {
    variable.values.emplace_back(profdiff::TakeUpTo(list, ','));
  }
  if (variable.values.empty()) variable.values.emplace_back();
  options.variables.push_back(std::move(variable));
}

// Adds a variable of -P, as in "n=100..300,50": from 100 to 300 in steps of 50.
void AddRange(RecordOptions& options, const char* value) {
  constexpr double kMost = 1000;  // values
  std::string_view text = value;
  const std::string_view name = profdiff::TakeUpTo(text, '=');
  const std::size_t dots = text.find("..");
  const std::size_t comma = std::min(text.find(','), text.size());
  const auto number = [](std::string_view digits) { return ParseFinite(digits); };
  const auto first = dots == std::string_view::npos ? std::nullopt : number(text.substr(0, dots));
  const auto last = first && comma > dots + 2 ? number(text.substr(dots + 2, comma - dots - 2)) : std::nullopt;
  const auto step = comma == text.size() ? std::optional(1.0) : number(text.substr(comma + 1));
  if (name.empty() || !first || !last || !step || *step <= 0 || *last < *first || (*last - *first) / *step > kMost) {
    return FailWithUsage(
        options, "option '-P' needs NAME=MIN..MAX[,STEP] with at most 1000 values, not '" + std::string(value) + "'");
  }
  CommandVariable variable{std::string(name), {}};
  const auto steps = static_cast<std::size_t>((*last - *first) / *step + 1e-9);
  for (std::size_t i = 0; i <= steps; ++i) {
    variable.values.push_back(profdiff::ShortestText(*first + static_cast<double>(i) * *step));
  }
  options.variables.push_back(std::move(variable));
}

// clang-format off
constexpr OptionRow kRunRows[] = {
  {.letter = 'r', .name = "runs", .value = kMust, .metavar = "N",
   .help = "how many pairs of runs to record; default: 20, or with --until at most 100",
   .act = [](RecordOptions& o, const char* v) { o.pairs = CountFrom(o, 1, "--runs", v); }},
  {.name = "time", .value = kMust, .metavar = "TIME",
   .help = "begin no pair after this time, but record at least 3; default: 5min",
   .act = [](RecordOptions& o, const char* v) { o.time = TimeAboveZero(o, "--time", v); }},
  {.name = "until", .value = kMust, .metavar = "PERCENT",
   .help = "end when the 95 % interval of the change reaches at most this far to each side, such as 2",
   .act = [](RecordOptions& o, const char* v) { SetUntil(o, v); }},
  {.name = "function", .value = kMust, .metavar = "NAME",
   .help = "with --until: the interval of this function's time, not of the total",
   .act = [](RecordOptions& o, const char* v) { o.until_function = v; }},
  {.name = "min-runs", .value = kMust, .metavar = "N",
   .help = "with --until: at least this many pairs; default: 10",
   .act = [](RecordOptions& o, const char* v) { o.fewest = CountFrom(o, 2, "--min-runs", v); }},
  {.letter = 'w', .name = "warmup", .value = kMust, .metavar = "N",
   .help = "run this many pairs first that are not used; default: 1",
   .act = [](RecordOptions& o, const char* v) { o.warmups = Count(o, "--warmup", v); }},
  {.name = "seed", .value = kMust, .metavar = "N",
   .help = "begin the random order of the runs here; default: a random number, which is recorded",
   .act = [](RecordOptions& o, const char* v) { SetSeed(o, v); }},
  {.name = "dry-run", .help = "only print what would be run",
   .act = [](RecordOptions& o, const char*) { o.dry_run = true; }},
};

constexpr OptionRow kCommandRows[] = {
  {.letter = 'L', .name = "parameter-list", .value = kMust, .metavar = "NAME=VALUE,...",
   .help = "record the command with each of these values for {NAME}; repeatable",
   .act = [](RecordOptions& o, const char* v) { AddList(o, v); }},
  {.letter = 'P', .name = "parameter-scan", .value = kMust, .metavar = "NAME=MIN..MAX[,STEP]",
   .help = "the same for a range of numbers",
   .act = [](RecordOptions& o, const char* v) { AddRange(o, v); }},
  {.letter = 'n', .name = "command-name", .value = kMust, .metavar = "NAME",
   .help = "name of a command in the report, in the order of the commands; repeatable",
   .act = [](RecordOptions& o, const char* v) { o.names.emplace_back(v); }},
  {.name = "shell", .value = kMay, .metavar = "SHELL",
   .help = "let a shell run the commands; default without a value: /bin/sh",
   .act = [](RecordOptions& o, const char* v) { o.shell = v == nullptr ? "" : v; }},
  {.name = "setup", .value = kMust, .metavar = "COMMAND", .help = "run this once, before everything else",
   .act = [](RecordOptions& o, const char* v) { o.setup = v; }},
  {.name = "prepare", .value = kMust, .metavar = "COMMAND", .help = "run this before each run",
   .act = [](RecordOptions& o, const char* v) { o.prepare = v; }},
  {.name = "conclude", .value = kMust, .metavar = "COMMAND", .help = "run this after each run",
   .act = [](RecordOptions& o, const char* v) { o.conclude = v; }},
  {.name = "cleanup", .value = kMust, .metavar = "COMMAND", .help = "run this once, at the end",
   .act = [](RecordOptions& o, const char* v) { o.cleanup = v; }},
  {.name = "input", .value = kMust, .metavar = "FILE", .help = "standard input of each run; default: none",
   .act = [](RecordOptions& o, const char* v) { o.input = v; }},
  {.name = "stdout", .value = kMust, .metavar = "compare|null|inherit|FILE",
   .help = "what becomes of the output of the runs; default: compare, which says whether it is always the same",
   .act = [](RecordOptions& o, const char* v) { o.standard_output = v; }},
  {.name = "ignore-failure", .value = kMay, .metavar = "STATUS,...",
   .help = "use runs that end with these exit statuses; without a value, with any",
   .act = [](RecordOptions& o, const char* v) { SetAllowedFailures(o, v); }},
  {.name = "timeout", .value = kMust, .metavar = "TIME", .help = "a run that takes longer has failed",
   .act = [](RecordOptions& o, const char* v) { o.timeout = TimeAboveZero(o, "--timeout", v); }},
};

constexpr OptionRow kRecorderRows[] = {
  {.name = "provider", .value = kMust, .metavar = "auto|perf|gmon|callgrind|uftrace|time",
   .help = "the recorder; default: perf if it works here, or else gmon if the programs were linked with -pg, or else "
           "time, which knows no functions",
   .act = [](RecordOptions& o, const char* v) { SetProvider(o, v); }},
  {.letter = 'e', .name = "event", .value = kMust, .metavar = "EVENT", .help = "perf's event; default: cpu-clock",
   .act = [](RecordOptions& o, const char* v) { o.event = v; }},
  {.letter = 'F', .name = "frequency", .value = kMust, .metavar = "N",
   .help = "perf's samples per second; default: 3999",
   .act = [](RecordOptions& o, const char* v) { o.frequency = CountFrom(o, 1, "--frequency", v); }},
  {.name = "call-graph", .value = kMust, .metavar = "fp|dwarf|no",
   .help = "how perf finds the callers; default: fp, which needs programs with frame pointers",
   .act = [](RecordOptions& o, const char* v) { SetCallGraph(o, v); }},
  {.letter = 'o', .name = "output", .value = kMust, .metavar = "DIR",
   .help = "record into this directory, which must be new or empty; default: the next free record-N",
   .act = [](RecordOptions& o, const char* v) { o.directory = v; }},
  {.name = "append", .help = "add pairs to the directory of -o, if the programs are still the same",
   .act = [](RecordOptions& o, const char*) { o.append = true; }},
  {.name = "launch", .value = kMust, .metavar = "FILE",
   .help = "run the command and write to FILE what it used; for command lines that a recording starts",
   .act = [](RecordOptions& o, const char* v) { o.launch_file = v; }},
};
// clang-format on

void CheckCommands(RecordOptions& options) {
  if (options.operands.empty()) return FailWithUsage(options, "no command given");
  if (!options.launch_file.empty()) return;
  if (options.append && options.directory.empty()) return FailWithUsage(options, "--append needs -o DIR");
  if (!options.until_function.empty() && !options.until) {
    return FailWithUsage(options, "--function is only for --until");
  }
  if (options.Used("min-runs") && !options.until) FailWithUsage(options, "--min-runs is only for --until");
  for (const std::string* beside : {&options.setup, &options.prepare, &options.conclude, &options.cleanup}) {
    if (!options.shell && HasOpenQuote(*beside)) FailWithUsage(options, "open quote in '" + *beside + "'");
  }
}

}  // namespace

std::span<const OptionRow> RecordRows() {
  static const OptionRows rows = WithoutGprof(Join({
      UnderHeading("The runs", {kRunRows}),
      UnderHeading("The commands", {kCommandRows}),
      UnderHeading("How they are recorded", {kRecorderRows}),
      UnderHeading("The report", {kReportRows, kKernelRow}),
      UnderHeading("A gate for changes", {kGateRows}),
      UnderHeading("Other outputs; one on standard output replaces the report",
                   {kPageRows, kBesideRows, TableFormatRow()}),
      UnderHeading("Other", {kRenameRow, kRenameDemangledRow, kRenameFileRow, kSubstituteRow, kDemangleRow,
                             kNoDemangleRow, kThreadsRow, kTerminalRows, kTimingRow, kHelpRow, kVersionRow}),
  }));
  return rows;
}

RecordOptions ParseRecordOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  return ParseInSteps<RecordOptions>(arguments, RecordRows(), rules, CheckCommands, [](RecordOptions& options) {
    if (!WritesReport(options, options, options) && !options.markdown) RefuseReportRows(options, options.rows);
    RequireTotals(options, options);
  });
}

}  // namespace egprof
