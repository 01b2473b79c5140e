// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that the tables and documents of executions, differences and ranks have in common.
#ifndef PROFDIFF_REPORT_MACHINE_FIELDS_H_
#define PROFDIFF_REPORT_MACHINE_FIELDS_H_

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/format/table.h"
#include "report/machine/rows.h"

namespace profdiff {

// Properties of another profiler's file: format, event, events and samples; then how inclusive times were found,
// and whether calls were counted. Nothing for gprof's, whose documents do not say it.
void AddOrigin(Cell::Record& totals, const std::optional<ProfileOrigin>& origin, bool is_exact, bool calls_known);

// Times in seconds; what others count is whole.
inline Cell AmountCell(double amount, bool is_whole) {
  constexpr double kMost = 9007199254740992;  // 2^53
  if (!is_whole || amount != std::floor(amount) || std::abs(amount) > kMost) return amount;
  return static_cast<std::int64_t>(amount);
}

// id, name, linkageName, file and line of a function; and its image, where functions are known by that.
void AddNames(Fields<FunctionId>& fields, const FunctionTexts& texts);

// The same without the id, for the tables of rows that belong to a function.
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

// caller and callee of an arc; in tables the callee's names are the row's, as the arc is listed among its callers.
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

// What the entries and arcs of a call graph have.
struct GraphFields {
  Fields<FunctionId> functions;
  Fields<CycleId> cycles;
  Fields<ArcId> arcs;

  // "row", which kind of row it is, and "number", that of an entry. `rows` is needed as long as they are.
  void AddKinds(const MachineRows& rows, const Components& components);

  // Entries and arcs as one table.
  void WriteTable(TableWriter& writer, std::span<const TableColumn> columns, const MachineRows& rows) const;

 private:
  std::vector<std::uint32_t> function_numbers_, cycle_numbers_;  // by FunctionId, by CycleId
};

// The cycle of a function, its number; nothing for a function in none.
inline Cell CycleCell(CycleId cycle) { return cycle.valid() ? Cell(NumberOf(cycle)) : Cell(); }

// The rule of a match; nothing for a function on one side.
inline Cell MatchCell(const Match::Pair& pair) { return UnlessEmpty(std::string(MatchName(pair))); }

// Ids of the members of a cycle.
Cell MembersCell(const Components& components, CycleId cycle);

// "listings" of a document: the ids of each listing's rows, in order.
Cell ListingsCell(const MachineRows& rows, MachineListings listings);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_FIELDS_H_
