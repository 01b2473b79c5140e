// SPDX-License-Identifier: GPL-3.0-or-later
// Writes both call graphs and their difference next to each other, in gprof's blocks: callers, the function, callees.
// Seconds are inclusive; on the line of a caller or callee, they are the share of the arc. Line: "%-7s %8s %8s %8s %10s
// %9s %9s %2s  %s". Names of callers, callees and members are indented by four blanks.
//
// Test: tests/unit/report/difference/side_by_side_test.cpp.
#include <algorithm>

#include "base/text.h"
#include "report/difference/columns.h"
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

// Shows a time even for an unused function, if its callees propagate time to it.
SecondsCell TotalCell(const SideNumbers& side) {
  bool used = side.Used() || side.KeptTotal() != 0;
  return used ? SecondsCell(side.KeptTotal()) : std::nullopt;
}

// Returns "31", or "31+5" if there are calls from the function to itself.
std::string CallsCell(const SideNumbers& side, const SideTotals& totals) {
  if (!HasCalls(side) || !totals.calls_known) return "-";
  std::string text = std::to_string(side.calls);
  if (side.self_calls != 0) text += "+" + std::to_string(side.self_calls);
  return text;
}

// Returns "9", or "9+2" and "9-2" if a side has calls from the function to itself; the sign of the second number
// separates the two.
std::string CallsDifferenceCell(const SideNumbers& base, const SideNumbers& other) {
  std::string text = std::to_string(CountDifference(base.calls, other.calls));
  if (base.self_calls == 0 && other.self_calls == 0) return text;
  std::int64_t self_calls = CountDifference(base.self_calls, other.self_calls);
  return text + (self_calls < 0 ? "" : "+") + std::to_string(self_calls);
}

SideBySideCells CellsOf(const Difference& difference, const Difference::Row& row) {
  SideBySideCells cells;
  cells.base_seconds = TotalCell(row.base);
  cells.other_seconds = TotalCell(row.other);
  cells.seconds_difference = SecondsDifference(row.base.KeptTotal(), row.other.KeptTotal());
  cells.base_calls = CallsCell(row.base, difference.base);
  cells.other_calls = CallsCell(row.other, difference.other);
  cells.calls_difference = CallsKnown(difference) ? CallsDifferenceCell(row.base, row.other) : "-";
  cells.sides = SidesCell(row.base.present, row.other.present);
  return cells;
}

SideBySideCells CellsOf(const Difference& difference, const Difference::ArcRow& arc, bool timed) {
  const auto calls = [](const SideTotals& side, const SideArc& of) {
    return of.present && side.calls_known ? std::to_string(of.count) : std::string("-");
  };
  SideBySideCells cells;
  // Calls from a function to itself or within a cycle have no times; all three cells are empty, as in gprof's graph.
  if (timed) {
    if (arc.base.present) cells.base_seconds = arc.base.Total();
    if (arc.other.present) cells.other_seconds = arc.other.Total();
    cells.seconds_difference = SecondsDifference(arc.base.Total(), arc.other.Total());
  }
  cells.base_calls = calls(difference.base, arc.base);
  cells.other_calls = calls(difference.other, arc.other);
  const bool known = CallsKnown(difference);
  cells.calls_difference = known ? std::to_string(CountDifference(arc.base.count, arc.other.count)) : "-";
  cells.sides = SidesCell(arc.base.present, arc.other.present);
  return cells;
}

// The data that the writers of all pieces share.
struct SideBySideGraph {
  SideBySideGraph(const Difference& d, const ListingOptions& options)
      : difference(d),
        amounts(AmountsOf(d)),
        // Entries are ordered by self time, so that a function has the same number here as in the flat table.
        order(d, options.show_unused, EntrySort::kSelf),
        names(d.match.functions, options.names) {}

  const Difference& difference;
  Amounts amounts;
  DifferenceGraph order;
  NameLines names;
};

class SideBySideEntryWriter {
 public:
  SideBySideEntryWriter(std::string& out, SideBySideGraph& graph)
      : out_(out), difference_(graph.difference), amounts_(graph.amounts), graph_(graph.order), names_(graph.names) {}

  void Write(const DifferenceEntry& entry) {
    entry.cycle.valid() ? WriteCycle(entry.cycle) : WriteFunction(entry.function);
    AppendEntryEnd(out_, /*traditional=*/false);
  }

 private:
  void WriteLine(const std::string& index, const SideBySideCells& cells, std::string_view indent) {
    AppendLeft(out_, index, kIndexWidth);
    AppendCells(out_, cells, amounts_);
    out_ += indent;
  }

  void WriteName(FunctionId f) {
    names_.Append(out_, f, [this](FunctionId id) { return graph_.SuffixOf(id); });
  }

  static std::string Tag(std::uint32_t number) { return "[" + std::to_string(number) + "]"; }

  void WriteFunction(FunctionId f) {
    std::vector<ArcId> callers = graph_.Callers(f);
    if (callers.empty()) {
      WriteLine("", {}, kIndent);
      out_ += "<spontaneous>\n";
    }
    for (ArcId id : callers) WriteArc(id, difference_.arcs[id.value].caller);
    WriteLine(Tag(graph_.NumberOf(f)), CellsOf(difference_, difference_.functions[f.value]), "");
    WriteName(f);
    for (ArcId id : graph_.Callees(f)) WriteArc(id, difference_.arcs[id.value].callee);
  }

  void WriteArc(ArcId id, FunctionId named) {
    WriteLine("", CellsOf(difference_, difference_.arcs[id.value], graph_.IsTimed(id)), kIndent);
    WriteName(named);
  }

  void WriteCycle(CycleId cycle) {
    std::string tag = Tag(graph_.NumberOf(cycle));
    WriteLine(tag, CellsOf(difference_, difference_.cycles[cycle.value]), "");
    out_ += "<cycle " + std::to_string(cycle.value + 1) + " as a whole> " + tag + "\n";
    for (FunctionId member : graph_.Members(cycle)) {
      WriteLine("", CellsOf(difference_, difference_.functions[member.value]), kIndent);
      WriteName(member);
    }
  }

  std::string& out_;
  const Difference& difference_;
  const Amounts& amounts_;
  const DifferenceGraph& graph_;
  NameLines& names_;
};

}  // namespace

std::size_t WriteGraphSideBySide(std::string& out, const Difference& difference, const SideLabels& labels,
                                 const ListingOptions& options) {
  StartSection(out);
  if (!options.brief) AppendSideLabels(out, labels);
  SideBySideGraph graph(difference, options);
  for (std::string_view line : {kUpper, kLower}) {
    out += InUnit(Widened(std::string(line), kIndexWidth, 3, graph.amounts), UnitOf(difference));
  }
  const std::size_t left_out = WriteEntries(out, options, graph.order, [&graph](std::string& text, auto entries) {
    SideBySideEntryWriter writer(text, graph);
    for (const DifferenceEntry& entry : entries) writer.Write(entry);
  });
  AppendLeftOut(out, left_out, "entries");
  return left_out;
}

}  // namespace profdiff
