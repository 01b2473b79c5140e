// SPDX-License-Identifier: GPL-3.0-or-later
// Writes gprof's flat profile. Source: GPROF.md, sections 10.2 to 10.4 (layout, unit, order of rows).
//
// Tests: tests/unit/report/gprof/listing_test.cpp and tests/oracle.
#include <algorithm>
#include <vector>

#include "profdiff/listing.h"
#include "report/format/limit.h"
#include "report/gprof/classic_lines.h"
#include "report/gprof/listed.h"
#include "report/gprof/names.h"

namespace profdiff {
namespace {

double TotalTicks(const Execution& execution, FunctionId f) {
  return execution.profile.self_ticks[f.value] + execution.graph.functions[f.value].child_ticks;
}

// Chooses the unit of times per call such that the largest time per call of all functions, including excluded ones, is
// at least 1 and less than 1000 (GPROF.md, section 10.3). With -T, the unit is always ms. The unit of another
// profiler's counts, such as instructions, has no prefix.
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

// The quotients are evaluated from left to right, as in gprof. Another order can change the last bit and thereby the
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

}  // namespace

std::size_t WriteFlatProfile(std::string& out, const Execution& execution, const EntryOrder& order,
                             const ListingOptions& options) {
  const Profile& profile = execution.profile;
  ListingHeading heading = HeadingOf(profile, options, profile.total_ticks);
  heading.unit = UnitOf(execution, options);
  AppendFlatHeading(out, heading);
  std::vector<FunctionId> rows = SortFlatRows(execution, options.show_unused, options.threads);
  const std::size_t left_out = CutRows(rows, options.limit);

  const FunctionNames names(execution.functions, StyleFor(options.names, options.traditional));
  const CallGraph& graph = execution.graph;
  const bool has_numbers = options.traditional && profile.has_arcs;  // without arcs, there are no entry numbers
  const double total = profile.total_ticks > 0 ? profile.total_ticks : 1;
  AppendFlatRows(
      out, options, heading.amounts, rows, [&](FunctionId f) { return profile.self_ticks[f.value]; },
      [&](std::string& text, FlatRows& lines, FunctionId f, double running_ticks) {
        lines.Append(text, MakeRow(execution, f, running_ticks, total, heading.unit.factor));
        names.Append(text, f);
        if (has_numbers) {
          AppendNameSuffix(text, {graph.CycleOf(f), order.function_number[f.value], graph.functions[f.value].shown});
        }
        text += '\n';
      });
  if (!options.traditional && !options.brief) AppendFlatExplanation(out, heading.origin != nullptr, profile.dimension);
  return left_out;
}

}  // namespace profdiff
