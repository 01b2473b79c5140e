// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the chosen columns of the side-by-side flat table. A cell is as wide as its heading, or wider if its number
// is. Digits are never cut; instead, the rest of the line moves to the right. The name comes last.
//
// Test: tests/unit/report/difference/columns_test.cpp.
#include "report/difference/columns.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "profdiff/significance.h"
#include "report/difference/side_by_side_lines.h"
#include "values/known_calls.h"

namespace profdiff {
namespace {

// The input of a cell.
struct Cell {
  const Difference& difference;
  const Difference::Row& row;
  const Amounts& amounts;
  const Verdict* verdict = nullptr;  // null if no verdict was requested
  bool of_total = false;             // true if the verdict is about inclusive times
  bool has_interval = true;          // false if the data gives no confidence interval
};

struct ColumnKind {
  std::string_view name;
  std::string_view upper, lower;  // of equal length, which is the width of the column
  void (*append)(std::string& out, const Cell& cell);
  std::size_t amounts = 0;  // number of columns with times, which come first
};

using Number = std::optional<double>;

void AppendNumber(std::string& out, const Number& number, int width = 8) {
  out += ' ';
  number ? AppendFixed(out, *number, width, 2) : AppendRight(out, "", width);
}

void AppendAmount(std::string& out, const Cell& cell, const Number& number) {
  out += ' ';
  const int width = cell.amounts.Width(8);
  number ? AppendFixed(out, *number, width, cell.amounts.digits) : AppendRight(out, "", width);
}

void AppendDash(std::string& out, int width) {
  out += ' ';
  AppendRight(out, "-", width);
}

void AppendSides(std::string& out, const Number& base, const Number& other) {
  AppendNumber(out, base);
  AppendNumber(out, other);
  // Shares and times per call have a difference only if both sides have a value.
  AppendNumber(out, base && other ? Number(*base - *other) : std::nullopt);
}

// An unused side has an empty cell instead of 0.00, so that "absent" and "measured as zero" look different.
Number SelfOf(const SideNumbers& side) { return side.Used() ? Number(side.self) : std::nullopt; }
Number TotalOf(const SideNumbers& side) { return side.Used() ? Number(side.total) : std::nullopt; }

void AppendImpact(std::string& out, const Cell& cell) {
  const double sum = cell.difference.sum_abs_self;
  // SecondsDifference rounds remainders below half a nanosecond to 0, so that equal times never print as -0.00.
  const double difference = SecondsDifference(cell.row.base.self, cell.row.other.self);
  AppendFixed(out, sum > 0 ? 100.0 * difference / sum : 0, 6, 2);
}

void AppendSelf(std::string& out, const Cell& cell) {
  AppendAmount(out, cell, SelfOf(cell.row.base));
  AppendAmount(out, cell, SelfOf(cell.row.other));
  AppendAmount(out, cell, SecondsDifference(cell.row.base.self, cell.row.other.self));
}

// Appends the bounds, then "~" if noise explains the difference. If there is no difference, there is nothing to
// explain.
void AppendInterval(std::string& out, const Cell& cell) {
  if (cell.verdict == nullptr || !cell.has_interval) {
    return AppendRight(out, "", 20 + 2 * cell.amounts.More(8));
  }
  AppendAmount(out, cell, cell.verdict->low);
  AppendAmount(out, cell, cell.verdict->high);
  const auto time = cell.of_total ? &SideNumbers::total : &SideNumbers::self;
  const bool differs = SecondsDifference(cell.row.base.*time, cell.row.other.*time) != 0;
  out += differs && !cell.verdict->significant ? " ~" : "  ";
}

void AppendDeviation(std::string& out, const Cell& cell) {
  if (cell.verdict == nullptr) return AppendRight(out, "", 18 + 2 * cell.amounts.More(8));
  AppendAmount(out, cell, cell.row.base.Used() ? Number(cell.verdict->base_deviation) : std::nullopt);
  AppendAmount(out, cell, cell.row.other.Used() ? Number(cell.verdict->other_deviation) : std::nullopt);
}

void AppendTotal(std::string& out, const Cell& cell) {
  AppendAmount(out, cell, TotalOf(cell.row.base));
  AppendAmount(out, cell, TotalOf(cell.row.other));
  AppendAmount(out, cell, SecondsDifference(cell.row.base.total, cell.row.other.total));
}

Number ShareOf(const SideNumbers& side, const SideTotals& totals) {
  return side.Used() && totals.seconds > 0 ? Number(100 * side.self / totals.seconds) : std::nullopt;
}

void AppendShare(std::string& out, const Cell& cell) {
  AppendSides(out, ShareOf(cell.row.base, cell.difference.base), ShareOf(cell.row.other, cell.difference.other));
}

// Appends other divided by base, as stated in the heading. The other side takes more if the ratio is above 1.
void AppendRatio(std::string& out, const Cell& cell) {
  const double base = cell.row.base.self;
  AppendNumber(out, base > 0 ? Number(cell.row.other.self / base) : std::nullopt);
}

// Returns self time per call: in thousandths of the unit, or in the unit itself if amounts are whole numbers.
Number PerCall(const SideNumbers& side, const Amounts& amounts) {
  const double scale = amounts.digits == 0 ? 1 : 1e3;
  return side.calls != 0 ? Number(scale * side.self / static_cast<double>(side.calls)) : std::nullopt;
}

void AppendPerCall(std::string& out, const Cell& cell) {
  const Number base = PerCall(cell.row.base, cell.amounts), other = PerCall(cell.row.other, cell.amounts);
  const auto append = [&](bool known, const Number& number) {
    known ? AppendAmount(out, cell, number) : AppendDash(out, cell.amounts.Width(8));
  };
  append(cell.difference.base.calls_known, base);
  append(cell.difference.other.calls_known, other);
  append(CallsKnown(cell.difference), base && other ? Number(*base - *other) : std::nullopt);
}

// Returns "low..high" if the runs of a side differ in their calls.
std::string CallsOf(const SideTotals& totals, const SideNumbers& side, std::uint64_t low, std::uint64_t high) {
  if (!totals.calls_known || (side.calls == 0 && side.self_calls == 0)) return "-";
  if (low < high) return std::to_string(low) + ".." + std::to_string(high);
  return std::to_string(side.calls);
}

void AppendCalls(std::string& out, const Cell& cell) {
  const Verdict verdict = cell.verdict != nullptr ? *cell.verdict : Verdict();
  out += ' ';
  AppendRight(out, CallsOf(cell.difference.base, cell.row.base, verdict.base_calls_low, verdict.base_calls_high), 10);
  out += ' ';
  AppendRight(out, CallsOf(cell.difference.other, cell.row.other, verdict.other_calls_low, verdict.other_calls_high),
              9);
  if (!CallsKnown(cell.difference)) return AppendDash(out, 9);
  out += ' ';
  AppendRight(out, std::to_string(CountDifference(cell.row.base.calls, cell.row.other.calls)), 9);
}

// The kinds of columns, indexed by Column.
constexpr ColumnKind kKinds[] = {
    {"impact", "  %   ", "impact", AppendImpact},
    {"self", "    +self    -self     diff", "  seconds  seconds  seconds", AppendSelf, 3},
    {"interval", "      95 % interval ", "      low     high  ", AppendInterval, 2},
    {"deviation", "   +stdev   -stdev", "  seconds  seconds", AppendDeviation, 2},
    {"total", "   +total   -total     diff", "  seconds  seconds  seconds", AppendTotal, 3},
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
    std::size_t kind = 0;
    while (kind < std::size(kKinds) && kKinds[kind].name != word) ++kind;
    if (kind == std::size(kKinds)) return std::nullopt;
    columns.push_back(static_cast<Column>(kind));
  }
  return columns;
}

void AppendColumnHeading(std::string& out, const ColumnChoice& choice, const Difference& difference) {
  const Amounts amounts = AmountsOf(difference);
  std::string lower;
  for (Column column : choice.columns) {
    const ColumnKind& kind = KindOf(column);
    // The two bounds share the title "95 % interval", which cannot be widened in the middle.
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
  // An interval after `self` is about self time, an interval after `total` about inclusive time. If there are no
  // verdicts on totals, both show the interval of self time.
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
