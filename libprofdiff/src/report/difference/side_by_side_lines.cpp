// SPDX-License-Identifier: GPL-3.0-or-later
// The columns that both side-by-side tables share. A column has the stated width, or the width of its number if that is
// larger. Digits are never cut; instead, the rest of the line moves to the right. The name comes last.
//
// Tests: tests/unit/report/difference/side_by_side_test.cpp.
#include "report/difference/side_by_side_lines.h"

#include "base/text.h"
#include "values/known_calls.h"

namespace profdiff {

void AppendNumber(std::string& out, const NumberCell& number, const Amounts& amounts) {
  out += ' ';
  number ? AppendFixed(out, *number, amounts.Width(8), amounts.digits) : AppendRight(out, "", amounts.Width(8));
}

void AppendText(std::string& out, std::string_view text, int width) {
  out += ' ';
  AppendRight(out, text, width);
}

void AppendCells(std::string& out, const SideBySideCells& cells, const Amounts& amounts) {
  AppendNumber(out, cells.base_seconds, amounts);
  AppendNumber(out, cells.other_seconds, amounts);
  AppendNumber(out, cells.seconds_difference, amounts);
  AppendText(out, cells.base_calls, 10);
  AppendText(out, cells.other_calls, 9);
  AppendText(out, cells.calls_difference, 9);
  out += ' ';
  AppendText(out, cells.sides, 2);
  out += "  ";
}

std::string CallsDifference(const Difference& difference, std::uint64_t base, std::uint64_t other) {
  return CallsKnown(difference) ? std::to_string(CountDifference(base, other)) : "-";
}

std::string SidesCell(bool base, bool other) { return {base ? 'X' : '-', other ? 'X' : '-'}; }

void AppendSideLabels(std::string& out, const SideLabels& labels) {
  out.append("+ base: ").append(labels.base).append("\n");
  // Each listing repeats the sign convention. Otherwise readers of "-0.25" would have to guess which side is faster.
  out.append("- other: ").append(labels.other).append(" (positive: other takes less)\n");
}

void AppendLeftOut(std::string& out, std::size_t count, std::string_view what) {
  if (count == 0) return;
  out.append(std::to_string(count)).append(" more ").append(what).append(" left out\n");
}

}  // namespace profdiff
