// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of one execution. Columns: profdiff/formats.h. Test: tests/unit/report/machine/csv_test.cpp.
#include "report/format/csv.h"

#include <algorithm>

#include "report/machine/rows.h"

namespace profdiff {
namespace {

class Tables {
 public:
  Tables(std::string& out, const Execution& execution, const ListingOptions& options)
      : csv_(out), execution_(execution), texts_(execution.functions, options.names.demangle) {}

  void WriteFlat(const MachineRows& rows) {
    csv_.StartTable();
    csv_.Texts({"percent", "self", "total", "calls", "selfCalls", "cycle", "id", "address", "line", "file",
                "linkageName", "name"});
    csv_.EndRow();
    for (FunctionId f : rows.flat) {
      WriteTimes(FlatTimes(execution_, f));
      WriteCalls(execution_.profile.calls[f.value], execution_.profile.self_calls[f.value]);
      csv_.Number(CycleNumberOf(f)).Count(IdOf(f)).Text(texts_.Address(f));
      WriteNames(f);
    }
  }

  void WriteGraph(const MachineRows& rows) {
    csv_.StartTable();
    csv_.Texts({"row", "percent", "self", "total", "calls", "selfCalls", "number", "cycle", "id", "callerId", "line",
                "file", "callerLinkageName", "linkageName", "caller", "name"});
    csv_.EndRow();
    for (const MachineEntry& entry : rows.entries) entry.cycle.valid() ? WriteCycle(entry) : WriteFunction(entry);
    for (ArcId id : rows.arcs) WriteArc(id);
  }

  void WriteCounts(const MachineRows& rows) {
    csv_.StartTable();
    csv_.Texts({"row", "calls", "id", "address", "line", "file", "linkageName", "name"});
    csv_.EndRow();
    auto block = rows.blocks.begin();
    for (FunctionId f : rows.counts) {
      csv_.Text("function").Count(execution_.profile.calls[f.value]).Count(IdOf(f)).Text(texts_.Address(f));
      WriteNames(f);
      for (; block != rows.blocks.end() && block->function == f; ++block) {
        csv_.Text("block").Count(block->count).Count(IdOf(f)).Text(FunctionTexts::AddressText(block->address));
        WriteNames(f);
      }
    }
  }

 private:
  std::int64_t CycleNumberOf(FunctionId f) const {
    CycleId cycle = execution_.graph.CycleOf(f);
    return cycle.valid() ? NumberOf(cycle) : 0;
  }

  void WriteTimes(const MachineTimes& times) { csv_.Real(times.percent).Real(times.self).Real(times.total); }
  void WriteCalls(std::uint64_t calls, std::uint64_t self_calls) { csv_.Count(calls).Count(self_calls); }

  void WriteNames(FunctionId f) {
    csv_.Number(texts_.Line(f)).Text(texts_.File(f)).Text(texts_.LinkageName(f)).Text(texts_.Name(f));
    csv_.EndRow();
  }

  void WriteFunction(const MachineEntry& entry) {
    FunctionId f = entry.function;
    csv_.Text("function");
    WriteTimes(GraphTimes(execution_, execution_.graph.functions[f.value]));
    WriteCalls(execution_.profile.calls[f.value], execution_.profile.self_calls[f.value]);
    csv_.Count(std::int64_t{entry.number}).Number(CycleNumberOf(f)).Count(IdOf(f)).Empty();
    csv_.Number(texts_.Line(f)).Text(texts_.File(f)).Empty().Text(texts_.LinkageName(f)).Empty().Text(texts_.Name(f));
    csv_.EndRow();
  }

  void WriteCycle(const MachineEntry& entry) {
    std::uint32_t c = entry.cycle.value;
    csv_.Text("cycle");
    WriteTimes(GraphTimes(execution_, execution_.graph.cycles[c]));
    WriteCalls(execution_.graph.cycles[c].calls, execution_.graph.cycle_inner_calls[c]);
    csv_.Count(std::int64_t{entry.number}).Count(NumberOf(entry.cycle)).Empty(8);
    csv_.EndRow();
  }

  void WriteArc(ArcId id) {
    const Arc& arc = execution_.profile.arcs[id.value];
    const ArcTime time = execution_.graph.TimeOf(arc);
    csv_.Text("arc").Empty();
    csv_.Real(execution_.profile.Seconds(time.self)).Real(execution_.profile.Seconds(time.Total()));
    csv_.Count(arc.count).Empty(3).Count(IdOf(arc.callee)).Count(IdOf(arc.caller));
    csv_.Number(texts_.Line(arc.callee)).Text(texts_.File(arc.callee));
    csv_.Text(texts_.LinkageName(arc.caller)).Text(texts_.LinkageName(arc.callee));
    csv_.Text(texts_.Name(arc.caller)).Text(texts_.Name(arc.callee));
    csv_.EndRow();
  }

  CsvWriter csv_;
  const Execution& execution_;
  FunctionTexts texts_;
};

}  // namespace

MachineLeftOut WriteCsv(std::string& out, const Execution& execution, MachineListings listings,
                        const ListingOptions& options) {
  MachineRows rows = ChooseRows(execution, listings, options);
  Tables tables(out, execution, options);
  if (listings.flat) tables.WriteFlat(rows);
  if (listings.graph) tables.WriteGraph(rows);
  if (listings.counts) tables.WriteCounts(rows);
  return rows.left_out;
}

}  // namespace profdiff
