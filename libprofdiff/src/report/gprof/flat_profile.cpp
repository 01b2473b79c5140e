// SPDX-License-Identifier: GPL-3.0-or-later
// Writes gprof's flat profile. Source: GPROF.md, sections 10.2 to 10.4 (layout, unit, order of rows).
//
// Tests: tests/unit/report/gprof/listing_test.cpp and the oracle.
#include <algorithm>
#include <vector>

#include "base/text.h"
#include "profdiff/listing.h"
#include "report/format/pieces.h"
#include "report/gprof/classic_lines.h"
#include "report/gprof/listed.h"
#include "report/gprof/names.h"

namespace profdiff {
namespace {

constexpr std::size_t kPieceRows = 512;

double TotalTicks(const Execution& execution, FunctionId f) {
  return execution.profile.self_ticks[f.value] + execution.graph.functions[f.value].child_ticks;
}

// Chooses the unit by the largest time per call of all functions, including excluded ones. -T always prints ms. Whole
// numbers of other profilers have no prefix (GPROF.md, section 10.3).
PerCallUnit UnitOf(const Execution& execution, const ListingOptions& options) {
  if (AmountsOf(execution.profile).digits == 0) return {' ', 1};
  if (options.traditional) return {'m', 1e3};
  double largest = 0;
  for (std::size_t f = 0; f < execution.functions.size(); ++f) {
    const std::uint64_t calls = execution.profile.calls[f];
    if (calls != 0) largest = std::max(largest, TotalTicks(execution, FunctionId(f)) / static_cast<double>(calls));
  }
  return ChoosePerCallUnit(largest > 0 ? largest / execution.profile.rate : 0);
}

// Evaluates the quotients from left to right, as gprof does. Another order can change the last bit and thereby the
// rounding.
FlatRow MakeRow(const Execution& execution, FunctionId f, double running_ticks, double total_ticks, double factor) {
  const Profile& profile = execution.profile;
  double ticks = profile.self_ticks[f.value];
  FlatRow row;
  row.percent = 100.0 * ticks / total_ticks;
  row.cumulative = running_ticks / profile.rate;
  row.self = ticks / profile.rate;
  row.calls_known = profile.calls_known;
  if (profile.calls[f.value] != 0) {
    auto calls = static_cast<double>(profile.calls[f.value]);
    row.calls = profile.calls[f.value];
    row.self_per_call = factor * ticks / profile.rate / calls;
    row.total_per_call = factor * TotalTicks(execution, f) / profile.rate / calls;
  }
  return row;
}

void AppendName(std::string& out, const Execution& execution, const EntryOrder& order, const FunctionNames& names,
                FunctionId f, bool traditional) {
  names.Append(out, f);
  if (traditional && execution.profile.has_arcs) {  // without calls there are no entry numbers
    AppendNameSuffix(
        out, {execution.graph.CycleOf(f), order.function_number[f.value], execution.graph.functions[f.value].shown});
  }
  out += '\n';
}

// Writes the rows of a flat profile, in order. A cumulative time is the sum of all rows above, in exactly this order,
// so each piece that is written in parallel receives the sum at which it begins.
class RowWriter {
 public:
  RowWriter(const Execution& execution, const EntryOrder& order, const ListingOptions& options, PerCallUnit unit,
            const std::vector<FunctionId>& rows)
      : execution_(execution),
        order_(order),
        options_(options),
        unit_(unit),
        rows_(rows),
        names_(execution.functions, StyleFor(options.names, options.traditional)),
        amounts_(AmountsOf(execution.profile)),
        total_(execution.profile.total_ticks > 0 ? execution.profile.total_ticks : 1) {}

  // Appends the rows from `begin` to `end`; `running` is the sum of ticks above them.
  void Write(std::string& out, std::size_t begin, std::size_t end, double running) const {
    FlatRows lines(options_.traditional, amounts_);
    for (std::size_t i = begin; i < end; ++i) {
      const FunctionId f = rows_[i];
      running += execution_.profile.self_ticks[f.value];
      lines.Append(out, MakeRow(execution_, f, running, total_, unit_.factor));
      AppendName(out, execution_, order_, names_, f, options_.traditional);
    }
  }

 private:
  const Execution& execution_;
  const EntryOrder& order_;
  const ListingOptions& options_;
  PerCallUnit unit_;
  const std::vector<FunctionId>& rows_;
  FunctionNames names_;
  Amounts amounts_;
  double total_;
};

// Returns the sum of ticks above each piece. One thread adds it up, because sums of partial sums would round
// differently.
std::vector<double> RunningTicks(const Profile& profile, const std::vector<FunctionId>& rows) {
  std::vector<double> above;
  double running = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % kPieceRows == 0) above.push_back(running);
    running += profile.self_ticks[rows[i].value];
  }
  return above;
}

}  // namespace

std::size_t WriteFlatProfile(std::string& out, const Execution& execution, const EntryOrder& order,
                             const ListingOptions& options) {
  const Profile& profile = execution.profile;
  PerCallUnit unit = UnitOf(execution, options);
  const ProfileOrigin* origin = profile.origin ? &*profile.origin : nullptr;
  AppendFlatHeading(out, {options.traditional, options.brief, profile.rate, profile.scale, profile.total_ticks,
                          profile.dimension, profile.abbreviation, unit, origin, AmountsOf(profile)});
  std::vector<FunctionId> rows = SortFlatRows(execution, options.show_unused, options.threads);
  const std::size_t listed = rows.size();
  if (options.limit != 0 && options.limit < listed) rows.resize(options.limit);

  const RowWriter writer(execution, order, options, unit, rows);
  const std::vector<double> above = RunningTicks(profile, rows);
  // One row is one line, so pieces are cut at multiples of kPieceRows, as RunningTicks assumes.
  WriteInPieces(out, options, CutIntoPieces(rows.size(), kPieceRows, [](std::size_t) { return std::size_t{1}; }),
                [&](std::string& text, std::size_t begin, std::size_t end) {
                  if (begin < end) writer.Write(text, begin, end, above[begin / kPieceRows]);
                });
  if (!options.traditional && !options.brief) AppendFlatExplanation(out, origin != nullptr, profile.dimension);
  return listed - rows.size();
}

}  // namespace profdiff
