// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof diff` and their effects.
#include "egprof/diff/options.h"

#include <algorithm>
#include <string_view>

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

// Marks the separators between the two sides. If the first file ends the options (POSIXLY_CORRECT), the scanner returns
// "--subtract" and "--" as operands instead of options.
void FindSeparators(CommandLine& line) {
  for (Operand& operand : line.operands) {
    if (operand.text == "--subtract" || operand.text == "--") operand.kind = Operand::Kind::kSubtract;
  }
}

void RequireFiles(CommandLine& line) {
  if (std::ranges::find(line.operands, Operand::Kind::kFile, &Operand::kind) == line.operands.end()) {
    FailWithUsage(line, "no profiles given");
  }
}

}  // namespace

std::span<const OptionRow> DiffRows() {
  static const OptionRows rows = WithoutGprof(Join({
      UnderHeading("The report", {kReportRows}),
      UnderHeading("The sides", {kSideRows, kBaselineRow, kNormalizeRow, kRanksRow}),
      UnderHeading("Which function is which", {kRenameRow, kRenameDemangledRow, kRenameFileRow, kSubstituteRow,
                                               kSuggestRow, kExplainMatchesRow, kSymbolsRow}),
      UnderHeading("A gate for changes", {kGateRows}),
      UnderHeading(
          "Other outputs; one on standard output replaces the report",
          {kPageRows, kBesideRows, TableFormatRow(), GmlRow(), kGmlRows, OtherGraphRows(), OfDifference(kGrowthRow),
           OfDifference(kShrinkRow), kFlatRow, kGraphRow, kCountsRow, kTreeRow, kSideBySideRow, ColumnsRow()}),
      UnderHeading("Profiles of other profilers", {StackRows(), kKernelRow}),
      UnderHeading("Other",
                   {kDemangleRow, kNoDemangleRow, kFileFormatRow, kShiftRow, kSalvageRow, kKeepGoingRow, kThreadsRow,
                    kNoProgramsRow, kSafetyRows, kTerminalRows, kTimingRow, kHelpRow, kVersionRow}),
  }));
  return rows;
}

DiffOptions ParseDiffOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  ParseRules own = rules;
  own.dashes = &*std::ranges::find_if(
      DiffRows(), [](const OptionRow& row) { return row.HasName() && row.name == std::string_view("subtract"); });
  return ParseInSteps<DiffOptions>(arguments, DiffRows(), own, FindSeparators, RequireFiles, [](DiffOptions& options) {
    if (!WritesReport(options, options, options) && !options.markdown) RefuseReportRows(options, options.rows);
    RequireTotals(options, options);
  });
}

}  // namespace egprof
