// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the flat difference in gprof's layout. Percentages refer to the sum of all absolute changes: a net total can
// be zero, or so small that each row would be hundreds of percent of it.
//
// Test: tests/unit/report/difference/flat_test.cpp.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "profdiff/listing.h"
#include "report/difference/explanations.h"
#include "report/difference/graph.h"
#include "report/format/limit.h"
#include "report/gprof/classic_lines.h"
#include "report/gprof/names.h"
#include "values/known_calls.h"
#include "values/row_order.h"

namespace profdiff {
namespace {

double LongestCall(std::span<const Difference::Row> rows) {
  double longest = 0;
  for (const Difference::Row& row : rows) {
    for (const SideNumbers* side : {&row.base, &row.other}) {
      if (side->calls != 0) longest = std::max(longest, side->total / static_cast<double>(side->calls));
    }
  }
  return longest;
}

// Returns the unit that gprof's rule (GPROF.md, section 10.3) chooses from the times per call of both sides. For their
// difference, which can be much smaller, the rule would choose a unit that is too small for the times of both sides.
PerCallUnit UnitOf(const Difference& difference, const ListingOptions& options) {
  if (AmountsOf(difference).digits == 0) return {' ', 1};
  if (options.traditional) return {'m', 1e3};
  return ChoosePerCallUnit(LongestCall(difference.functions));
}

double SelfOf(const Difference::Row& numbers) { return SecondsDifference(numbers.base.self, numbers.other.self); }

// True if a difference of time divided by a difference of calls is meaningful. It is not meaningful if time and calls
// changed in opposite directions, or if calls hardly changed: the whole change of time would then be attributed to the
// few calls that appeared or disappeared.
bool HasTimePerCall(double seconds, std::int64_t calls, std::uint64_t larger_side) {
  constexpr double kLeastChange = 0.05;  // smallest change of calls, as a share of the larger side's calls
  if (calls == 0 || std::abs(static_cast<double>(calls)) < kLeastChange * static_cast<double>(larger_side))
    return false;
  return seconds == 0 || (seconds > 0) == (calls > 0);
}

FlatRow RowOf(const Difference& difference, const Difference::Row& numbers, double factor) {
  const double sum_abs_self = difference.sum_abs_self;
  const SideNumbers& base = numbers.base;
  const SideNumbers& other = numbers.other;
  FlatRow row;
  row.self = SelfOf(numbers);
  row.percent = sum_abs_self > 0 ? 100.0 * row.self / sum_abs_self : 0;
  row.calls_known = CallsKnown(difference);
  if (!row.calls_known || (base.calls == 0 && other.calls == 0)) return row;
  const std::int64_t calls = CountDifference(base.calls, other.calls);
  const std::uint64_t larger_side = std::max(base.calls, other.calls);
  const double total = SecondsDifference(base.total, other.total);
  row.calls = calls;
  // Both columns of times per call are filled, or neither is: a program that splits a row at its blanks could not
  // determine which one is missing.
  if (!HasTimePerCall(row.self, calls, larger_side) || !HasTimePerCall(total, calls, larger_side)) return row;
  row.self_per_call = factor * row.self / static_cast<double>(calls);
  row.total_per_call = factor * total / static_cast<double>(calls);
  return row;
}

}  // namespace

std::size_t WriteFlatDifference(std::string& out, const Difference& difference, const ListingOptions& options) {
  ListingHeading heading = HeadingOf(difference, options);
  heading.unit = UnitOf(difference, options);
  AppendFlatHeading(out, heading);
  std::vector<FunctionId> rows = OrderFlatRows(difference, options.show_unused, options.threads);
  const std::size_t left_out = CutRows(rows, options.limit);
  const FunctionNames names(difference.match.functions, StyleFor(options.names, options.traditional));
  std::optional<DifferenceGraph> graph;  // needed for the entry numbers that -T prints
  if (options.traditional) graph.emplace(difference, options.show_unused, EntrySort::kInclusive);
  // Absolute changes are added up, so that the last row's cumulative value is the sum in the heading.
  AppendFlatRows(
      out, options, heading.amounts, rows,
      [&](FunctionId f) { return std::abs(SelfOf(difference.functions[f.value])); },
      [&](std::string& text, FlatRows& lines, FunctionId f, double sum) {
        FlatRow row = RowOf(difference, difference.functions[f.value], heading.unit.factor);
        row.cumulative = sum;
        lines.Append(text, row);
        names.Append(text, f);
        if (graph) AppendNameSuffix(text, graph->SuffixOf(f));
        text += '\n';
      });
  if (!options.traditional && !options.brief) AppendFlatDifferenceExplanation(out, difference);
  return left_out;
}

}  // namespace profdiff
