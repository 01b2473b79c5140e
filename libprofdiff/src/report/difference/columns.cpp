// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the chosen columns of the side-by-side flat table: numbers of both sides (report/columns/row_numbers.h), and
// columns that only this table has. A cell is as wide as its heading, or as its number if that
// is wider. Digits are never cut; instead, the rest of the line moves to the right. The name comes last.
//
// Test: tests/unit/report/difference/columns_test.cpp.
#include "report/difference/columns.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "profdiff/error.h"
#include "profdiff/significance.h"
#include "report/columns/row_numbers.h"
#include "report/difference/side_by_side_lines.h"
#include "values/evidence.h"
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

// A column that is not a number of both sides.
struct OwnColumn {
  Column column;
  // The two lines of the heading, which have the same length: the width of the column.
  std::string_view upper, lower;
  void (*append)(std::string& out, const Cell& cell);
  // Number of subcolumns that contain amounts, such as times. They come before other subcolumns, and are widened if
  // amounts are long.
  std::size_t amounts = 0;
};

// Returns the difference if both sides have a value.
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

// Appends the other side's time divided by the base's, as stated in the heading. A ratio above 1 means that the other
// side takes more.
void AppendRatio(std::string& out, const Cell& cell) {
  const double base = cell.row.base.self;
  AppendNumber(out, base > 0 ? NumberCell(cell.row.other.self / base) : std::nullopt);
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

void AppendCounts(std::string& out, const RowNumber& number, const Cell& cell) {
  if (number.name == "calls") return AppendCalls(out, cell);
  const SideNumbers &base = cell.row.base, &other = cell.row.other;
  const bool knows_base = number.IsKnown(cell.difference.base), knows_other = number.IsKnown(cell.difference.other);
  const auto text = [](bool is_known, auto count) { return is_known ? std::to_string(count) : std::string("-"); };
  AppendText(out, text(knows_base && base.Used(), number.count(base)), 10);
  AppendText(out, text(knows_other && other.Used(), number.count(other)), 9);
  AppendText(out, text(knows_base && knows_other, CountDifference(number.count(base), number.count(other))), 9);
}

// Appends a number of both sides and its difference.
void AppendRowNumber(std::string& out, const RowNumber& number, const Cell& cell) {
  if (number.kind == NumberKind::kCount) return AppendCounts(out, number, cell);
  const Amounts amounts = number.InUnit() ? cell.amounts : Amounts();
  const auto append = [&](bool is_known, const NumberCell& value) {
    is_known ? AppendNumber(out, value, amounts) : AppendText(out, "-", amounts.Width(8));
  };
  const auto value = [&](const SideNumbers& side, const SideTotals& totals) {
    return side.Used() ? number.value(side, totals, cell.amounts.digits == 0) : std::nullopt;
  };
  const SideTotals &base_totals = cell.difference.base, &other_totals = cell.difference.other;
  const NumberCell base = value(cell.row.base, base_totals), other = value(cell.row.other, other_totals);
  const bool knows_base = number.IsKnown(base_totals), knows_other = number.IsKnown(other_totals);
  append(knows_base, base);
  append(knows_other, other);
  const bool is_amount = number.kind == NumberKind::kAmount;
  append(knows_base && knows_other,
         is_amount ? NumberCell(SecondsDifference(base.value_or(0), other.value_or(0))) : DifferenceOf(base, other));
}

constexpr OwnColumn kOwnColumns[] = {
    {{"impact", "difference of self time, in percent of the sum of all absolute differences"},
     "  %   ",
     "impact",
     AppendImpact},
    {{"ratio", "self time of the other side divided by that of the base"}, "    ratio", "    -/+  ", AppendRatio},
    {{"interval", "95 % interval of the difference of the time in the column before; \"~\": noise explains it",
      /*needs_significance=*/true},
     "      95 % interval ",
     "      low     high  ",
     AppendInterval,
     2},
    {{"deviation", "standard deviation of the time in the column before, over the runs of each side",
      /*needs_significance=*/true},
     "   +stdev   -stdev",
     "  seconds  seconds",
     AppendDeviation,
     2},
};

// Returns the two lines of the heading of a number, each with a cell for the base, the other side and the difference.
std::pair<std::string, std::string> HeadingOf(const RowNumber& number) {
  std::pair<std::string, std::string> lines;
  const bool is_count = number.kind == NumberKind::kCount;
  const std::string heading(number.heading), titles[] = {"+" + heading, "-" + heading, "diff"};
  for (std::size_t i = 0; i < 3; ++i) {
    const int width = !is_count ? 9 : i == 0 ? 11 : 10;
    AppendRight(lines.first, titles[i], width);
    AppendRight(lines.second, number.units[i], width);
  }
  return lines;
}

template <class Rows, class NameOf>
auto FindNamed(const Rows& rows, std::string_view name, NameOf name_of) -> decltype(&*std::begin(rows)) {
  const auto found = std::ranges::find(rows, name, name_of);
  return found == std::end(rows) ? nullptr : &*found;
}

const RowNumber* FindNumber(std::string_view name) { return FindNamed(RowNumbers(), name, &RowNumber::name); }

const OwnColumn& FindOwn(std::string_view name) {
  const auto name_of = [](const OwnColumn& own) { return own.column.name; };
  const OwnColumn* const found = FindNamed(kOwnColumns, name, name_of);
  if (found == nullptr) throw Error(ErrorCode::kBadArgument, "there is no column " + std::string(name));
  return *found;
}

}  // namespace

std::vector<Column> DifferenceColumns() {
  std::vector<Column> columns;
  for (const RowNumber& number : RowNumbers()) {
    if (!number.name.empty()) columns.push_back({number.name, number.description});
  }
  for (const OwnColumn& own : kOwnColumns) columns.push_back(own.column);
  return columns;
}

void AppendColumnHeading(std::string& out, const ColumnChoice& choice, const Difference& difference) {
  const Amounts amounts = AmountsOf(difference);
  std::string lower;
  for (const std::string& name : choice.columns) {
    const RowNumber* const number = FindNumber(name);
    if (number != nullptr) {
      const auto [titles, units] = HeadingOf(*number);
      const std::size_t widened = number->InUnit() ? 3 : 0;
      out += Widened(titles, 0, widened, amounts);
      lower += Widened(units, 0, widened, amounts);
      continue;
    }
    const OwnColumn& own = FindOwn(name);
    // The title "95 % interval" spans both bounds, so no blanks are inserted into the title: all of them precede it.
    const std::size_t titles = name == "interval" ? 0 : own.amounts;
    const std::string cells = Widened(std::string(own.lower), 0, own.amounts, amounts);
    AppendRight(out, Widened(std::string(own.upper), 0, titles, amounts), static_cast<int>(cells.size()));
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
  // An interval in a column after `self` refers to self time, and one in a column after `total` refers to inclusive
  // time. If there are no verdicts on inclusive times, both show the interval of self time.
  for (const std::string& name : choice.columns) {
    const bool has_verdict = judged != nullptr && (name == "self" || name == "total");
    if (has_verdict) {
      cell.of_total = name == "total" && !judged->totals.empty();
      cell.verdict = &(cell.of_total ? judged->totals : judged->functions)[function.value];
    }
    cell.has_interval =
        judged == nullptr || (HasInterval(judged->evidence) && IsJudged(judged->evidence, *cell.verdict));
    const RowNumber* const number = FindNumber(name);
    number != nullptr ? AppendRowNumber(out, *number, cell) : FindOwn(name).append(out, cell);
  }
  out.append("  ").append(SidesCell(row.base.present, row.other.present)).append("  ");
}

}  // namespace profdiff
