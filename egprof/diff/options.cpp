// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof diff` and their effects.
#include "egprof/diff/options.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/profile_rows.h"
#include "egprof/options/report_rows.h"
#include "egprof/options/shared_rows.h"
#include "egprof/options/stack_rows.h"

namespace egprof {
namespace {

// clang-format off
constexpr OptionRow kSideRows[] = {
  {.name = "subtract",
   .help = "the files that follow are the other side; -- does the same; two profiles need neither",
   .marks = Operand::Kind::kSubtract},
  {.name = "add",
   .help = "add up the profiles of a side; by default each is a run, and their variation measures the noise",
   .act = [](DiffOptions& o, const char*) { o.add = true; }},
};
// clang-format on

OptionRows MakeRows() {
  return WithoutGprof(Join({
      Under("The report", {kReportRows}),
      Under("The sides", {kSideRows, kBaselineRow, kNormalizeRow, kRanksRow}),
      Under("Which function is which",
            {kRenameRow, kRenameDemangledRow, kRenameFileRow, kSuggestRow, kExplainMatchesRow, kSymbolsRow}),
      Under("A gate for changes", {kGateRows}),
      Under("Other outputs; one on standard output replaces the report",
            {kPageRows, TableFormatRow(), GmlRow(), kGmlRows, OtherGraphRows(), OfDifference(kGrowthRow),
             OfDifference(kShrinkRow), kFlatRow, kGraphRow, kCountsRow, kTreeRow, kSideBySideRow, kColumnsRow}),
      Under("Profiles of other profilers", {kStackRows}),
      Under("Other", {kDemangleRow, kNoDemangleRow, kFileFormatRow, kSalvageRow, kKeepGoingRow, kThreadsRow, kTimingRow,
                      kHelpRow}),
  }));
}

// Marks separators of the two sides. The scanner treats "--" as an operand, and also "--subtract" if operands end the
// options.
void FindSeparators(DiffOptions& options) {
  for (Operand& operand : options.operands) {
    if (operand.text == "--" || operand.text == "--subtract") operand.kind = Operand::Kind::kSubtract;
  }
}

}  // namespace

std::span<const OptionRow> DiffRows() {
  static const OptionRows rows = MakeRows();
  return rows;
}

DiffOptions ParseDiffOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  DiffOptions options;
  options.program = arguments[0];
  std::vector<const char*> words(arguments.begin() + 1, arguments.end());
  std::ranges::replace_if(
      words, [](const char* word) { return std::strcmp(word, "--") == 0; }, "--subtract");
  Walk(words, DiffRows(), rules, options);
  FindSeparators(options);
  const bool any =
      std::ranges::any_of(options.operands, [](const Operand& o) { return o.kind == Operand::Kind::kFile; });
  if (options.task == CommandLine::Task::kRun && !any) FailWithUsage(options, "no profiles given");
  if (options.task == CommandLine::Task::kRun) CheckReport(options, options);
  return options;
}

}  // namespace egprof
