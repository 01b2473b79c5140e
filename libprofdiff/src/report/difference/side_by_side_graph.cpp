// SPDX-License-Identifier: GPL-3.0-or-later
// Writes both call graphs and their difference next to each other, in gprof's blocks: callers, the function, callees.
// Seconds are inclusive; on the line of a caller or callee, they are the arc's share of the callee's time. The format
// of a line is
//   "%-7s %8s %8s %8s %10s %9s %9s %2s  %s".
// Names of callers, callees and members of cycles are indented by four blanks.
//
// Test: tests/unit/report/difference/side_by_side_test.cpp.
#include "base/text.h"
#include "report/difference/entries.h"
#include "report/difference/graph.h"
#include "report/difference/side_by_side_lines.h"
#include "report/gprof/classic_lines.h"
#include "report/gprof/names.h"
#include "values/known_calls.h"

namespace profdiff {
namespace {

constexpr std::string_view kUpper = "index     +total   -total     diff     +calls    -calls      diff  sym\n";
constexpr std::string_view kLower = "         seconds  seconds  seconds      calls     calls     calls  +-  name\n";
constexpr std::size_t kIndexWidth = 7;
constexpr std::string_view kIndent = "    ";

bool HasCalls(const SideNumbers& side) { return side.calls != 0 || side.self_calls != 0; }

// Returns the inclusive time. The cell is empty for an unused function to which no callee propagates time.
NumberCell TotalCell(const SideNumbers& side) {
  bool used = side.Used() || side.KeptTotal() != 0;
  return used ? NumberCell(side.KeptTotal()) : std::nullopt;
}

// Returns a number of calls, for example "31", or "31+5" with 5 calls from the function to itself.
std::string CallsCell(const SideNumbers& side, const SideTotals& totals) {
  if (!HasCalls(side) || !totals.calls_known) return "-";
  std::string text = std::to_string(side.calls);
  if (side.self_calls != 0) text += "+" + std::to_string(side.self_calls);
  return text;
}

// Returns the difference of calls, for example "9", or "9+2" or "9-2" if a side has calls from the function to itself;
// the sign of the second number separates the two numbers.
std::string CallsDifference(const Difference& difference, const Difference::Row& row) {
  const std::string text = CallsDifference(difference, row.base.calls, row.other.calls);
  if (!CallsKnown(difference) || (row.base.self_calls == 0 && row.other.self_calls == 0)) return text;
  std::int64_t self_calls = CountDifference(row.base.self_calls, row.other.self_calls);
  return text + (self_calls < 0 ? "" : "+") + std::to_string(self_calls);
}

SideBySideCells CellsOf(const Difference& difference, const Difference::Row& row) {
  SideBySideCells cells;
  cells.base_seconds = TotalCell(row.base);
  cells.other_seconds = TotalCell(row.other);
  cells.seconds_difference = SecondsDifference(row.base.KeptTotal(), row.other.KeptTotal());
  cells.base_calls = CallsCell(row.base, difference.base);
  cells.other_calls = CallsCell(row.other, difference.other);
  cells.calls_difference = CallsDifference(difference, row);
  cells.sides = SidesCell(row.base.present, row.other.present);
  return cells;
}

SideBySideCells CellsOf(const Difference& difference, const Difference::ArcRow& arc, bool timed) {
  const auto calls = [](const SideTotals& side, const SideArc& of) {
    return of.present && side.calls_known ? std::to_string(of.count) : std::string("-");
  };
  SideBySideCells cells;
  // Calls from a function to itself or within a cycle have no times; their cells for times are empty, as in gprof's
  // graph.
  if (timed) {
    if (arc.base.present) cells.base_seconds = arc.base.Total();
    if (arc.other.present) cells.other_seconds = arc.other.Total();
    cells.seconds_difference = SecondsDifference(arc.base.Total(), arc.other.Total());
  }
  cells.base_calls = calls(difference.base, arc.base);
  cells.other_calls = calls(difference.other, arc.other);
  cells.calls_difference = CallsDifference(difference, arc.base.count, arc.other.count);
  cells.sides = SidesCell(arc.base.present, arc.other.present);
  return cells;
}

class SideBySideEntryWriter {
 public:
  SideBySideEntryWriter(std::string& out, WrittenGraph& graph)
      : out_(out), graph_(graph), difference_(graph.difference), order_(graph.order) {}

  void Write(const DifferenceEntry& entry) {
    entry.cycle.valid() ? WriteCycle(entry.cycle) : WriteFunction(entry.function);
    AppendEntryEnd(out_, /*traditional=*/false);
  }

 private:
  void WriteLine(const std::string& index, const SideBySideCells& cells, std::string_view indent) {
    AppendLeft(out_, index, kIndexWidth);
    AppendCells(out_, cells, graph_.amounts);
    out_ += indent;
  }

  static std::string Tag(std::uint32_t number) { return "[" + std::to_string(number) + "]"; }

  void WriteFunction(FunctionId f) {
    std::vector<ArcId> callers = order_.Callers(f);
    if (callers.empty()) {
      WriteLine("", {}, kIndent);
      out_ += "<spontaneous>\n";
    }
    for (ArcId id : callers) WriteArc(id, difference_.arcs[id.value].caller);
    WriteLine(Tag(order_.NumberOf(f)), CellsOf(difference_, difference_.functions[f.value]), "");
    graph_.AppendName(out_, f);
    for (ArcId id : order_.Callees(f)) WriteArc(id, difference_.arcs[id.value].callee);
  }

  void WriteArc(ArcId id, FunctionId named) {
    WriteLine("", CellsOf(difference_, difference_.arcs[id.value], order_.IsTimed(id)), kIndent);
    graph_.AppendName(out_, named);
  }

  void WriteCycle(CycleId cycle) {
    std::string tag = Tag(order_.NumberOf(cycle));
    WriteLine(tag, CellsOf(difference_, difference_.cycles[cycle.value]), "");
    out_ += "<cycle " + std::to_string(cycle.value + 1) + " as a whole> " + tag + "\n";
    for (FunctionId member : order_.Members(cycle)) {
      WriteLine("", CellsOf(difference_, difference_.functions[member.value]), kIndent);
      graph_.AppendName(out_, member);
    }
  }

  std::string& out_;
  WrittenGraph& graph_;
  const Difference& difference_;
  const DifferenceGraph& order_;
};

}  // namespace

std::size_t WriteGraphSideBySide(std::string& out, const Difference& difference, const SideLabels& labels,
                                 const ListingOptions& options) {
  StartSection(out);
  if (!options.brief) AppendSideLabels(out, labels);
  // Entries are ordered by self time, so that a function has the same number here as in the flat table.
  WrittenGraph graph(difference, options, EntrySort::kSelf, options.names);
  for (std::string_view line : {kUpper, kLower}) {
    out += InUnit(Widened(std::string(line), kIndexWidth, 3, graph.amounts), UnitOf(difference));
  }
  const std::size_t left_out = WriteEntries<SideBySideEntryWriter>(out, graph);
  AppendLeftOut(out, left_out, "entries");
  return left_out;
}

}  // namespace profdiff
