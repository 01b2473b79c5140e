// SPDX-License-Identifier: GPL-3.0-or-later
// Options that several commands share, each defined once. A command includes them under its own headings.
#ifndef EGPROF_OPTIONS_SHARED_ROWS_H_
#define EGPROF_OPTIONS_SHARED_ROWS_H_

#include "egprof/cli/option_row.h"

namespace egprof {

// Rows that every command has. They act on CommandLine.
extern const OptionRow kHelpRow, kVersionRow, kTimingRow;
// Act on CommandLine and WorkOptions; for commands that start no programs but perf.
extern const OptionRow kSafetyRows[2];  // --memory, --sandbox

// Act on CommandLine; for commands that write a report of their own: --color, --no-hints.
extern const OptionRow kTerminalRows[2];

// Rows; the comment after each line names the struct on which they act.
extern const OptionRow kThreadsRow, kSalvageRow, kNoProgramsRow;                         // WorkOptions
extern const OptionRow kDemangleRow, kNoDemangleRow, kLimitRow;                          // LayoutOptions
extern const OptionRow kRenameRow, kRenameDemangledRow, kRenameFileRow, kSubstituteRow;  // RenameOptions
extern const OptionRow kGrowthRow, kShrinkRow;                                           // DirectionOptions

// Options that select calls of a trace: --keep, --drop, --startup, --depth, --rank, --thread, --from, --to. They act on
// CallOptions.
extern const OptionRow kCallRows[8];
extern const OptionRow kOffCpuRow;  // --off-cpu, which also acts on CallOptions

}  // namespace egprof

#endif  // EGPROF_OPTIONS_SHARED_ROWS_H_
