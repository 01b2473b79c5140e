// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the difference of two call graphs in gprof's layout. Columns of numbers contain differences, but have the same
// positions as in gprof's call graph, so that scripts can parse them.
//
// Test: tests/unit/report/difference/graph_test.cpp.
#include "profdiff/listing.h"
#include "report/difference/entries.h"
#include "report/difference/explanations.h"
#include "report/difference/graph.h"
#include "report/gprof/classic_lines.h"
#include "report/gprof/names.h"
#include "values/known_calls.h"

namespace profdiff {
namespace {

class EntryWriter {
 public:
  EntryWriter(std::string& out, WrittenGraph& graph)
      : out_(out),
        graph_(graph),
        difference_(graph.difference),
        order_(graph.order),
        traditional_(graph.options.traditional) {}

  void Write(const DifferenceEntry& entry) {
    entry.cycle.valid() ? WriteCycle(entry.cycle) : WriteFunction(entry.function);
    AppendEntryEnd(out_, traditional_);
  }

 private:
  // If `count_zero` is set, the number of calls is printed even if it is 0 on both sides.
  PrimaryLine LineOf(const Difference::Row& row, std::uint32_t number, bool count_zero) const {
    const SideNumbers& base = row.base;
    const SideNumbers& other = row.other;
    bool any_self_calls = base.self_calls != 0 || other.self_calls != 0;
    double sum = difference_.sum_abs_self;
    PrimaryLine line;
    line.number = number;
    // gprof cuts "[10000]" to six characters, without the closing bracket. A difference shows the whole number
    // (GPROF.md, section 11.2).
    line.cut_number = false;
    line.calls_known = CallsKnown(difference_);
    // The percentage refers to the sum of absolute changes, as in the flat profile, because the net total can be zero.
    line.percent = sum > 0 ? 100.0 * SecondsDifference(base.KeptTotal(), other.KeptTotal()) / sum : 0;
    line.self = SecondsDifference(base.kept_self, other.kept_self);
    line.child = SecondsDifference(base.kept_child, other.kept_child);
    if (count_zero || any_self_calls || base.calls != 0 || other.calls != 0) {
      line.calls = CountDifference(base.calls, other.calls);
    }
    if (any_self_calls) line.self_calls = CountDifference(base.self_calls, other.self_calls);
    return line;
  }

  void WriteFunction(FunctionId f) {
    const std::vector<ArcId> callers = order_.Callers(f);
    if (callers.empty()) AppendSpontaneous(out_, traditional_, graph_.amounts);
    WriteArcs(callers, &Difference::ArcRow::caller);
    const PrimaryLine line = LineOf(difference_.functions[f.value], order_.NumberOf(f), false);
    AppendPrimaryLine(out_, traditional_, line, graph_.amounts);
    graph_.AppendName(out_, f);
    WriteArcs(order_.Callees(f), &Difference::ArcRow::callee);
  }

  void WriteCycle(CycleId cycle) {
    PrimaryLine line = LineOf(difference_.cycles[cycle.value], order_.NumberOf(cycle), true);
    AppendCycleLine(out_, traditional_, line, cycle.value + 1);
    for (FunctionId member : order_.Members(cycle)) {
      AppendMemberLine(out_, traditional_, LineOf(difference_.functions[member.value], 0, true));
      graph_.AppendName(out_, member);
    }
  }

  void WriteArcs(const std::vector<ArcId>& arcs, FunctionId Difference::ArcRow::*named) {
    for (ArcId id : arcs) WriteArc(id, difference_.arcs[id.value].*named);
  }

  void WriteArc(ArcId id, FunctionId named) {
    const Difference::ArcRow& arc = difference_.arcs[id.value];
    ArcLine line;
    line.timed = order_.IsTimed(id);
    line.self = SecondsDifference(arc.base.self, arc.other.self);
    line.child = SecondsDifference(arc.base.child, arc.other.child);
    line.count = CountDifference(arc.base.count, arc.other.count);
    line.of_calls = order_.CalleeCallsDifference(id);
    line.calls_known = CallsKnown(difference_);
    line.self_known = ArcSelfKnown(difference_);
    // If the self times of arcs are unknown, the column for the time of callees contains the sum of self time and time
    // of callees.
    if (!line.self_known) line.child = SecondsDifference(arc.base.Total(), arc.other.Total());
    AppendArcLine(out_, traditional_, line, graph_.amounts);
    graph_.AppendName(out_, named);
  }

  std::string& out_;
  WrittenGraph& graph_;
  const Difference& difference_;
  const DifferenceGraph& order_;
  const bool traditional_;
};

}  // namespace

std::size_t WriteGraphDifference(std::string& out, const Difference& difference, const ListingOptions& options) {
  AppendGraphHeading(out, HeadingOf(difference, options));
  WrittenGraph graph(difference, options, EntrySort::kInclusive, StyleFor(options.names, options.traditional));
  const std::size_t left_out = WriteEntries<EntryWriter>(out, graph);
  if (!options.traditional && !options.brief) AppendGraphDifferenceExplanation(out, difference);
  return left_out;
}

}  // namespace profdiff
