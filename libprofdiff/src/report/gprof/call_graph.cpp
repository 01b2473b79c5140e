// SPDX-License-Identifier: GPL-3.0-or-later
// Writes gprof's call graph: an entry for each function, with callers above it and callees below it, and an entry for
// each cycle. The order of the entries is an argument; this file only sorts the lines of each entry.
//
// Source: GPROF.md, section 8.7 (order of lines) and sections 11.1 to 11.3 (layout). Tests:
// tests/unit/report/gprof/listing_test.cpp and tests/oracle.
#include <algorithm>
#include <span>
#include <vector>

#include "base/prefetch.h"
#include "profdiff/listing.h"
#include "report/format/chunks.h"
#include "report/format/limit.h"
#include "report/gprof/classic_lines.h"
#include "report/gprof/listed.h"
#include "report/gprof/names.h"
#include "values/cycles.h"

namespace profdiff {
namespace {

constexpr std::size_t kTypicalLine = 80;  // bytes reserved per line of a long entry

// The call graph, which the writers on all threads share, so that names with their suffixes are made only once.
struct Graph {
  Graph(const Execution& e, const EntryOrder& o, const ListingOptions& l)
      : execution(e), order(o), options(l), names(e.functions, StyleFor(l.names, l.traditional)) {}

  const Execution& execution;
  const EntryOrder& order;
  const ListingOptions& options;
  NameLines names;
};

// Writes entries one after the other. Each chunk of the listing has its own writer.
class EntryWriter {
 public:
  EntryWriter(std::string& out, Graph& shared)
      : out_(out),
        profile_(shared.execution.profile),
        graph_(shared.execution.graph),
        order_(shared.order),
        options_(shared.options),
        names_(shared.names),
        amounts_(AmountsOf(profile_)),
        arc_self_known_(!profile_.exact || profile_.exact->arc_self_known),
        // gprof divides by 1 if no time was propagated (GPROF.md, section 11.1).
        total_(graph_.total_ticks > 0 ? graph_.total_ticks : 1) {}

  void Write(std::span<const EntryOrder::Entry> entries) {
    const auto write = [&](std::size_t i) {
      const EntryOrder::Entry& entry = entries[i];
      entry.cycle.valid() ? WriteCycle(entry.cycle) : WriteFunction(entry.function);
      AppendEntryEnd(out_, options_.traditional);
    };
    WalkAhead(
        0, entries.size(), write, [&](std::size_t i) { PrefetchFunction(entries[i].function); },
        [&](std::size_t i) { PrefetchCalls(entries[i].function); },
        [&](std::size_t i) { PrefetchEnds(entries[i].function); });
  }

  // Sorts the arcs of a function's entry into the order in which they are written. Before the call, the most recently
  // added arc must be first in `arcs`.
  void List(FunctionId f, bool callers, std::span<ArcId> arcs) {
    const std::vector<ArcId> oldest_first(arcs.rbegin(), arcs.rend());
    std::ranges::transform(SortArcs(f, callers), arcs.begin(),
                           [&](const SortKey& key) { return oldest_first[key.place]; });
  }

