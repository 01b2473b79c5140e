// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the chosen columns of the side-by-side flat table. A cell is as wide as its heading, or as its number if that
// is wider. Digits are never cut; instead, the rest of the line moves to the right. The name comes last.
//
// Test: tests/unit/report/difference/columns_test.cpp.
#include "report/difference/columns.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "profdiff/significance.h"
#include "report/difference/side_by_side_lines.h"
#include "values/known_calls.h"

namespace profdiff {
namespace {

// The data from which a function's cells are made.
struct Cell {
  const Difference& difference;
  const Difference::Row& row;
  const Amounts& amounts;
  const Verdict* verdict = nullptr;  // null if no verdict was requested
  bool of_total = false;             // true if `verdict` judges inclusive time, false for self time
  bool has_interval = true;          // false if the data give no confidence interval
};

struct ColumnKind {
  std::string_view name;
  // The two lines of the heading, which have the same length: the width of the column.
  std::string_view upper, lower;
  void (*append)(std::string& out, const Cell& cell);
  // Number of subcolumns that contain amounts, such as times. They come before other subcolumns, and are widened if
  // amounts are long.
  std::size_t amounts = 0;
};

// Shares and times per call have a difference only if both sides have a value.
NumberCell DifferenceOf(const NumberCell& base, const NumberCell& other) {
  return base && other ? NumberCell(*base - *other) : std::nullopt;
}

// An unused side has an empty cell instead of 0.00, so that "absent" and "measured as zero" look different.
NumberCell IfUsed(const SideNumbers& side, double number) { return side.Used() ? NumberCell(number) : std::nullopt; }

void AppendImpact(std::string& out, const Cell& cell) {
  const double sum = cell.difference.sum_abs_self;
  // SecondsDifference rounds remainders below half a nanosecond to 0, so that equal times are never printed as -0.00.
  const double difference = SecondsDifference(cell.row.base.self, cell.row.other.self);
  AppendFixed(out, sum > 0 ? 100.0 * difference / sum : 0, 6, 2);
}

// Appends the self or inclusive times of both sides and their difference.
template <double SideNumbers::*kTime>
void AppendTimes(std::string& out, const Cell& cell) {
  const Difference::Row& row = cell.row;
  AppendNumber(out, IfUsed(row.base, row.base.*kTime), cell.amounts);
  AppendNumber(out, IfUsed(row.other, row.other.*kTime), cell.amounts);
  AppendNumber(out, SecondsDifference(row.base.*kTime, row.other.*kTime), cell.amounts);
}

// Appends the bounds of the confidence interval, then "~" if there is a difference and noise explains it.
void AppendInterval(std::string& out, const Cell& cell) {
  if (cell.verdict == nullptr || !cell.has_interval) {
    return AppendRight(out, "", 20 + 2 * cell.amounts.More(8));
  }
  AppendNumber(out, cell.verdict->low, cell.amounts);
  AppendNumber(out, cell.verdict->high, cell.amounts);
  const auto time = cell.of_total ? &SideNumbers::total : &SideNumbers::self;
  const bool differs = SecondsDifference(cell.row.base.*time, cell.row.other.*time) != 0;
  out += differs && !cell.verdict->significant ? " ~" : "  ";
}

void AppendDeviation(std::string& out, const Cell& cell) {
  if (cell.verdict == nullptr) return AppendRight(out, "", 18 + 2 * cell.amounts.More(8));
  AppendNumber(out, IfUsed(cell.row.base, cell.verdict->base_deviation), cell.amounts);
  AppendNumber(out, IfUsed(cell.row.other, cell.verdict->other_deviation), cell.amounts);
}

NumberCell ShareOf(const SideNumbers& side, const SideTotals& totals) {
  return totals.seconds > 0 ? IfUsed(side, 100 * side.self / totals.seconds) : std::nullopt;
}

void AppendShare(std::string& out, const Cell& cell) {
  const NumberCell base = ShareOf(cell.row.base, cell.difference.base);
  const NumberCell other = ShareOf(cell.row.other, cell.difference.other);
  AppendNumber(out, base);
  AppendNumber(out, other);
  AppendNumber(out, DifferenceOf(base, other));
}

// Appends the other side's time divided by the base's, as stated in the heading. A ratio above 1 means that the other
// side takes more.
void AppendRatio(std::string& out, const Cell& cell) {
  const double base = cell.row.base.self;
  AppendNumber(out, base > 0 ? NumberCell(cell.row.other.self / base) : std::nullopt);
}

// Returns a function's self time per call, in thousandths of the unit, or in the unit itself if amounts are whole
// numbers.
NumberCell PerCall(const SideNumbers& side, const Amounts& amounts) {
  const double scale = amounts.digits == 0 ? 1 : 1e3;
  return side.calls != 0 ? NumberCell(scale * side.self / static_cast<double>(side.calls)) : std::nullopt;
}

void AppendPerCall(std::string& out, const Cell& cell) {
  const NumberCell base = PerCall(cell.row.base, cell.amounts), other = PerCall(cell.row.other, cell.amounts);
  const auto append = [&](bool known, const NumberCell& number) {
    known ? AppendNumber(out, number, cell.amounts) : AppendText(out, "-", cell.amounts.Width(8));
  };
  append(cell.difference.base.calls_known, base);
  append(cell.difference.other.calls_known, other);
  append(CallsKnown(cell.difference), DifferenceOf(base, other));
}

// Returns a side's number of calls, or "low..high" if the side's runs differ in their numbers of calls.
std::string CallsOf(const SideTotals& totals, const SideNumbers& side, std::uint64_t low, std::uint64_t high) {
  if (!totals.calls_known || (side.calls == 0 && side.self_calls == 0)) return "-";
  if (low < high) return std::to_string(low) + ".." + std::to_string(high);
  return std::to_string(side.calls);
}

void AppendCalls(std::string& out, const Cell& cell) {
  const Verdict verdict = cell.verdict != nullptr ? *cell.verdict : Verdict();
  AppendText(out, CallsOf(cell.difference.base, cell.row.base, verdict.base_calls_low, verdict.base_calls_high), 10);
  AppendText(out, CallsOf(cell.difference.other, cell.row.other, verdict.other_calls_low, verdict.other_calls_high), 9);
  AppendText(out, CallsDifference(cell.difference, cell.row.base.calls, cell.row.other.calls), 9);
}

// The kinds of columns, indexed by Column.
constexpr ColumnKind kKinds[] = {
    {"impact", "  %   ", "impact", AppendImpact},
    {"self", "    +self    -self     diff", "  seconds  seconds  seconds", AppendTimes<&SideNumbers::self>, 3},
    {"interval", "      95 % interval ", "      low     high  ", AppendInterval, 2},
    {"deviation", "   +stdev   -stdev", "  seconds  seconds", AppendDeviation, 2},
    {"total", "   +total   -total     diff", "  seconds  seconds  seconds", AppendTimes<&SideNumbers::total>, 3},
    {"share", "   +share   -share     diff", "   % of +   % of -   points", AppendShare},
    {"ratio", "    ratio", "    -/+  ", AppendRatio},
    {"per-call", "    +self    -self     diff", "  ms/call  ms/call  ms/call", AppendPerCall, 3},
    {"calls", "      +self     -self      diff", "      calls     calls     calls", AppendCalls},
};

const ColumnKind& KindOf(Column column) { return kKinds[static_cast<std::size_t>(column)]; }

}  // namespace

std::optional<std::vector<Column>> ParseColumns(std::string_view list) {
  std::vector<Column> columns;
  for (bool more = true; more;) {
    const std::size_t comma = list.find(',');
    const std::string_view word = list.substr(0, comma);
    more = comma != std::string_view::npos;
    if (more) list.remove_prefix(comma + 1);
    const auto* const kind = std::ranges::find(kKinds, word, &ColumnKind::name);
    if (kind == std::end(kKinds)) return std::nullopt;
    columns.push_back(static_cast<Column>(kind - kKinds));
  }
  return columns;
}

void AppendColumnHeading(std::string& out, const ColumnChoice& choice, const Difference& difference) {
  const Amounts amounts = AmountsOf(difference);
  std::string lower;
  for (Column column : choice.columns) {
    const ColumnKind& kind = KindOf(column);
    // The title "95 % interval" spans both bounds, so no blanks are inserted into the title: all of them precede it.
    const std::size_t titles = column == Column::kInterval ? 0 : kind.amounts;
    const std::string cells = Widened(std::string(kind.lower), 0, kind.amounts, amounts);
    AppendRight(out, Widened(std::string(kind.upper), 0, titles, amounts), static_cast<int>(cells.size()));
    lower += cells;
  }
  out += "  sym\n";
  out += InUnit(std::move(lower), UnitOf(difference), amounts) + "  +-  name\n";
}

void AppendColumnCells(std::string& out, const ColumnChoice& choice, const Difference& difference,
                       const Amounts& amounts, FunctionId function) {
  const Difference::Row& row = difference.functions[function.value];
  const Significance* const judged = choice.significance;
  Cell cell{difference, row, amounts, judged != nullptr ? &judged->functions[function.value] : nullptr};
  cell.has_interval = judged == nullptr || HasInterval(judged->evidence);
  // An interval in a column after `self` refers to self time, and one in a column after `total` refers to inclusive
  // time. If there are no verdicts on inclusive times, both show the interval of self time.
  for (Column column : choice.columns) {
    const bool has_verdict = judged != nullptr && (column == Column::kSelf || column == Column::kTotal);
    if (has_verdict) {
      cell.of_total = column == Column::kTotal && !judged->totals.empty();
      cell.verdict = &(cell.of_total ? judged->totals : judged->functions)[function.value];
    }
    KindOf(column).append(out, cell);
  }
  out.append("  ").append(SidesCell(row.base.present, row.other.present)).append("  ");
}

}  // namespace profdiff
