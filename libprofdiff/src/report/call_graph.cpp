// SPDX-License-Identifier: GPL-3.0-or-later
// gprof's call graph: an entry for each function, callers above it, callees below it, and an entry for each cycle.
// Source: gprof 2.40, its layouts and orders. Tests: tests/unit/report/listing_test.cpp and the oracle.
#include <algorithm>
#include <span>
#include <vector>

#include "base/prefetch.h"
#include "base/text.h"
#include "profdiff/listing.h"
#include "report/classic_lines.h"
#include "report/listed.h"
#include "report/names.h"
#include "report/pieces.h"

namespace profdiff {
namespace {

// A call graph as all writers of its parts see it.
struct Graph {
  Graph(const Execution& e, const EntryOrder& o, const ListingOptions& l)
      : execution(e), order(o), options(l), names(e.functions, StyleFor(l.names, l.traditional)) {}

  const Execution& execution;
  const EntryOrder& order;
  const ListingOptions& options;
  NameLines names;
};

// Writes entries, one after the other.
class EntryWriter {
 public:
  EntryWriter(std::string& out, Graph& shared)
      : out_(out),
        profile_(shared.execution.profile),
        graph_(shared.execution.graph),
        order_(shared.order),
        options_(shared.options),
        names_(shared.names),
        total_(graph_.total_ticks > 0 ? graph_.total_ticks : 1) {}

  void Write(std::span<const EntryOrder::Entry> entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (i + 1 < entries.size()) PrefetchArcs(entries[i + 1]);
      entries[i].cycle.valid() ? WriteCycle(entries[i].cycle) : WriteFunction(entries[i].function);
      AppendEntryEnd(out_, options_.traditional);
    }
  }

  // Puts the arcs of a function's entry into the order in which they are written.
  void List(FunctionId f, Adjacency& arcs) {
    auto id_of = [this](const SortKey& key) { return arcs_[key.place].id; };
    std::ranges::transform(SortArcs(f, true), arcs.parents.begin() + arcs.first_parent[f.value], id_of);
    std::ranges::transform(SortArcs(f, false), arcs.children.begin() + arcs.first_child[f.value], id_of);
  }

 private:
  PrimaryLine LineOf(const Propagated& numbers, std::uint32_t number, std::uint64_t calls, std::uint64_t self_calls,
                     bool count_zero) const {
    PrimaryLine line;
    line.number = number;
    line.percent = 100.0 * numbers.Total() / total_;
    line.self = numbers.self / profile_.rate;
    line.child = numbers.child / profile_.rate;
    if (count_zero || calls + self_calls != 0) line.calls = calls;
    if (self_calls != 0) line.self_calls = self_calls;
    return line;
  }

  PrimaryLine LineOf(FunctionId f, bool count_zero) const {
    return LineOf(graph_.functions[f.value], order_.function_number[f.value], profile_.calls[f.value],
                  profile_.self_calls[f.value], count_zero);
  }

