// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one execution as tables and as a document. profdiff/formats.h describes the columns.
//
// Tests: tests/unit/report/machine/csv_test.cpp, tests/unit/report/machine/json_test.cpp.
#include "report/gprof/amounts.h"
#include "report/machine/contexts.h"
#include "report/machine/documents.h"
#include "report/machine/fields.h"

namespace profdiff {
namespace {

// The columns as "heading=key|otherwise" (see ListColumns): if a kind of row does not have the first field, the second
// one is used.
constexpr std::string_view kExecutionFlat =
    "percent self=numbers.self total=numbers.total calls=numbers.calls selfCalls=numbers.selfCalls "
    "samples=numbers.samples totalSamples=numbers.totalSamples cycle id address line file image linkageName name";

constexpr std::string_view kExecutionGraph =
    "row percent=graphPercent self=numbers.graphSelf|numbers.self total=numbers.graphTotal|numbers.total "
    "calls=numbers.calls selfCalls=numbers.selfCalls samples=numbers.samples totalSamples=numbers.totalSamples number "
    "cycle id=id|callee callerId=caller line file image callerLinkageName linkageName caller=callerName name";

constexpr std::string_view kExecutionCounts =
    "row calls=numbers.calls|count id=id|function address line file image linkageName name";

// The times of a function or cycle: a percentage, and seconds. All values are NaN if there is no histogram.
struct MachineTimes {
  double percent = 0, self = 0, total = 0;
};

// Returns the times before functions are selected, as in gprof's flat profile. GraphTimes returns the times that the
// selection of the call graph keeps.
MachineTimes FlatTimes(const Execution& execution, FunctionId f) {
  const Profile& profile = execution.profile;
  double ticks = profile.self_ticks[f.value];
  // gprof divides by 1 if nothing was sampled (GPROF.md, section 7).
  double all = profile.total_ticks > 0 ? profile.total_ticks : 1;
  return {100.0 * ticks / all, profile.Seconds(ticks),
          profile.Seconds(ticks + execution.graph.functions[f.value].child_ticks)};
}

MachineTimes GraphTimes(const Execution& execution, const Propagated& kept) {
  double all = execution.graph.total_ticks > 0 ? execution.graph.total_ticks : 1;
  return {100.0 * kept.Total() / all, execution.profile.Seconds(kept.Self()), execution.profile.Seconds(kept.Total())};
}

// Returns the times of a cycle before functions are selected.
MachineTimes CycleTimes(const Execution& execution, CycleId cycle) {
  double ticks = execution.graph.cycles[cycle.value].own_ticks;
  double child_ticks = execution.graph.cycles[cycle.value].child_ticks;
  return {0, execution.profile.Seconds(ticks), execution.profile.Seconds(ticks + child_ticks)};
}

// Adds times and calls of functions or cycles. whole(row) returns the times before the selection, kept(row) returns the
// times that the selection keeps, and amount(time) returns the cell of a time.
template <class Row, class Whole, class Kept, class Amount, class Calls, class SelfCalls>
void AddNumbers(Fields<Row>& fields, Whole whole, Kept kept, Amount amount, Calls calls, SelfCalls self_calls) {
  fields.Add("numbers.self", [=](Row row) { return amount(whole(row).self); });
  fields.Add("numbers.total", [=](Row row) { return amount(whole(row).total); });
  fields.Add("numbers.graphSelf", [=](Row row) { return amount(kept(row).self); });
  fields.Add("numbers.graphTotal", [=](Row row) { return amount(kept(row).total); });
  fields.Add("numbers.calls", calls);
  fields.Add("numbers.selfCalls", self_calls);
}

// The fields of all kinds of rows, and the listings and documents that contain them. The fields refer to this object,
// so it is never copied or moved.
class ExecutionListing {
 public:
  ExecutionListing(const ExecutionSource& source, const MachineRows& rows)
      : execution_(source.execution),
        rows_(rows),
        texts_(execution_.functions, source.demangle, source.shortens_names),
        is_whole_(AreWhole(execution_.profile.origin, execution_.profile.dimension)) {
    AddFunctions();
    AddCycles();
    AddArcs();
    AddBlocks();
    graph_.AddKinds(rows, execution_.graph.components);
  }

