// SPDX-License-Identifier: GPL-3.0-or-later
// The flat difference in gprof's layout. Percentages are of the sum of all changes, whatever their sign: a net total
// can be zero, or so small that every row is hundreds of per cent. Test: tests/unit/report/difference_flat_test.cpp.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "profdiff/difference_listing.h"
#include "report/classic_lines.h"
#include "report/difference_explanations.h"
#include "report/difference_graph.h"
#include "report/names.h"

namespace profdiff {
namespace {

// The unit that gprof's rule chooses, over the per-call times of both sides.
PerCallUnit UnitOf(const Difference& difference, bool traditional) {
  if (traditional) return {'m', 1e3};
  double largest = 0;
  for (const Difference::Row& row : difference.functions) {
    for (const SideNumbers* side : {&row.base, &row.other}) {
      if (side->calls != 0) largest = std::max(largest, side->total / static_cast<double>(side->calls));
    }
  }
  return ChoosePerCallUnit(largest);
}

FlatHeading HeadingOf(const Difference& difference, const ListingOptions& options, const PerCallUnit& unit) {
  const SideTotals& side = difference.base.has_histogram ? difference.base : difference.other;
  FlatHeading heading;
  heading.traditional = options.traditional;
  heading.brief = options.brief;
  heading.rate = side.rate;
  heading.scale = side.scale;
  heading.total_ticks = difference.sum_abs_self * side.rate;
  heading.dimension = side.dimension;
  heading.abbreviation = side.abbreviation;
  heading.unit = unit;
  return heading;
}

FlatRow RowOf(const Difference::Row& numbers, double sum_abs_self, double factor) {
  const SideNumbers& base = numbers.base;
  const SideNumbers& other = numbers.other;
  FlatRow row;
  row.self = SecondsDifference(base.self, other.self);
  row.percent = sum_abs_self > 0 ? 100.0 * row.self / sum_abs_self : 0;
  if (base.calls == 0 && other.calls == 0) return row;
  std::int64_t calls = CountDifference(base.calls, other.calls);
  row.calls = calls;
  if (calls == 0) return row;
  row.self_per_call = factor * row.self / static_cast<double>(calls);
  row.total_per_call = factor * SecondsDifference(base.total, other.total) / static_cast<double>(calls);
  return row;
}

}  // namespace

std::size_t WriteFlatDifference(std::string& out, const Difference& difference, const ListingOptions& options) {
  PerCallUnit unit = UnitOf(difference, options.traditional);
  AppendFlatHeading(out, HeadingOf(difference, options, unit));
  FunctionNames names(difference.match.functions, StyleFor(options.names, options.traditional));
  DifferenceGraph graph(difference, options.show_unused, EntrySort::kInclusive);
  std::vector<FunctionId> rows = OrderFlatRows(difference, options.show_unused);
  std::size_t kept = options.limit == 0 ? rows.size() : std::min(rows.size(), options.limit);
  double cumulative = 0;
  for (std::size_t i = 0; i < kept; ++i) {
    FlatRow row = RowOf(difference.functions[rows[i].value], difference.sum_abs_self, unit.factor);
    cumulative += std::abs(row.self);
    row.cumulative = cumulative;
    AppendFlatRow(out, options.traditional, row);
    out += names.Display(rows[i]);
    if (options.traditional) AppendNameSuffix(out, graph.SuffixOf(rows[i]));
    out += '\n';
    DrainIfLong(out, options.drain);
  }
  if (!options.traditional && !options.brief) AppendFlatDifferenceExplanation(out);
  return rows.size() - kept;
}

}  // namespace profdiff
