// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that tables and documents of executions, differences and ranks share.
#ifndef PROFDIFF_REPORT_MACHINE_FIELDS_H_
#define PROFDIFF_REPORT_MACHINE_FIELDS_H_

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/difference_listing.h"
#include "report/format/table.h"
#include "report/machine/rows.h"

namespace profdiff {

// Adds properties of another profiler's file: format, event, events and samples; the origin of inclusive times; and
// whether calls were counted. Adds nothing for gprof's profiles.
void AddOrigin(Cell::Record& totals, const std::optional<ProfileOrigin>& origin, bool is_exact, bool calls_known);

// Returns a time in seconds, or a whole number of another profiler's unit. Whole numbers up to 2^53 are integers,
// because every JSON reader keeps these exactly.
inline Cell AmountCell(double amount, bool is_whole) {
  constexpr double kMost = 9007199254740992;  // 2^53
  if (!is_whole || amount != std::floor(amount) || std::abs(amount) > kMost) return amount;
  return static_cast<std::int64_t>(amount);
}

// Adds id, name, linkageName, file and line of a function, and image if functions are identified by it.
void AddNames(Fields<FunctionId>& fields, const FunctionTexts& texts);

// Adds the fields of AddNames except for the id to tables whose rows belong to a function.
template <class Row, class FunctionOf>
void AddNamesForTables(Fields<Row>& fields, const FunctionTexts& texts, FunctionOf function_of) {
  fields.AddForTables("line", [&texts, function_of](Row row) { return UnlessZero(texts.Line(function_of(row))); });
  fields.AddForTables("file", [&texts, function_of](Row row) { return texts.File(function_of(row)); });
  if (texts.HasImages()) {
    fields.AddForTables("image", [&texts, function_of](Row row) { return texts.Image(function_of(row)); });
  }
  fields.AddForTables("linkageName", [&texts, function_of](Row row) { return texts.LinkageName(function_of(row)); });
  fields.AddForTables("name", [&texts, function_of](Row row) { return texts.Name(function_of(row)); });
}

// Adds caller and callee of an arc. In tables, the names of a row are the callee's, because an arc is listed as one of
// its callee's callers.
template <class Arc>
void AddArcEnds(Fields<ArcId>& fields, const std::vector<Arc>& arcs, const FunctionTexts& texts) {
  const auto caller = [&arcs](ArcId id) { return arcs[id.value].caller; };
  const auto callee = [&arcs](ArcId id) { return arcs[id.value].callee; };
  fields.Add("caller", [caller](ArcId id) { return IdOf(caller(id)); });
  fields.Add("callee", [callee](ArcId id) { return IdOf(callee(id)); });
  fields.AddForTables("callerLinkageName", [&texts, caller](ArcId id) { return texts.LinkageName(caller(id)); });
  fields.AddForTables("callerName", [&texts, caller](ArcId id) { return texts.Name(caller(id)); });
  AddNamesForTables(fields, texts, callee);
}

// The fields of entries and arcs of a call graph.
struct GraphFields {
  Fields<FunctionId> functions;
  Fields<CycleId> cycles;
  Fields<ArcId> arcs;

  // Adds "row", the kind of a row, and "number", the number of an entry. Refers to `rows`.
  void AddKinds(const MachineRows& rows, const Components& components);

  // Writes entries and arcs as one table.
  void WriteTable(TableWriter& writer, std::span<const TableColumn> columns, const MachineRows& rows) const;

 private:
  std::vector<std::uint32_t> function_numbers_, cycle_numbers_;  // by FunctionId, by CycleId
};

// Returns the number of a function's cycle; empty outside cycles.
inline Cell CycleCell(CycleId cycle) { return cycle.valid() ? Cell(NumberOf(cycle)) : Cell(); }

// Returns the rule of a match; empty for a function that exists on one side only.
inline Cell MatchCell(const Match::Pair& pair) {
  return pair.rule == MatchRule::kUnmatched ? Cell() : Cell(RuleName(pair));
}

// Returns the ids of the members of a cycle.
Cell MembersCell(const Components& components, CycleId cycle);

// Returns the value of "listings" in a document: the ids of each listing's rows, in order.
Cell ListingsCell(const MachineRows& rows, MachineListings listings);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_FIELDS_H_
