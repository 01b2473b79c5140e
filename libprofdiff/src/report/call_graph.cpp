// SPDX-License-Identifier: GPL-3.0-or-later
// gprof's call graph: an entry for each function, callers above it, callees below it, and an entry for each cycle.
// Source: gprof 2.40, its layouts and orders. Tests: tests/unit/report/listing_test.cpp and the oracle.
#include <algorithm>
#include <vector>

#include "base/text.h"
#include "profdiff/listing.h"
#include "report/classic_lines.h"
#include "report/listed.h"
#include "report/names.h"

namespace profdiff {
namespace {

class GraphWriter {
 public:
  GraphWriter(std::string& out, const Execution& execution, const EntryOrder& order, const ListingOptions& options)
      : out_(out),
        execution_(execution),
        profile_(execution.profile),
        graph_(execution.graph),
        order_(order),
        options_(options),
        names_(execution.functions, StyleFor(options.names, options.traditional)),
        total_(graph_.total_ticks > 0 ? graph_.total_ticks : 1) {}

  std::size_t Write() {
    AppendGraphHeading(out_, {options_.traditional, options_.brief, profile_.scale, graph_.total_ticks, profile_.rate});
    std::size_t printed = 0;
    std::size_t left_out = 0;
    for (const EntryOrder::Entry& entry : order_.entries) {
      if (!IsListed(execution_, entry, options_.show_unused)) continue;
      if (options_.limit != 0 && printed == options_.limit) {
        ++left_out;
        continue;
      }
      ++printed;
      entry.cycle.valid() ? WriteCycle(entry.cycle) : WriteFunction(entry.function);
      AppendEntryEnd(out_, options_.traditional);
    }
    if (!options_.traditional && !options_.brief) AppendGraphExplanation(out_, false);
    return left_out;
  }

  Adjacency ListArcs() const {
    Adjacency arcs = graph_.adjacency;
    for (const EntryOrder::Entry& entry : order_.entries) {
      if (entry.cycle.valid() || !IsListed(execution_, entry, options_.show_unused)) continue;
      std::ranges::copy(SortArcs(entry.function, true), arcs.parents.begin() + arcs.first_parent[entry.function.value]);
      std::ranges::copy(SortArcs(entry.function, false),
                        arcs.children.begin() + arcs.first_child[entry.function.value]);
    }
    return arcs;
  }

 private:
  PrimaryLine LineOf(const Propagated& numbers, std::uint32_t number, std::uint64_t calls, std::uint64_t self_calls,
                     bool count_zero) const {
    PrimaryLine line;
    line.number = number;
    line.percent = 100.0 * numbers.Total() / total_;
    line.self = numbers.self / profile_.rate;
    line.child = numbers.child / profile_.rate;
    if (count_zero || calls + self_calls != 0) line.calls = static_cast<std::int64_t>(calls);
    if (self_calls != 0) line.self_calls = static_cast<std::int64_t>(self_calls);
    return line;
  }

  PrimaryLine LineOf(FunctionId f, bool count_zero) const {
    return LineOf(graph_.functions[f.value], order_.function_number[f.value], profile_.calls[f.value],
                  profile_.self_calls[f.value], count_zero);
  }

  void WriteName(FunctionId f) {
    out_ += names_.Display(f);
    AppendNameSuffix(out_, {graph_.CycleOf(f), order_.function_number[f.value], graph_.functions[f.value].shown});
    out_ += '\n';
  }

  void WriteFunction(FunctionId f) {
    WriteArcs(f, /*callers=*/true);
    AppendPrimaryLine(out_, options_.traditional, LineOf(f, /*count_zero=*/false));
    WriteName(f);
    WriteArcs(f, /*callers=*/false);
  }

  void WriteCycle(CycleId cycle) {
    AppendCycleLine(out_, options_.traditional,
                    LineOf(graph_.cycles[cycle.value], order_.cycle_number[cycle.value],
                           graph_.cycle_calls[cycle.value], graph_.cycle_inner_calls[cycle.value], true),
                    cycle.value + 1);
    for (FunctionId member : SortMembers(cycle)) {
      AppendMemberLine(out_, options_.traditional, LineOf(member, /*count_zero=*/true));
      WriteName(member);
    }
  }

