// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of functions, cycles and arcs that several documents contain. Tests: tests/unit/report/machine/csv_test.cpp,
// tests/unit/report/machine/json_test.cpp.
#include "report/machine/fields.h"

#include <utility>

namespace profdiff {
namespace {

// Returns an entry with its number and exactly one of the members "cycle" and "function". Entries of both kinds share
// one numbering.
Cell EntryCell(const MachineEntry& entry) {
  Cell::Record record = {{"number", entry.number}};
  entry.cycle.valid() ? record.emplace_back("cycle", NumberOf(entry.cycle))
                      : record.emplace_back("function", IdOf(entry.function));
  return record;
}

Cell ListingCell(std::size_t left_out, const char* rows, Cell::List list) {
  return Cell::Record{{"leftOut", left_out}, {rows, std::move(list)}};
}

}  // namespace

void AddOrigin(Cell::Record& totals, const std::optional<ProfileOrigin>& origin, bool is_exact, bool calls_known) {
  if (!origin) return;
  totals.emplace_back("format", AsUtf8(origin->format));
  totals.emplace_back("event", AsUtf8(origin->event));
  totals.emplace_back("events", ListOf(origin->events, AsUtf8));
  // If the input contains only sums, the number of samples is unknown, so the value is null, not 0.
  totals.emplace_back("samples", origin->samples != 0 ? Cell(origin->samples) : Cell());
  totals.emplace_back("inclusive", is_exact ? "exact" : "propagated");
  totals.emplace_back("callsKnown", calls_known);
}

void AddLoss(Cell::Record& totals, const Loss& loss) {
  if (!loss.Any() && loss.broken_stacks == 0) return;
  totals.emplace_back("loss", Cell::Record{{"samples", loss.samples},
                                           {"throttles", loss.throttles},
                                           {"brokenStacks", loss.broken_stacks},
                                           {"endsEarly", loss.is_cut}});
}

void AddNames(Fields<FunctionId>& fields, const FunctionTexts& texts) {
  fields.Add("id", IdOf);
  fields.Add("name", [&texts](FunctionId f) { return texts.Name(f); });
  fields.Add("linkageName", [&texts](FunctionId f) { return texts.LinkageName(f); });
  fields.Add("file", [&texts](FunctionId f) { return UnlessEmpty(texts.File(f)); });
  if (texts.HasImages()) fields.Add("image", [&texts](FunctionId f) { return UnlessEmpty(texts.Image(f)); });
  fields.Add("line", [&texts](FunctionId f) { return UnlessZero(texts.Line(f)); });
}

// Stores the numbers of entries by function and by cycle. Functions and cycles without an entry have the number 0,
// which is never written because they have no row.
void GraphFields::AddKinds(const MachineRows& rows, const Components& components) {
  function_numbers_.resize(components.cycle.size());
  cycle_numbers_.resize(components.members.size());
  for (const MachineEntry& entry : rows.entries) {
    (entry.cycle.valid() ? cycle_numbers_[entry.cycle.value] : function_numbers_[entry.function.value]) = entry.number;
  }
  functions.AddForTables("row", [](FunctionId) { return "function"; });
  functions.AddForTables("number", [this](FunctionId f) { return function_numbers_[f.value]; });
  cycles.AddForTables("row", [](CycleId) { return "cycle"; });
  cycles.AddForTables("number", [this](CycleId cycle) { return cycle_numbers_[cycle.value]; });
  arcs.AddForTables("row", [](ArcId) { return "arc"; });
}

// Writes functions, cycles and arcs as rows of one table. The table has every column that at least one kind of row has;
// in rows of other kinds, its cells are empty.
void GraphFields::WriteTable(TableWriter& writer, std::span<const TableColumn> columns, const MachineRows& rows) const {
  const std::vector<TableColumn> known = KnownColumns(columns, functions, cycles, arcs);
  writer.StartTable("graph", known);
  RowWriter function_rows(writer, known, functions);
  RowWriter cycle_rows(writer, known, cycles);
  RowWriter arc_rows(writer, known, arcs);
  for (const MachineEntry& entry : rows.entries) {
    entry.cycle.valid() ? cycle_rows.Write(entry.cycle) : function_rows.Write(entry.function);
  }
  for (ArcId id : rows.arcs) arc_rows.Write(id);
  writer.EndTable();
}

Cell MembersCell(const Components& components, CycleId cycle) { return ListOf(components.members[cycle.value], IdOf); }

// In a document, listings refer to functions by id, because each function has only one object even if several listings
// contain it.
Cell ListingsCell(const MachineRows& rows, MachineListings listings) {
  const MachineLeftOut& left_out = rows.left_out;
  Cell::Record record;
  if (listings.flat) {
    record.emplace_back("flat", ListingCell(left_out.flat, "functions", ListOf(rows.flat, IdOf)));
  }
  if (listings.graph) {
    record.emplace_back("graph", ListingCell(left_out.graph, "entries", ListOf(rows.entries, EntryCell)));
  }
  if (listings.counts) {
    record.emplace_back("counts", ListingCell(left_out.counts, "functions", ListOf(rows.counts, IdOf)));
  }
  if (listings.tree) {
    const char* direction = *listings.tree == TreeDirection::kDown ? "down" : "up";
    record.emplace_back("tree", Cell::Record{{"leftOut", rows.contexts.left_out}, {"direction", direction}});
  }
  return record;
}

}  // namespace profdiff