 private:
  // If `count_zero` is set, a count of 0 calls is printed. It is set for cycles and their members; the line of any
  // other function has a blank in place of 0 (GPROF.md, section 11.2).
  PrimaryLine LineOf(const Propagated& numbers, std::uint32_t number, std::uint64_t calls, std::uint64_t self_calls,
                     bool count_zero) const {
    PrimaryLine line;
    line.number = number;
    line.percent = 100.0 * numbers.Total() / total_;
    line.self = numbers.Self() / profile_.rate;
    line.child = numbers.child / profile_.rate;
    line.calls_known = profile_.calls_known;
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

  // Prefetches the data that WriteFunction reads: entries are ordered by time, so access to memory is random.
  void PrefetchFunction(FunctionId f) const {
    if (!f.valid()) return;
    Prefetch(&graph_.calls.first_caller[f.value]);
    Prefetch(&graph_.calls.first_callee[f.value]);
    PrefetchAll(graph_.functions[f.value]);
  }
  void PrefetchCalls(FunctionId f) const {
    if (!f.valid()) return;
    Prefetch(graph_.calls.Callers(f).data());
    Prefetch(graph_.calls.Callees(f).data());
  }
  void PrefetchEnds(FunctionId f) const {
    // Maximum number of calls to prefetch; more could evict data of entries that are written earlier.
    constexpr std::size_t kMost = 8;
    if (!f.valid()) return;
    for (const std::span<const CallLists::Call> calls : {graph_.calls.Callers(f), graph_.calls.Callees(f)}) {
      for (const CallLists::Call& call : calls.first(std::min(calls.size(), kMost))) {
        PrefetchAll(graph_.functions[call.function.value]);
        names_.PrefetchPointer(call.function);
      }
    }
  }

  void WriteFunction(FunctionId f) {
    WriteArcs(f, /*callers=*/true);
    AppendPrimaryLine(out_, options_.traditional, LineOf(f, /*count_zero=*/false), amounts_);
    WriteName(f);
    WriteArcs(f, /*callers=*/false);
  }

  void WriteCycle(CycleId cycle) {
    AppendCycleLine(out_, options_.traditional,
                    LineOf(graph_.cycles[cycle.value], order_.cycle_number[cycle.value],
                           graph_.cycles[cycle.value].calls, graph_.cycle_inner_calls[cycle.value], true),
                    cycle.value + 1);
    for (FunctionId member : SortMembers(cycle)) {
      AppendMemberLine(out_, options_.traditional, LineOf(member, /*count_zero=*/true));
      WriteName(member);
    }
  }

  // Sorts members by propagated time, then by calls including recursive ones, both in descending order. The stable sort
  // keeps ties in the order of the list of members (GPROF.md, section 8.7).
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

  // The data of an arc that are printed on its line.
  struct ListedArc {
    FunctionId other_end;
    std::uint64_t count = 0;
    ArcTime ticks;
    std::uint64_t of_calls = 0;
    bool timed = false;
  };

  // The sort key of a caller or a callee.
  struct SortKey {
    double ticks;
    std::uint64_t count;
    std::uint32_t place;  // index in arcs_

    bool operator<(const SortKey& other) const {
      return ticks != other.ticks ? ticks < other.ticks : count < other.count;
    }
  };

  // Calls from a function to itself have the lowest keys. Above them are calls within the cycle, by count, and then all
  // other calls, by time and count (GPROF.md, section 8.7). Times are never negative, so -2 and -1 are below all of
  // them.
  SortKey KeyOf(FunctionId f, const ListedArc& arc, std::size_t place) const {
    if (arc.timed) return {arc.ticks.Total(), arc.count, static_cast<std::uint32_t>(place)};
    const bool to_itself = arc.other_end == f;
    return {to_itself ? -2.0 : -1.0, to_itself ? 0 : arc.count, static_cast<std::uint32_t>(place)};
  }

  // Lists the arcs of a function in arcs_, in the order of their creation, which breaks ties. CallLists has the most
  // recently added arc first, so its list is read backwards.
  void Gather(FunctionId f, bool callers) {
    const std::span<const CallLists::Call> newest_first = callers ? graph_.calls.Callers(f) : graph_.calls.Callees(f);
    const auto call_at = [newest_first](std::size_t i) { return newest_first[newest_first.size() - 1 - i]; };
    arcs_.clear();
    keys_.clear();
    arcs_.reserve(newest_first.size());
    keys_.reserve(newest_first.size());
    for (std::size_t i = 0; i < newest_first.size(); ++i) {
      const FunctionId other = call_at(i).function;
      // Calls are printed as "calls/total". On lines of both callers and callees, the total is the number of all calls
      // of the callee; for a member of a cycle, it is the number of calls from outside into the cycle. Recursive arcs
      // have times only if calls are unknown, because in that case all times were measured.
      const Arc arc = callers ? Arc{other, f, call_at(i).count} : Arc{f, other, call_at(i).count};
      arcs_.push_back({other, arc.count, graph_.TimeOf(arc), graph_.functions[arc.callee.value].calls,
                       !profile_.calls_known || (other != f && !graph_.InOneCycle(f, other))});
      keys_.push_back(KeyOf(f, arcs_.back(), i));
    }
  }

  // Sorts callers in ascending order and callees in descending order, with ties in the order of creation. The keys
  // refer to arcs_ and are valid until the next call. The index as the last criterion makes the order total, so that an
  // unstable sort, which needs no buffer, gives the same result.
  const std::vector<SortKey>& SortArcs(FunctionId f, bool callers) {
    Gather(f, callers);
    std::ranges::sort(keys_, [callers](const SortKey& a, const SortKey& b) {
      if (callers ? a < b : b < a) return true;
      return !(callers ? b < a : a < b) && a.place < b.place;
    });
    return keys_;
  }

  void WriteArcs(FunctionId f, bool callers) {
    const std::vector<SortKey>& sorted = SortArcs(f, callers);
    if (callers && sorted.empty()) return AppendSpontaneous(out_, options_.traditional, amounts_);
    if (arcs_.size() > kChunkLines) out_.reserve(out_.size() + arcs_.size() * kTypicalLine);
    // Prefetching takes two steps: the pointer to a name's line must be in the cache before the line itself can be
    // fetched.
    const auto arc_at = [&](std::size_t i) -> const ListedArc& { return arcs_[sorted[i].place]; };
    WalkAhead(
        0, sorted.size(), [&](std::size_t i) { WriteArc(arc_at(i)); },
        [&](std::size_t i) { names_.PrefetchPointer(arc_at(i).other_end); },
        [&](std::size_t i) { names_.PrefetchLine(arc_at(i).other_end); });
  }

  void WriteArc(const ListedArc& arc) {
    ArcLine line;
    line.timed = arc.timed;
    line.self = arc.ticks.self / profile_.rate;
    line.child = arc.ticks.child / profile_.rate;
    line.count = arc.count;
    line.of_calls = arc.of_calls;
    line.calls_known = profile_.calls_known;
    line.self_known = arc_self_known_;
    AppendArcLine(out_, options_.traditional, line, amounts_);
    WriteName(arc.other_end);
  }

  std::string& out_;
  const Profile& profile_;
  const CallGraph& graph_;
  const EntryOrder& order_;
  const ListingOptions& options_;
  NameLines& names_;
  std::vector<ListedArc> arcs_;  // arcs of one function, in the order of their creation
  std::vector<SortKey> keys_;    // sort keys of arcs_
  Amounts amounts_;
  bool arc_self_known_;
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
  AppendGraphHeading(out, HeadingOf(profile, options, graph.total_ticks));
  std::vector<EntryOrder::Entry> entries = ListedEntries(execution, order, options.show_unused);
  // --limit cuts the list of entries but does not renumber them, because the lines of callers and callees still refer
  // to omitted entries.
  const std::size_t left_out = CutRows(entries, options.limit);

  Graph shared(execution, order, options);
  // The listing is divided into chunks by lines, not by entries, because one function with many callers can have as
  // many lines as thousands of other functions.
  auto lines_of = [&](std::size_t i) {
    const FunctionId f = entries[i].function;
    return f.valid() ? graph.calls.Callers(f).size() + graph.calls.Callees(f).size() + 2 : 2;
  };
  WriteInChunks(out, options, CutIntoChunks(entries.size(), kChunkLines, lines_of),
                [&](std::string& text, std::size_t begin, std::size_t end) {
                  EntryWriter(text, shared).Write(std::span(entries).subspan(begin, end - begin));
                });
  if (!options.traditional && !options.brief) {
    AppendGraphExplanation(out, false, profile.origin.has_value(), profile.dimension);
  }
  return left_out;
}

Adjacency ListArcs(const Execution& execution, const EntryOrder& order, const ListingOptions& options) {
  Adjacency arcs = IndexArcs(execution.graph.functions.size(), execution.profile.arcs);
  std::string unused;
  Graph shared(execution, order, options);
  // Machine formats list arcs in the order of this listing, so they use the comparison of EntryWriter instead of a copy
  // of it.
  EntryWriter writer(unused, shared);
  for (const EntryOrder::Entry& entry : ListedEntries(execution, order, options.show_unused)) {
    if (!entry.function.valid()) continue;
    const std::size_t f = entry.function.value;
    writer.List(entry.function, true,
                std::span(arcs.parents).subspan(arcs.first_parent[f], arcs.Parents(entry.function).size()));
    writer.List(entry.function, false,
                std::span(arcs.children).subspan(arcs.first_child[f], arcs.Children(entry.function).size()));
  }
  return arcs;
}

}  // namespace profdiff