  std::vector<FunctionId> SortMembers(CycleId cycle) const {
    std::vector<FunctionId> members = graph_.components.members[cycle.value];
    std::ranges::stable_sort(members, [&](FunctionId a, FunctionId b) {
      double total_a = graph_.functions[a.value].Total();
      double total_b = graph_.functions[b.value].Total();
      if (total_a != total_b) return total_a > total_b;
      return AllCalls(a) > AllCalls(b);
    });
    return members;
  }

  std::uint64_t AllCalls(FunctionId f) const { return profile_.calls[f.value] + profile_.self_calls[f.value]; }

  // Calls to itself sort lowest, then calls within the cycle by count, then all others by time and count.
  int ArcClass(const Arc& arc) const {
    if (arc.caller == arc.callee) return 0;
    return WithinCycle(arc) ? 1 : 2;
  }

  bool WithinCycle(const Arc& arc) const {
    return graph_.CycleOf(arc.caller).valid() && graph_.CycleOf(arc.caller) == graph_.CycleOf(arc.callee);
  }

  bool SortsBelow(ArcId a, ArcId b) const {
    const Arc& arc_a = profile_.arcs[a.value];
    const Arc& arc_b = profile_.arcs[b.value];
    int class_a = ArcClass(arc_a);
    int class_b = ArcClass(arc_b);
    if (class_a != class_b) return class_a < class_b;
    if (class_a == 0) return false;
    if (class_a == 2) {
      double time_a = graph_.arcs[a.value].Total();
      double time_b = graph_.arcs[b.value].Total();
      if (time_a != time_b) return time_a < time_b;
    }
    return arc_a.count < arc_b.count;
  }

  // Callers ascending, callees descending; equal ones in order of creation.
  std::vector<ArcId> SortArcs(FunctionId f, bool callers) const {
    std::span<const ArcId> newest_first = callers ? graph_.adjacency.Parents(f) : graph_.adjacency.Children(f);
    std::vector<ArcId> ids(newest_first.rbegin(), newest_first.rend());
    std::ranges::stable_sort(ids, [&](ArcId a, ArcId b) { return callers ? SortsBelow(a, b) : SortsBelow(b, a); });
    return ids;
  }

  void WriteArcs(FunctionId f, bool callers) {
    std::vector<ArcId> ids = SortArcs(f, callers);
    if (callers && ids.empty()) return AppendSpontaneous(out_, options_.traditional);
    for (ArcId id : ids) WriteArc(id, callers);
  }

  void WriteArc(ArcId id, bool name_caller) {
    const Arc& arc = profile_.arcs[id.value];
    CycleId cycle = graph_.CycleOf(arc.callee);
    ArcLine line;
    line.timed = ArcClass(arc) == 2;
    line.self = graph_.arcs[id.value].self / profile_.rate;
    line.child = graph_.arcs[id.value].child / profile_.rate;
    line.count = static_cast<std::int64_t>(arc.count);
    line.of_calls =
        static_cast<std::int64_t>(cycle.valid() ? graph_.cycle_calls[cycle.value] : profile_.calls[arc.callee.value]);
    AppendArcLine(out_, options_.traditional, line);
    WriteName(name_caller ? arc.caller : arc.callee);
  }

  std::string& out_;
  const Execution& execution_;
  const Profile& profile_;
  const CallGraph& graph_;
  const EntryOrder& order_;
  const ListingOptions& options_;
  FunctionNames names_;
  double total_;
};

}  // namespace

std::size_t WriteCallGraph(std::string& out, const Execution& execution, const EntryOrder& order,
                           const ListingOptions& options) {
  return GraphWriter(out, execution, order, options).Write();
}

Adjacency ListArcs(const Execution& execution, const EntryOrder& order, const ListingOptions& options) {
  std::string unused;
  return GraphWriter(unused, execution, order, options).ListArcs();
}

}  // namespace profdiff
