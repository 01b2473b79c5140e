// SPDX-License-Identifier: GPL-3.0-or-later
// Options of commands that list profiles: of the gprof form and of `diff`. They act on ProfileOptions or parts of it.
#ifndef EGPROF_OPTIONS_PROFILE_ROWS_H_
#define EGPROF_OPTIONS_PROFILE_ROWS_H_

#include "egprof/cli/option_row.h"

namespace egprof {

// A second execution, which some options are of no use without.
inline constexpr Condition kOtherExecution = {"needs two executions: name the other one after --subtract"};
// --ranks without a pair of them: its table is none of the listings that these options are for.
inline constexpr Condition kAllRanks = {"is not for --ranks, but for --ranks=A,B"};

extern const OptionRow kFlatRow, kGraphRow, kCountsRow;  // -p -q -C
extern const OptionRow kTreeRow;
extern const OptionRow kSymbolsRow;
extern const OptionRow kSideBySideRow, kColumnsRow, kNormalizeRow, kRanksRow, kBaselineRow;
extern const OptionRow kSuggestRow, kExplainMatchesRow;
extern const OptionRow kGateRows[2];  // --fail-if, --fail-on-function
extern const OptionRow kGmlRows[2];   // --gml-size, --gml-nodes
extern const OptionRow kPageRows[2];  // --html, --html-size
extern const OptionRow kFileFormatRow, kKeepGoingRow;

// --growth and --shrink of profiles.
OptionRow OfDifference(const OptionRow& row);

}  // namespace egprof

#endif  // EGPROF_OPTIONS_PROFILE_ROWS_H_
