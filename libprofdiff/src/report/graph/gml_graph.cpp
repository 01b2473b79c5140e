// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a profile or a difference to a GmlGraph, so that style, layout and text handle only one kind of graph. Keeps
// the most important functions and the arcs between them.
//
// Follows ARCHITECTURE.md ("GML"), whose rules are cited by number. Tests: tests/unit/report/graph/gml_graph_test.cpp.
#include "report/graph/gml_graph.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/decimals.h"
#include "report/format/limit.h"
#include "report/gprof/amounts.h"
#include "report/gprof/names.h"
#include "values/known_calls.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kLeftOut = 0xffffffff;

// Without a histogram, the rate is 0 and the result of dividing by it is not a number, which GML cannot represent (rule
// 3).
double Finite(double seconds) { return std::isfinite(seconds) ? seconds : 0.0; }

GmlSeconds Subtracted(double base, double other) {
  base = Finite(base);
  other = Finite(other);
  return {base, other, SecondsDifference(base, other)};
}

GmlCalls Subtracted(const Difference& difference, std::uint64_t base, std::uint64_t other) {
  return {base, other, CallsKnown(difference) ? CountDifference(base, other) : 0};
}

// `in_base` and `in_other` are true if the function is in the image of that side, even if it has no samples there.
GmlStatus StatusOf(bool in_base, bool in_other, bool differs) {
  if (!in_other) return GmlStatus::kOnlyBase;
  if (!in_base) return GmlStatus::kOnlyOther;
  return differs ? GmlStatus::kChanged : GmlStatus::kUnchanged;
}

// ---- candidates ----

// Returns for each function: 1 if it calls others, otherwise 0. Functions that call others were executed even if, like
// main, they have neither samples nor callers.
template <class Arcs, class HasCalls>
std::vector<char> FindCallers(std::size_t functions, const Arcs& arcs, HasCalls has_calls) {
  std::vector<char> is_caller(functions);
  for (const auto& arc : arcs) {
    if (has_calls(arc)) is_caller[arc.caller.value] = 1;
  }
  return is_caller;
}

std::vector<GmlFunction> FindCandidates(const Execution& execution, bool show_unused) {
  const Profile& profile = execution.profile;
  const std::vector<char> is_caller =
      FindCallers(execution.functions.size(), profile.arcs, [](const Arc& arc) { return arc.count != 0; });
  std::vector<GmlFunction> found;
  for (std::size_t i = 0; i < execution.functions.size(); ++i) {
    const Propagated& times = execution.graph.functions[i];
    bool used = times.Total() != 0 || profile.calls[i] != 0 || is_caller[i] != 0;
    if (!times.shown || (!used && !show_unused)) continue;
    GmlFunction candidate;
    candidate.function = FunctionId(i);
    candidate.self.base = Finite(profile.Seconds(times.Self()));
    candidate.total.base = Finite(profile.Seconds(times.Total()));
    candidate.calls.base = profile.calls[i];
    found.push_back(candidate);
  }
  return found;
}

bool IsUsed(const SideNumbers& side) { return Finite(side.KeptTotal()) != 0 || side.calls != 0; }

std::vector<GmlFunction> FindCandidates(const Difference& difference, bool show_unused) {
  const auto has_calls = [](const Difference::ArcRow& arc) { return arc.base.count != 0 || arc.other.count != 0; };
  const std::vector<char> is_caller = FindCallers(difference.functions.size(), difference.arcs, has_calls);
  std::vector<GmlFunction> found;
  for (std::size_t i = 0; i < difference.functions.size(); ++i) {
    const SideNumbers& base = difference.functions[i].base;
    const SideNumbers& other = difference.functions[i].other;
    if (!base.shown && !other.shown) continue;
    if (!IsUsed(base) && !IsUsed(other) && is_caller[i] == 0 && !show_unused) continue;
    GmlFunction candidate;
    candidate.function = FunctionId(i);
    candidate.self = Subtracted(base.kept_self, other.kept_self);
    candidate.total = Subtracted(base.KeptTotal(), other.KeptTotal());
    candidate.calls = Subtracted(difference, base.calls, other.calls);
    bool differs = candidate.self.diff != 0 || candidate.total.diff != 0 || candidate.calls.diff != 0;
    candidate.status = StatusOf(base.present, other.present, differs);
    found.push_back(candidate);
  }
  return found;
}

// ---- importance ----

// Returns the sort key of a function: change of time, change of calls, time, calls. Keys are compared member by member.
// For one profile, all changes are 0, so time decides.
auto Importance(const GmlFunction& c) {
  double change = std::max(std::abs(c.self.diff), std::abs(c.total.diff));
  double time = std::max(c.self.Larger(), c.total.Larger());
  return std::make_tuple(change, Magnitude(c.calls.diff), time, c.calls.Larger());
}

// Sorts by importance, the most important function first. Functions of equal importance are sorted by name; functions
// with the same name keep the order of their table. Cuts the list to `max_nodes` (0: no limit) and returns the number
// of omitted functions.
std::size_t KeepMostImportant(std::vector<GmlFunction>& candidates, const FunctionTable& functions,
                              std::size_t max_nodes) {
  auto comes_before = [&functions](const GmlFunction& a, const GmlFunction& b) {
    auto left = Importance(a), right = Importance(b);
    return left != right ? left > right : functions[a.function].name < functions[b.function].name;
  };
  std::ranges::stable_sort(candidates, comes_before);
  return CutRows(candidates, max_nodes);
}

// ---- nodes and edges ----

// yEd would treat a label that starts with "<html>", in upper or lower case, as HTML, so "_" is put before it (rule 9).
std::string AsPlainText(std::string_view name) {
  std::string start(name.substr(0, 6));
  for (char& c : start) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return (start == "<html>" ? "_" : "") + std::string(name);
}