  void WriteName(FunctionId f) {
    names_.Append(out_, f, [this](FunctionId id) -> NameSuffix {
      return {graph_.CycleOf(id), order_.function_number[id.value], graph_.functions[id.value].shown};
    });
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

  // What an entry needs to know of an arc, side by side: it is gathered from far places.
  struct ListedArc {
    ArcId id;
    Arc arc;
    ArcTime ticks;
    std::uint64_t of_calls = 0;
    bool timed = false;
  };

  // What callers and callees are sorted by: arcs without times stand below all others, those to itself lowest.
  struct SortKey {
    double ticks;
    std::uint64_t count;
    std::uint32_t place;  // in arcs_

    bool operator<(const SortKey& other) const {
      return ticks != other.ticks ? ticks < other.ticks : count < other.count;
    }
  };

  static SortKey KeyOf(const ListedArc& arc, int arc_class, std::size_t place) {
    SortKey key{arc.ticks.Total(), arc.arc.count, static_cast<std::uint32_t>(place)};
    if (arc_class != 2) key.ticks = arc_class - 2;
    if (arc_class == 0) key.count = 0;
    return key;
  }

  // Looks at the arcs of a function. Each loop goes to one far place only, so that many of its reads are under way at a
  // time.
  void Gather(std::span<const ArcId> newest_first, bool callers) {
    arcs_.resize(newest_first.size());
    std::ranges::transform(newest_first.rbegin(), newest_first.rend(), arcs_.begin(), [this](ArcId id) {
      return ListedArc{id, profile_.arcs[id.value], {}};
    });
    for (const ListedArc& listed : arcs_) names_.PrefetchLine(callers ? listed.arc.caller : listed.arc.callee);
    for (ListedArc& listed : arcs_) {
      listed.ticks = graph_.TimeOf(profile_, listed.arc);
      listed.of_calls = graph_.OuterCalls(profile_, listed.arc.callee);
    }
    keys_.clear();
    for (ListedArc& listed : arcs_) {
      const int arc_class = ArcClass(listed.arc);
      listed.timed = arc_class == 2;
      keys_.push_back(KeyOf(listed, arc_class, keys_.size()));
    }
  }

  // Callers ascending, callees descending; equal ones in order of creation. Places in arcs_, valid until the next call.
  const std::vector<SortKey>& SortArcs(FunctionId f, bool callers) {
    std::span<const ArcId> newest_first = callers ? graph_.adjacency.Parents(f) : graph_.adjacency.Children(f);
    Gather(newest_first, callers);
    std::ranges::sort(keys_, [callers](const SortKey& a, const SortKey& b) {
      if (callers ? a < b : b < a) return true;
      return !(callers ? b < a : a < b) && a.place < b.place;
    });
    return keys_;
  }

  void WriteArcs(FunctionId f, bool callers) {
    const std::vector<SortKey>& sorted = SortArcs(f, callers);
    if (callers && sorted.empty()) return AppendSpontaneous(out_, options_.traditional);
    for (const ListedArc& listed : arcs_) names_.PrefetchText(callers ? listed.arc.caller : listed.arc.callee);
    for (const SortKey& key : sorted) WriteArc(arcs_[key.place], callers);
  }

  // The arcs of the entry after the one that is written.
  void PrefetchArcs(const EntryOrder::Entry& entry) const {
    if (!entry.function.valid()) return;
    for (std::span<const ArcId> ids :
         {graph_.adjacency.Parents(entry.function), graph_.adjacency.Children(entry.function)}) {
      Prefetch(ids, profile_.arcs);
    }
  }

  void WriteArc(const ListedArc& listed, bool name_caller) {
    ArcLine line;
    line.timed = listed.timed;
    line.self = listed.ticks.self / profile_.rate;
    line.child = listed.ticks.child / profile_.rate;
    line.count = listed.arc.count;
    line.of_calls = listed.of_calls;
    AppendArcLine(out_, options_.traditional, line);
    WriteName(name_caller ? listed.arc.caller : listed.arc.callee);
  }

  std::string& out_;
  const Profile& profile_;
  const CallGraph& graph_;
  const EntryOrder& order_;
  const ListingOptions& options_;
  NameLines& names_;
  std::vector<ListedArc> arcs_;  // of one function at a time, in order of creation
  std::vector<SortKey> keys_;    // by them
  double total_;
};

std::vector<EntryOrder::Entry> ListedEntries(const Execution& execution, const EntryOrder& order, bool show_unused) {
  std::vector<EntryOrder::Entry> listed;
  for (const EntryOrder::Entry& entry : order.entries) {
    if (IsListed(execution, entry, show_unused)) listed.push_back(entry);
  }
  return listed;
}

}  // namespace

std::size_t WriteCallGraph(std::string& out, const Execution& execution, const EntryOrder& order,
                           const ListingOptions& options) {
  const CallGraph& graph = execution.graph;
  const Profile& profile = execution.profile;
  AppendGraphHeading(out, {options.traditional, options.brief, profile.scale, graph.total_ticks, profile.rate});
  std::vector<EntryOrder::Entry> entries = ListedEntries(execution, order, options.show_unused);
  const std::size_t listed = entries.size();
  if (options.limit != 0 && options.limit < listed) entries.resize(options.limit);

  Graph shared(execution, order, options);
  auto lines_of = [&](std::size_t i) {
    const FunctionId f = entries[i].function;
    return f.valid() ? graph.adjacency.Parents(f).size() + graph.adjacency.Children(f).size() + 2 : 2;
  };
  WriteInPieces(out, options, CutIntoPieces(entries.size(), kPieceLines, lines_of),
                [&](std::string& text, std::size_t begin, std::size_t end) {
                  EntryWriter(text, shared).Write(std::span(entries).subspan(begin, end - begin));
                });
  if (!options.traditional && !options.brief) AppendGraphExplanation(out, false);
  return listed - entries.size();
}

Adjacency ListArcs(const Execution& execution, const EntryOrder& order, const ListingOptions& options) {
  Adjacency arcs = execution.graph.adjacency;
  std::string unused;
  Graph shared(execution, order, options);
  EntryWriter writer(unused, shared);
  for (const EntryOrder::Entry& entry : ListedEntries(execution, order, options.show_unused)) {
    if (entry.function.valid()) writer.List(entry.function, arcs);
  }
  return arcs;
}

}  // namespace profdiff
