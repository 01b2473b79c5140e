// SPDX-License-Identifier: GPL-3.0-or-later
// Writes both flat profiles and their difference next to each other. "impact" is the change of a row as a percentage of
// the sum of all absolute changes. The format of a row with the default columns is
//   "%6.2f %8s %8s %8.2f %10s %9s %9s  %2s  %s".
//
// Source: Schulz and de Supinski, Practical Differential Profiling (differential flat profile).
// Test: tests/unit/report/difference/side_by_side_test.cpp.
#include <algorithm>

#include "base/text.h"
#include "report/difference/columns.h"
#include "report/difference/side_by_side_lines.h"
#include "report/gprof/names.h"

namespace profdiff {

std::size_t WriteFlatSideBySide(std::string& out, const Difference& difference, const SideLabels& labels,
                                const ListingOptions& options, const ColumnChoice& choice) {
  StartSection(out);
  if (!options.brief) AppendSideLabels(out, labels);
  AppendColumnHeading(out, choice, difference);
  const Amounts amounts = AmountsOf(difference);
  FunctionNames names(difference.match.functions, options.names);
  std::vector<FunctionId> rows = OrderFlatRows(difference, options.show_unused);
  std::size_t kept = options.limit == 0 ? rows.size() : std::min(rows.size(), options.limit);
  for (std::size_t i = 0; i < kept; ++i) {
    AppendColumnCells(out, choice, difference, amounts, rows[i]);
    out.append(names.Display(rows[i])).append("\n");
    DrainIfLong(out, options.drain);
  }
  AppendLeftOut(out, rows.size() - kept, "rows");
  return rows.size() - kept;
}

}  // namespace profdiff
