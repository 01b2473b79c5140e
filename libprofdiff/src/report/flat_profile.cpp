// SPDX-License-Identifier: GPL-3.0-or-later
// gprof's flat profile. Source: gprof 2.40, its layouts and order of rows. Tests:
// tests/unit/report/listing_test.cpp and the oracle.
#include <algorithm>
#include <vector>

#include "base/prefetch.h"
#include "base/text.h"
#include "profdiff/listing.h"
#include "report/classic_lines.h"
#include "report/listed.h"
#include "report/names.h"

namespace profdiff {
namespace {

double TotalTicks(const Execution& execution, FunctionId f) {
  return execution.profile.self_ticks[f.value] + execution.graph.functions[f.value].child_ticks;
}

PerCallUnit UnitOf(const Execution& execution, bool traditional) {
  if (traditional) return {'m', 1e3};
  double largest = 0;
  for (std::size_t f = 0; f < execution.functions.size(); ++f) {
    std::uint64_t calls = execution.profile.calls[f];
    if (calls != 0) largest = std::max(largest, TotalTicks(execution, FunctionId(f)) / static_cast<double>(calls));
  }
  return ChoosePerCallUnit(largest > 0 ? largest / execution.profile.rate : 0);
}

FlatRow MakeRow(const Execution& execution, FunctionId f, double running_ticks, double total_ticks, double factor) {
  const Profile& profile = execution.profile;
  double ticks = profile.self_ticks[f.value];
  FlatRow row;
  row.percent = 100.0 * ticks / total_ticks;
  row.cumulative = running_ticks / profile.rate;
  row.self = ticks / profile.rate;
  if (profile.calls[f.value] != 0) {
    auto calls = static_cast<double>(profile.calls[f.value]);
    row.calls = static_cast<std::int64_t>(profile.calls[f.value]);
    row.self_per_call = factor * ticks / profile.rate / calls;
    row.total_per_call = factor * TotalTicks(execution, f) / profile.rate / calls;
  }
  return row;
}

void AppendName(std::string& out, const Execution& execution, const EntryOrder& order, const FunctionNames& names,
                FunctionId f, bool traditional) {
  names.Append(out, f);
  if (traditional && execution.profile.has_arcs) {  // without calls there are no numbers
    AppendNameSuffix(
        out, {execution.graph.CycleOf(f), order.function_number[f.value], execution.graph.functions[f.value].shown});
  }
  out += '\n';
}

// Asks for what rows to come will read: first where their names are, then the names.
void PrefetchRows(const Execution& execution, const std::vector<FunctionId>& rows, std::size_t row) {
  constexpr std::size_t kNameAhead = 8, kFunctionAhead = 16;
  if (row + kFunctionAhead >= rows.size()) return;
  const FunctionId function = rows[row + kFunctionAhead];
  Prefetch(&execution.functions[function]);
  Prefetch(&execution.graph.functions[function.value]);
  Prefetch(execution.functions[rows[row + kNameAhead]].name.data());
}

}  // namespace

std::size_t WriteFlatProfile(std::string& out, const Execution& execution, const EntryOrder& order,
                             const ListingOptions& options) {
  const Profile& profile = execution.profile;
  PerCallUnit unit = UnitOf(execution, options.traditional);
  AppendFlatHeading(out, {options.traditional, options.brief, profile.rate, profile.scale, profile.total_ticks,
                          profile.dimension, profile.abbreviation, unit});
  const FunctionNames names(execution.functions, StyleFor(options.names, options.traditional));
  double total = profile.total_ticks > 0 ? profile.total_ticks : 1;
  double running = 0;
  const std::vector<FunctionId> rows = SortFlatRows(execution, options.show_unused);
  const std::size_t kept = options.limit == 0 ? rows.size() : std::min(rows.size(), options.limit);
  for (std::size_t i = 0; i < kept; ++i) {
    PrefetchRows(execution, rows, i);
    const FunctionId f = rows[i];
    running += profile.self_ticks[f.value];
    AppendFlatRow(out, options.traditional, MakeRow(execution, f, running, total, unit.factor));
    AppendName(out, execution, order, names, f, options.traditional);
    DrainIfLong(out, options.drain);
  }
  if (!options.traditional && !options.brief) AppendFlatExplanation(out);
  return rows.size() - kept;
}

}  // namespace profdiff
