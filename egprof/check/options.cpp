// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof check` and what each of them does.
#include "egprof/check/options.h"

#include <charconv>
#include <string_view>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/shared_rows.h"

namespace egprof {
namespace {

// "0.02" or "2%".
void SetShare(CheckOptions& options, const char* option, const char* value, double& share) {
  std::string_view text = value;
  const bool is_percent = text.ends_with('%');
  if (is_percent) text.remove_suffix(1);
  double number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (is_percent) number /= 100;
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() || !(number >= 0 && number <= 1)) {
    return FailWithUsage(options, std::string("option '") + option +
                                      "' needs a number from 0 to 1, or from 0% to 100%, not '" + value + "'");
  }
  share = number;
}

// "main" or "main:12", where 12 is the line of a loop.
void SetPhase(CheckOptions& options, const char* value) {
  const std::string_view text = value;
  const std::size_t colon = text.rfind(':');
  options.measure.phase = text;
  if (colon == std::string_view::npos || colon == 0 || text[colon - 1] == ':') return;
  std::uint32_t line = 0;
  const auto result = std::from_chars(text.data() + colon + 1, text.data() + text.size(), line);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() || line == 0) return;
  options.measure.phase = text.substr(0, colon);
  options.measure.phase_line = line;
}

constexpr Condition kOneSide = {"is for runs without --subtract"};
constexpr auto kMust = Value::kRequired;

// clang-format off
constexpr OptionRow kRunRows[] = {
  {.name = "subtract", .help = "the runs that follow are the other side: base minus other",
   .marks = Operand::Kind::kSubtract},
  {.name = "phase", .value = kMust, .metavar = "FN[:LINE]",
   .help = "look at what this function does, or its loop at LINE; else at main, or at all where there is no main",
   .act = [](CheckOptions& o, const char* v) { SetPhase(o, v); }},
  {.name = "instances", .help = "also say how severe each property is in each call of the phase",
   .act = [](CheckOptions& o, const char*) { o.measure.instances = true; }},
};

constexpr OptionRow kPropertyRows[] = {
  {.name = "properties", .value = kMust, .metavar = "FILE",
   .help = "properties in ASL, added to those that are built in, or in their place; repeatable",
   .act = [](CheckOptions& o, const char* v) { o.property_files.emplace_back(v); }},
  {.name = "threshold", .value = kMust, .metavar = "X",
   .help = "severities above it count, where properties ask for 'threshold'; 1%",
   .act = [](CheckOptions& o, const char* v) { SetShare(o, "--threshold", v, o.properties.threshold); }},
  {.name = "min-share", .value = kMust, .metavar = "X",
   .help = "regions count that have so much of the phase's loss, where properties ask for 'min_share'; 1%",
   .act = [](CheckOptions& o, const char* v) { SetShare(o, "--min-share", v, o.properties.min_share); }},
  {.name = "min-confidence", .value = kMust, .metavar = "X",
   .help = "properties count of at least this confidence; 0.5",
   .act = [](CheckOptions& o, const char* v) { SetShare(o, "--min-confidence", v, o.properties.min_confidence); }},
};

constexpr OptionRow kTableRow = {
  .name = "table", .help = "how many times each property was found in each run, every run a program of its own",
  .excludes = &kOneSide,
  .act = [](CheckOptions& o, const char*) { o.table = true; }};

constexpr OptionRow kGateRow = {
  .name = "fail-if", .value = kMust, .metavar = "CONDITION",
  .help = "exit status 3 if it holds for a finding, as 'LC1MissesOverMemRef > 5%', 'severity > 0.2', or with --subtract "
          "'growth > 1%'; repeatable",
  .act = [](CheckOptions& o, const char* v) { Try(o, [&] { o.gates.push_back(ParsePropertyGate(v)); }); }};
// clang-format on

OptionRows MakeRows() {
  return WithoutGprof(Join({
      Under("Which runs", {kRunRows}),
      Under("Which properties", {kPropertyRows}),
      Under("The report", {Saying("how findings are written", TableFormatRow()), kTableRow,
                           Saying("only the first N rows of the table; 0 is all", kLimitRow)}),
      Under("Other", {kGateRow,
                      Saying("of a damaged recording use what is whole, say what is missing, and end with status 2",
                             kSalvageRow),
                      kTimingRow, kHelpRow}),
  }));
}

void SplitRuns(CheckOptions& options) {
  bool subtracts = false;
  for (const Operand& operand : options.operands) {
    if (operand.kind == Operand::Kind::kSubtract) {
      if (subtracts) return FailWithUsage(options, "--subtract is there twice");
      subtracts = true;
    } else {
      (subtracts ? options.other : options.base).push_back(operand.text);
    }
  }
  if (options.base.empty()) return FailWithUsage(options, "which run?");
  if (subtracts && options.other.empty()) return FailWithUsage(options, "which runs are subtracted?");
  const OptionRow* const row = FirstThatExcludes(options, kOneSide);
  if (subtracts && row != nullptr) Fail(options, LongOptionName(*row) + " " + kOneSide.reminder);
}

}  // namespace

std::span<const OptionRow> CheckRows() {
  static const OptionRows rows = MakeRows();
  return rows;
}

CheckOptions ParseCheckOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  CheckOptions options;
  options.program = arguments[0];
  Walk(arguments.subspan(1), CheckRows(), rules, options);
  if (options.task == CommandLine::Task::kRun) SplitRuns(options);
  return options;
}

}  // namespace egprof