  void WriteFlat(TableWriter& writer, std::span<const FunctionId> rows, std::span<const TableColumn> columns) const {
    WriteRows(writer, "flat", columns, graph_.functions, rows);
  }

  void WriteTables(TableWriter& writer, MachineListings listings) const {
    if (listings.flat) WriteFlat(writer, rows_.flat, ListColumns(kExecutionFlat));
    if (listings.graph) graph_.WriteTable(writer, ListColumns(kExecutionGraph), rows_);
    if (listings.counts) WriteCounts(writer);
    if (listings.tree) ContextFields(execution_, rows_.contexts, texts_).Write(writer);
  }

  void WriteDocument(TableWriter& writer, const std::string& label, MachineListings listings, bool has_listings) const {
    const MachineMembers members = MembersOf(rows_, execution_);
    WriteDocumentHead(writer, "profile");
    writer.AddValue("profile", Totals(label));
    // Pages embed the document without "listings", because their scripts sort the functions.
    if (has_listings) writer.AddValue("listings", ListingsCell(rows_, listings));
    WriteObjects(writer, "functions", graph_.functions, members.functions);
    WriteObjects(writer, "cycles", graph_.cycles, members.cycles);
    if (listings.graph) WriteObjects(writer, "arcs", graph_.arcs, rows_.arcs);
    if (listings.counts) WriteObjects(writer, "blocks", blocks_, rows_.blocks);
    if (listings.tree) ContextFields(execution_, rows_.contexts, texts_).Write(writer);
  }

 private:
  double Seconds(double ticks) const { return execution_.profile.Seconds(ticks); }
  Cell Amount(double seconds) const { return AmountCell(seconds, is_whole_); }
  Cell Calls(std::uint64_t calls) const { return execution_.profile.calls_known ? Cell(calls) : Cell(); }

  Cell Totals(const std::string& label) const {
    const Profile& profile = execution_.profile;
    // Adds up the times of functions. profile.total_ticks is not used, because it includes samples outside functions,
    // whose time is the value "unattributed".
    double ticks = 0;
    for (double self_ticks : profile.self_ticks) ticks += self_ticks;
    Cell::Record totals = {{"label", AsUtf8(label)},
                           {"unit", AsUtf8(profile.dimension)},
                           {"seconds", Amount(Seconds(ticks))},
                           {"unattributed", Amount(Seconds(profile.unattributed_ticks))},
                           {"samplesPerSecond", profile.origin ? Cell() : Cell(profile.rate)},
                           {"hasHistogram", profile.has_histogram},
                           {"hasCallGraph", profile.has_arcs}};
    AddOrigin(totals, profile.origin, profile.exact.has_value(), profile.calls_known);
    AddLoss(totals, profile.loss);
    return totals;
  }

  void AddFunctions() {
    const auto whole = [this](FunctionId f) { return FlatTimes(execution_, f); };
    const auto kept = [this](FunctionId f) { return GraphTimes(execution_, execution_.graph.functions[f.value]); };
    Fields<FunctionId>& functions = graph_.functions;
    AddNames(functions, texts_);
    functions.Add("address", [this](FunctionId f) { return UnlessEmpty(texts_.Address(f)); });
    functions.Add("cycle", [this](FunctionId f) { return CycleCell(execution_.graph.CycleOf(f)); });
    functions.Add("percent", [whole](FunctionId f) { return whole(f).percent; });
    functions.Add("graphPercent", [kept](FunctionId f) { return kept(f).percent; });
    AddNumbers(
        functions, whole, kept, [this](double time) { return Amount(time); },
        [this](FunctionId f) { return Calls(execution_.profile.calls[f.value]); },
        [this](FunctionId f) { return Calls(execution_.profile.self_calls[f.value]); });
    AddSamples();
  }

  void AddSamples() {
    if (!execution_.profile.exact || execution_.profile.exact->samples.empty()) return;
    const ExactTimes& exact = *execution_.profile.exact;
    graph_.functions.Add("numbers.samples", [&exact](FunctionId f) { return exact.samples[f.value]; });
    graph_.functions.Add("numbers.totalSamples", [&exact](FunctionId f) { return exact.total_samples[f.value]; });
  }

