// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that tables and documents of executions, differences and ranks share.
#ifndef PROFDIFF_REPORT_MACHINE_FIELDS_H_
#define PROFDIFF_REPORT_MACHINE_FIELDS_H_

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/listing.h"
#include "report/format/table.h"
#include "report/machine/rows.h"
#include "values/state_names.h"

namespace profdiff {

// Adds "format", "event", "events" and "samples" of another profiler's file; "inclusive", which is the origin of
// inclusive times; and "callsKnown". Adds nothing for gprof's profiles.
void AddOrigin(Cell::Record& totals, const std::optional<ProfileOrigin>& origin, bool is_exact, bool calls_known);

// Adds what a side's files lack, if anything.
void AddLoss(Cell::Record& totals, const Loss& loss);

// Returns the cell of a time in seconds, or of a whole number of another profiler's unit. Whole numbers up to 2^53
// become integers, because all JSON readers represent them exactly.
inline Cell AmountCell(double amount, bool is_whole) {
  constexpr double kMost = 9007199254740992;  // 2^53
  if (!is_whole || amount != std::floor(amount) || std::abs(amount) > kMost) return amount;
  return static_cast<std::int64_t>(amount);
}

// Adds the fields id, name, linkageName, file and line of functions, and image if functions are identified by their
// image.
void AddNames(Fields<FunctionId>& fields, const FunctionTexts& texts);

// Adds the fields of AddNames, except for the id, to tables in which each row belongs to a function.
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

// Adds the caller and the callee of arcs. In tables, the names of a row are those of the callee, because an arc is
// listed as one of its callee's callers.
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

  // Adds the fields "row", which is the kind of a row, and "number", which is the number of an entry. `rows` must
  // outlive the object.
  void AddKinds(const MachineRows& rows, const Components& components);

  // Writes entries and arcs as one table.
  void WriteTable(TableWriter& writer, std::span<const TableColumn> columns, const MachineRows& rows) const;

 private:
  std::vector<std::uint32_t> function_numbers_, cycle_numbers_;  // numbers of entries, by FunctionId and by CycleId
};

// Returns the number of a function's cycle; an empty cell if the function is not in a cycle.
inline Cell CycleCell(CycleId cycle) { return cycle.valid() ? Cell(NumberOf(cycle)) : Cell(); }

// Returns the name of the rule that found a match; an empty cell for a function that exists on one side only.
inline Cell MatchCell(const Match::Pair& pair) {
  return pair.rule == MatchRule::kUnmatched ? Cell() : Cell(RuleName(pair));
}

// Returns the ids of the members of a cycle.
Cell MembersCell(const Components& components, CycleId cycle);

// Returns the value of "listings" in a document, which contains the ids of each listing's rows, in order.
Cell ListingsCell(const MachineRows& rows, MachineListings listings);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_FIELDS_H_
