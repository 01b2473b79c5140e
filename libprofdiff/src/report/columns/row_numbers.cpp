// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/report/columns/row_numbers_test.cpp, tests/lint/new_column_test.sh.
#include "report/columns/row_numbers.h"

namespace profdiff {
namespace {

using Number = std::optional<double>;
using Side = SideNumbers;

constexpr NumberPlaces kDocuments = {.documents = true};
constexpr NumberPlaces kTables = {.documents = true, .tables = true};
constexpr NumberPlaces kEverywhere = {.documents = true, .tables = true, .pages = true};

// clang-format off
constexpr RowNumber kNumbers[] = {
    {.key = "self", .name = "self", .description = "self time",
     .heading = "self", .units = {"seconds", "seconds", "seconds"}, .in = kTables,
     .value = [](const Side& side, const SideTotals&, bool) { return Number(side.self); }},
    {.key = "total", .name = "total", .description = "inclusive time: self time and time of callees",
     .heading = "total", .units = {"seconds", "seconds", "seconds"}, .in = kTables,
     .value = [](const Side& side, const SideTotals&, bool) { return Number(side.total); }},
    {.key = "graphSelf", .description = "self time in the call graph, which a selection can reduce", .in = kDocuments,
     .value = [](const Side& side, const SideTotals&, bool) { return Number(side.kept_self); }},
    {.key = "graphTotal", .description = "inclusive time in the call graph, which a selection can reduce",
     .in = kDocuments,
     .value = [](const Side& side, const SideTotals&, bool) { return Number(side.KeptTotal()); }},
    {.key = "calls", .name = "calls", .description = "calls from other functions; \"low..high\" if runs differ",
     .heading = "self", .units = {"calls", "calls", "calls"}, .kind = NumberKind::kCount, .in = kEverywhere,
     .count = [](const Side& side) { return side.calls; }, .known = &SideTotals::calls_known},
    {.key = "selfCalls", .description = "calls of a function to itself", .kind = NumberKind::kCount, .in = kTables,
     .count = [](const Side& side) { return side.self_calls; }, .known = &SideTotals::calls_known},
    {.key = "share", .name = "share", .description = "self time in percent of its side's total",
     .heading = "share", .units = {"% of +", "% of -", "points"}, .kind = NumberKind::kRatio,
     .value = [](const Side& side, const SideTotals& totals, bool) {
       return totals.seconds > 0 ? Number(100 * side.self / totals.seconds) : std::nullopt;
     }},
    {.key = "perCall", .name = "per-call", .description = "self time per call, in thousandths of the unit",
     .heading = "self", .units = {"ms/call", "ms/call", "ms/call"}, .kind = NumberKind::kAmountRatio,
     .value = [](const Side& side, const SideTotals&, bool whole) {
       return side.calls != 0 ? Number((whole ? 1 : 1e3) * side.self / static_cast<double>(side.calls)) : std::nullopt;
     }, .known = &SideTotals::calls_known},
};
// clang-format on

}  // namespace

std::span<const RowNumber> RowNumbers() { return kNumbers; }

}  // namespace profdiff
