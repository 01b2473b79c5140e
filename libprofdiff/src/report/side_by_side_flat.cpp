// SPDX-License-Identifier: GPL-3.0-or-later
// Both flat profiles and their difference next to each other; impact is the share of a row in the sum of all changes.
// Row: "%6.2f %8s %8s %8.2f %10s %9s %9s  %2s  %s".
// Source: the paper's differential flat profile. Test: tests/unit/report/side_by_side_test.cpp.
#include <algorithm>

#include "base/text.h"
#include "report/names.h"
#include "report/side_by_side_lines.h"

namespace profdiff {
namespace {

constexpr std::string_view kHeading =
    "  %       +self    -self     diff      +self     -self      diff  sym\n"
    "impact  seconds  seconds  seconds      calls     calls     calls  +-  name\n";

SecondsCell SelfCell(const SideNumbers& side) { return side.Used() ? SecondsCell(side.self) : std::nullopt; }

std::string CallsCell(const SideNumbers& side) {
  bool recorded = side.calls != 0 || side.self_calls != 0;
  return recorded ? std::to_string(side.calls) : "-";
}

SideBySideCells CellsOf(const Difference::Row& row) {
  SideBySideCells cells;
  cells.base_seconds = SelfCell(row.base);
  cells.other_seconds = SelfCell(row.other);
  cells.seconds_difference = SecondsDifference(row.base.self, row.other.self);
  cells.base_calls = CallsCell(row.base);
  cells.other_calls = CallsCell(row.other);
  cells.calls_difference = std::to_string(CountDifference(row.base.calls, row.other.calls));
  cells.sides = SidesCell(row.base.present, row.other.present);
  return cells;
}

}  // namespace

std::size_t WriteFlatSideBySide(std::string& out, const Difference& difference, const SideLabels& labels,
                                const ListingOptions& options) {
  StartSection(out);
  if (!options.brief) AppendSideLabels(out, labels);
  out += kHeading;
  FunctionNames names(difference.match.functions, options.names);
  std::vector<FunctionId> rows = OrderFlatRows(difference, options.show_unused);
  std::size_t kept = options.limit == 0 ? rows.size() : std::min(rows.size(), options.limit);
  for (std::size_t i = 0; i < kept; ++i) {
    SideBySideCells cells = CellsOf(difference.functions[rows[i].value]);
    double sum = difference.sum_abs_self;
    AppendFixed(out, sum > 0 ? 100.0 * *cells.seconds_difference / sum : 0, 6, 2);
    AppendCells(out, cells);
    out.append(names.Display(rows[i])).append("\n");
  }
  AppendLeftOut(out, rows.size() - kept, "rows");
  return rows.size() - kept;
}

}  // namespace profdiff