std::vector<GmlNode> MakeNodes(const std::vector<GmlFunction>& kept, const FunctionTable& functions,
                               const NameStyle& style) {
  FunctionNames names(functions, style);
  std::vector<GmlNode> nodes;
  nodes.reserve(kept.size());
  for (const GmlFunction& c : kept) {
    nodes.push_back({c, std::string(names.Raw(c.function)), AsPlainText(names.Display(c.function))});
  }
  return nodes;
}

std::vector<std::uint32_t> NodeByFunction(const std::vector<GmlFunction>& kept, std::size_t functions) {
  std::vector<std::uint32_t> node(functions, kLeftOut);
  for (std::size_t i = 0; i < kept.size(); ++i) node[kept[i].function.value] = static_cast<std::uint32_t>(i);
  return node;
}

constexpr auto kEnds = [](const GmlEdge& edge) { return std::pair(edge.source, edge.target); };

// Merges several arcs between the same two functions, which a hand-made profile may contain (rule 7). `edges` is
// sorted.
void MergeParallelEdges(std::vector<GmlEdge>& edges) {
  std::vector<GmlEdge> merged;
  for (const GmlEdge& edge : edges) {
    if (merged.empty() || kEnds(merged.back()) != kEnds(edge)) {
      merged.push_back(edge);
      continue;
    }
    merged.back().time.base += edge.time.base;
    merged.back().calls.base += edge.calls.base;
  }
  edges = std::move(merged);
}

// Makes edges from arcs. Both ends of an edge must be among the nodes (rule 7), so arcs to omitted functions are
// dropped. `node` contains the index of each function's node, or kLeftOut.
std::vector<GmlEdge> MakeEdges(const Execution& execution, const std::vector<std::uint32_t>& node) {
  std::vector<GmlEdge> edges;
  for (const Arc& arc : execution.profile.arcs) {
    if (arc.callee.value >= node.size()) continue;  // skips FunctionTable::indirect
    GmlEdge edge;
    edge.source = node[arc.caller.value];
    edge.target = node[arc.callee.value];
    if (edge.source == kLeftOut || edge.target == kLeftOut) continue;
    edge.time.base = Finite(execution.profile.Seconds(execution.graph.TimeOf(arc).Total()));
    edge.calls.base = arc.count;
    edges.push_back(edge);
  }
  std::ranges::stable_sort(edges, {}, kEnds);
  MergeParallelEdges(edges);
  return edges;
}

std::vector<GmlEdge> MakeEdges(const Difference& difference, const std::vector<std::uint32_t>& node) {
  std::vector<GmlEdge> edges;
  for (const Difference::ArcRow& arc : difference.arcs) {
    GmlEdge edge;
    edge.source = node[arc.caller.value];
    edge.target = node[arc.callee.value];
    if (edge.source == kLeftOut || edge.target == kLeftOut) continue;
    edge.time = Subtracted(arc.base.Total(), arc.other.Total());
    edge.calls = Subtracted(difference, arc.base.count, arc.other.count);
    bool differs = edge.time.diff != 0 || edge.calls.diff != 0;
    edge.status = StatusOf(arc.base.present, arc.other.present, differs);
    edges.push_back(edge);
  }
  std::ranges::stable_sort(edges, {}, kEnds);
  return edges;
}

// `Source` is Execution or Difference.
template <class Source>
GmlGraph Make(const Source& source, const FunctionTable& functions, const GmlOptions& options) {
  GmlGraph graph;
  std::vector<GmlFunction> kept = FindCandidates(source, options.show_unused);
  graph.left_out = KeepMostImportant(kept, functions, options.max_nodes);
  graph.nodes = MakeNodes(kept, functions, options.names);
  for (std::size_t i = 0; options.kept != nullptr && i < kept.size(); ++i) {
    const std::size_t function = kept[i].function.value;
    graph.nodes[i].kept = function < options.kept->size() && (*options.kept)[function];
  }
  graph.edges = MakeEdges(source, NodeByFunction(kept, functions.size()));
  // If there are no times, as in a profile with only arcs, colours and labels show calls.
  graph.has_time = std::ranges::any_of(kept, [](const GmlFunction& c) { return c.total.Larger() != 0; });
  return graph;
}

void SetUnit(GmlGraph& graph, const std::optional<ProfileOrigin>& origin, const std::string& unit) {
  graph.is_measured = origin.has_value();
  graph.is_whole = AreWhole(origin, unit);
  if (graph.is_whole) graph.unit = unit;
}

}  // namespace

GmlGraph MakeGmlGraph(const Execution& execution, const GmlOptions& options) {
  GmlGraph graph = Make(execution, execution.functions, options);
  // The total includes omitted functions, because users compare the legend with gprof's output.
  double ticks = 0;
  for (double self_ticks : execution.profile.self_ticks) ticks += self_ticks;
  graph.seconds.base = Finite(execution.profile.Seconds(ticks));
  SetUnit(graph, execution.profile.origin, execution.profile.dimension);
  graph.base_calls_known = execution.profile.calls_known;
  return graph;
}

GmlGraph MakeGmlGraph(const Difference& difference, const GmlOptions& options) {
  GmlGraph graph = Make(difference, difference.match.functions, options);
  graph.is_difference = true;
  graph.seconds = Subtracted(difference.base.seconds, difference.other.seconds);
  SetUnit(graph, HeadingSide(difference).origin, HeadingSide(difference).dimension);
  graph.base_calls_known = difference.base.calls_known;
  graph.other_calls_known = difference.other.calls_known;
  return graph;
}

}  // namespace profdiff