  void AddCycles() {
    const CallGraph& graph = execution_.graph;
    const auto whole = [this](CycleId cycle) { return CycleTimes(execution_, cycle); };
    const auto kept = [this, &graph](CycleId cycle) { return GraphTimes(execution_, graph.cycles[cycle.value]); };
    Fields<CycleId>& cycles = graph_.cycles;
    cycles.Add("cycle", NumberOf);
    cycles.Add("members", [&graph](CycleId cycle) { return MembersCell(graph.components, cycle); });
    cycles.Add("graphPercent", [kept](CycleId cycle) { return kept(cycle).percent; });
    AddNumbers(
        cycles, whole, kept, [this](double time) { return Amount(time); },
        [&graph](CycleId cycle) { return graph.cycles[cycle.value].calls; },
        [&graph](CycleId cycle) { return graph.cycle_inner_calls[cycle.value]; });
  }

  void AddArcs() {
    const std::vector<Arc>& arcs = execution_.profile.arcs;
    const auto time = [this, &arcs](ArcId id) { return execution_.graph.TimeOf(arcs[id.value]); };
    AddArcEnds(graph_.arcs, arcs, texts_);
    const bool self_known = !execution_.profile.exact || execution_.profile.exact->arc_self_known;
    graph_.arcs.Add("numbers.self", [this, time, self_known](ArcId id) {
      return self_known ? Amount(Seconds(time(id).self)) : Cell();
    });
    graph_.arcs.Add("numbers.total", [this, time](ArcId id) { return Amount(Seconds(time(id).Total())); });
    graph_.arcs.Add("numbers.calls", [this, &arcs](ArcId id) { return Calls(arcs[id.value].count); });
  }

  void AddBlocks() {
    blocks_.AddForTables("row", [](const BlockCount&) { return "block"; });
    blocks_.Add("function", [](const BlockCount& block) { return IdOf(block.function); });
    // Addresses are hexadecimal strings, because readers that use doubles would round numbers above 2^53.
    blocks_.Add("address", [](const BlockCount& block) { return FunctionTexts::AddressText(block.address); });
    blocks_.Add("count", [](const BlockCount& block) { return block.count; });
    AddNamesForTables(blocks_, texts_, [](const BlockCount& block) { return block.function; });
  }

  // Writes a row for each function, followed by the rows of its blocks, as in gprof's -C.
  void WriteCounts(TableWriter& writer) const {
    const std::vector<TableColumn> columns = ListColumns(kExecutionCounts);
    writer.StartTable("counts", columns);
    RowWriter function_rows(writer, columns, graph_.functions);
    RowWriter block_rows(writer, columns, blocks_);
    auto block = rows_.blocks.begin();
    for (FunctionId f : rows_.counts) {
      function_rows.Write(f);
      for (; block != rows_.blocks.end() && block->function == f; ++block) block_rows.Write(*block);
    }
    writer.EndTable();
  }

  const Execution& execution_;
  const MachineRows& rows_;
  const FunctionTexts texts_;
  const bool is_whole_;
  GraphFields graph_;
  Fields<BlockCount> blocks_;
};

}  // namespace

void WriteDocument(TableWriter& writer, const ExecutionSource& source, const MachineRows& rows,
                   MachineListings listings) {
  ExecutionListing(source, rows).WriteDocument(writer, source.label, listings, /*has_listings=*/false);
}

void WriteFlatRows(TableWriter& writer, const ExecutionSource& source, std::span<const FunctionId> rows,
                   std::span<const TableColumn> columns) {
  const MachineRows none;
  ExecutionListing(source, none).WriteFlat(writer, rows, columns);
}

MachineLeftOut WriteListings(std::string& out, const TableFormat& format, const Execution& execution,
                             const std::string& label, MachineListings listings, const ListingOptions& options) {
  const std::unique_ptr<TableWriter> writer = format.start(out);
  const MachineRows rows = ChooseRows(execution, listings, options);
  const ExecutionListing listing({execution, label, options.names.demangle}, rows);
  writer->IsDocument() ? listing.WriteDocument(*writer, label, listings, /*has_listings=*/true)
                       : listing.WriteTables(*writer, listings);
  writer->Finish();
  return rows.left_out;
}

}  // namespace profdiff
