// SPDX-License-Identifier: GPL-3.0-or-later
// Writes both flat profiles and their difference next to each other. "impact" is the change of a row as a percentage of
// the sum of all absolute changes. The format of a row with the default columns is
//   "%6.2f %8s %8s %8.2f %10s %9s %9s  %2s  %s".
//
// Source: Schulz and de Supinski, Practical Differential Profiling (differential flat profile).
// Test: tests/unit/report/difference/side_by_side_test.cpp.
#include "base/text.h"
#include "report/difference/columns.h"
#include "report/difference/side_by_side_lines.h"
#include "report/format/limit.h"
#include "report/gprof/names.h"
#include "values/row_order.h"

namespace profdiff {

std::size_t WriteFlatSideBySide(std::string& out, const Difference& difference, const SideLabels& labels,
                                const ListingOptions& options, const ColumnChoice& choice) {
  StartSection(out);
  if (!options.brief) AppendSideLabels(out, labels);
  AppendColumnHeading(out, choice, difference);
  const Amounts amounts = AmountsOf(difference);
  FunctionNames names(difference.match.functions, options.names);
  std::vector<FunctionId> rows = OrderFlatRows(difference, options.show_unused);
  const std::size_t left_out = CutRows(rows, options.limit);
  for (const FunctionId f : rows) {
    AppendColumnCells(out, choice, difference, amounts, f);
    out.append(names.Display(f)).append("\n");
    DrainIfLong(out, options.drain);
  }
  AppendLeftOut(out, left_out, "rows");
  return left_out;
}

}  // namespace profdiff
