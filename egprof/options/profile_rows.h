// SPDX-License-Identifier: GPL-3.0-or-later
// Options of the commands that list profiles.
#ifndef EGPROF_OPTIONS_PROFILE_ROWS_H_
#define EGPROF_OPTIONS_PROFILE_ROWS_H_

#include "egprof/cli/option_row.h"

namespace egprof {

// Requires a second execution.
inline constexpr Condition kOtherExecution = {"needs two executions: name the other execution after --subtract"};
// Forbids --ranks without a pair of ranks; used by options that do not affect the table of ranks.
inline constexpr Condition kAllRanks = {"cannot be combined with --ranks, only with --ranks=A,B"};

extern const OptionRow kFlatRow, kGraphRow, kCountsRow;  // -p -q -C
extern const OptionRow kTreeRow;
extern const OptionRow kSymbolsRow;
extern const OptionRow kSideBySideRow, kNormalizeRow, kRanksRow, kBaselineRow;
extern const OptionRow kSuggestRow, kExplainMatchesRow;
extern const OptionRow kGateRows[2];    // --fail-if, --fail-on-function
extern const OptionRow kGmlRows[2];     // --gml-size, --gml-nodes
extern const OptionRow kPageRows[2];    // --html; --html-size, which acts on PageOptions
extern const OptionRow kBesideRows[2];  // --json, --markdown; they act on BesideOptions
extern const OptionRow kFileFormatRow, kKeepGoingRow, kShiftRow;

OptionRow ColumnsRow();  // --columns

// Returns a copy of the row for --growth or --shrink that needs kOtherExecution and excludes kAllRanks.
OptionRow OfDifference(const OptionRow& row);

}  // namespace egprof

#endif  // EGPROF_OPTIONS_PROFILE_ROWS_H_
