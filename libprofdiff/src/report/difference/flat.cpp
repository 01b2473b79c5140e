// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the flat difference in gprof's layout. Percentages refer to the sum of all absolute changes: a net total can
// be zero, or so small that each row is hundreds of percent.
//
// Test: tests/unit/report/difference/flat_test.cpp.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "base/text.h"
#include "profdiff/difference_listing.h"
#include "report/difference/explanations.h"
#include "report/difference/graph.h"
#include "report/format/pieces.h"
#include "report/gprof/classic_lines.h"
#include "report/gprof/names.h"
#include "values/known_calls.h"

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

// Returns the unit that gprof's rule (GPROF.md, section 10.3) chooses from the times per call of both sides. If the
// rule used the differences, the unit would be too small for either side.
PerCallUnit UnitOf(const Difference& difference, const ListingOptions& options) {
  if (AmountsOf(difference).digits == 0) return {' ', 1};
  if (options.traditional) return {'m', 1e3};
  return ChoosePerCallUnit(LongestCall(difference.functions));
}

FlatHeading HeadingOf(const Difference& difference, const ListingOptions& options, const PerCallUnit& unit) {
  const SideTotals& side = HeadingSide(difference);
  FlatHeading heading;
  heading.traditional = options.traditional;
  heading.brief = options.brief;
  heading.rate = side.rate;
  heading.scale = side.scale;
  heading.total_ticks = difference.sum_abs_self * side.rate;
  heading.dimension = side.dimension;
  heading.abbreviation = side.abbreviation;
  heading.unit = unit;
  heading.origin = side.origin ? &*side.origin : nullptr;
  heading.amounts = AmountsOf(difference);
  return heading;
}

double SelfOf(const Difference::Row& numbers) { return SecondsDifference(numbers.base.self, numbers.other.self); }

// True if a difference of time divided by a difference of calls is meaningful. It is not meaningful if one of the two
// grew and the other shrank, or if calls hardly changed: the whole change of time would then be attributed to the few
// calls that appeared or disappeared.
bool HasTimePerCall(double seconds, std::int64_t calls, std::uint64_t larger_side) {
  constexpr double kLeastChange = 0.05;  // share of the larger side's calls
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
  // Fills both columns or neither: a program that splits a row at its blanks could not see which one is missing.
  if (!HasTimePerCall(row.self, calls, larger_side) || !HasTimePerCall(total, calls, larger_side)) return row;
  row.self_per_call = factor * row.self / static_cast<double>(calls);
  row.total_per_call = factor * total / static_cast<double>(calls);
  return row;
}

constexpr std::size_t kPieceRows = 512;

// Writes the rows of a flat difference, in order. Pieces are written in parallel; each starts with the sum of the rows
// above it.
class RowWriter {
 public:
  RowWriter(const Difference& difference, const ListingOptions& options, PerCallUnit unit,
            const std::vector<FunctionId>& rows)
      : difference_(difference),
        options_(options),
        unit_(unit),
        rows_(rows),
        amounts_(AmountsOf(difference)),
        names_(difference.match.functions, StyleFor(options.names, options.traditional)) {
    if (options.traditional) graph_.emplace(difference, options.show_unused, EntrySort::kInclusive);
  }

  // Returns the sum of absolute changes above each piece. One thread adds them in the order of rows, because any other
  // order rounds differently.
  std::vector<double> RunningTimes() const {
    std::vector<double> above;
    double running = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (i % kPieceRows == 0) above.push_back(running);
      running += std::abs(SelfOf(difference_.functions[rows_[i].value]));
    }
    return above;
  }

  void Write(std::string& out, std::size_t begin, std::size_t end, double running) const {
    FlatRows lines(options_.traditional, amounts_);
    for (std::size_t i = begin; i < end; ++i) {
      FlatRow row = Row(i);
      // Adds absolute changes, so that the last row reaches the sum in the heading.
      running += std::abs(row.self);
      row.cumulative = running;
      lines.Append(out, row);
      names_.Append(out, rows_[i]);
      if (graph_) AppendNameSuffix(out, graph_->SuffixOf(rows_[i]));
      out += '\n';
    }
  }

 private:
  FlatRow Row(std::size_t i) const { return RowOf(difference_, difference_.functions[rows_[i].value], unit_.factor); }

  const Difference& difference_;
  const ListingOptions& options_;
  PerCallUnit unit_;
  const std::vector<FunctionId>& rows_;
  Amounts amounts_;
  FunctionNames names_;
  std::optional<DifferenceGraph> graph_;  // for the entry numbers that -T prints
};

}  // namespace

std::size_t WriteFlatDifference(std::string& out, const Difference& difference, const ListingOptions& options) {
  const PerCallUnit unit = UnitOf(difference, options);
  AppendFlatHeading(out, HeadingOf(difference, options, unit));
  std::vector<FunctionId> rows = OrderFlatRows(difference, options.show_unused, options.threads);
  const std::size_t listed = rows.size();
  if (options.limit != 0 && options.limit < listed) rows.resize(options.limit);
  const RowWriter writer(difference, options, unit, rows);
  const std::vector<double> above = writer.RunningTimes();
  WriteInPieces(out, options, CutIntoPieces(rows.size(), kPieceRows, [](std::size_t) { return std::size_t{1}; }),
                [&](std::string& text, std::size_t begin, std::size_t end) {
                  if (begin < end) writer.Write(text, begin, end, above[begin / kPieceRows]);
                });
  if (!options.traditional && !options.brief) AppendFlatDifferenceExplanation(out, difference);
  return listed - rows.size();
}

}  // namespace profdiff
