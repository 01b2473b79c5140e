// SPDX-License-Identifier: GPL-3.0-or-later
// Builds path graphs. The graph of traces and stacks is a tree. The graph of a profile's arcs is not: a function with
// two callers is a callee of both, and each arc has its caller's share of the function's time. The proportions below a
// function are the same for all of its callers, so a graph with one node per function represents all paths.
// Tests: tests/unit/analyze/pruning/prune_test.cpp.
#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/seeded_hash.h"
#include "profdiff/context_tree.h"
#include "profdiff/profile.h"
#include "profdiff/pruning.h"
#include "values/cycles.h"
#include "values/walk_tree.h"

namespace profdiff {
namespace {

// An arc with its caller, which is kNone for roots.
struct LooseArc {
  std::uint32_t caller;
  PathGraph::Arc arc;
};

// Sorts arcs by caller, then by time, descending. Ties are sorted by function, so that the order is total.
void Arrange(PathGraph& graph, std::vector<LooseArc>& arcs) {
  const auto time = [&graph](const PathGraph::Arc& arc) { return arc.share * graph.nodes[arc.callee].inclusive; };
  const auto key = [&](const LooseArc& each) {
    return std::tuple(each.caller, -time(each.arc), graph.nodes[each.arc.callee].function, each.arc.callee);
  };
  std::ranges::sort(arcs, {}, key);
  std::size_t next = 0;
  for (std::uint32_t node = 0; node < graph.nodes.size(); ++node) {
    graph.nodes[node].first_arc = static_cast<std::uint32_t>(graph.arcs.size());
    for (; next < arcs.size() && arcs[next].caller == node; ++next) graph.arcs.push_back(arcs[next].arc);
    graph.nodes[node].end_arc = static_cast<std::uint32_t>(graph.arcs.size());
  }
  for (; next < arcs.size(); ++next) graph.roots.push_back(arcs[next].arc);
}

// Builds a tree path by path.
class PathTree {
 public:
  explicit PathTree(PathGraph& graph) : graph_(graph) {}

  // Adds a call of a function below another node, or at the top level if the parent is kNone, and returns its node.
  std::uint32_t AddCall(std::uint32_t parent, FunctionId function) {
    const std::uint64_t key = (std::uint64_t{parent} << 32) | function.value;
    const auto [found, is_new] = nodes_.try_emplace(key, static_cast<std::uint32_t>(graph_.nodes.size()));
    if (is_new) {
      if (graph_.nodes.size() == PathGraph::kNone) throw Error(ErrorCode::kOverflow, "more than 2^32 paths of calls");
      graph_.nodes.push_back({.function = function});
      arcs_.push_back({parent, {.callee = found->second}});
    }
    arcs_[found->second].arc.calls += 1;
    return found->second;
  }

  void Finish() { Arrange(graph_, arcs_); }

 private:
  PathGraph& graph_;
  HashMap<std::uint64_t, std::uint32_t> nodes_;
  std::vector<LooseArc> arcs_;  // indexed by node: the arc that leads to it
};

PathGraph PathsOfContexts(const ContextTree& tree, double scale) {
  PathGraph graph;
  graph.calls_known = false;
  std::vector<LooseArc> arcs;
  WalkTree(
      tree.end,
      [&](std::uint32_t node, std::uint32_t parent) {
        const double self = static_cast<double>(tree.self[node]) * scale;
        graph.nodes.push_back({.function = tree.function[node], .self = self, .inclusive = self});
        arcs.push_back({parent, {.callee = node}});
      },
      [&](std::uint32_t node) {
        const std::uint32_t parent = arcs[node].caller;
        if (parent != kNoParent) graph.nodes[parent].inclusive += graph.nodes[node].inclusive;
      });
  Arrange(graph, arcs);
  return graph;
}

// The nodes of a profile: functions with time or calls, where each cycle is one node. Callers come before callees,
// which is the order in which pruning visits them.
class ProfileNodes {
 public:
  explicit ProfileNodes(const Execution& execution)
      : execution_(execution), components_(FindCycles(execution.graph.calls)) {
    const Profile& profile = execution.profile;
    std::vector<bool> is_used(profile.self_ticks.size());
    for (std::size_t f = 0; f < is_used.size(); ++f) is_used[f] = profile.self_ticks[f] != 0;
    for (const Arc& arc : profile.arcs) {
      if (IsUsed(arc)) is_used[arc.caller.value] = is_used[arc.callee.value] = true;
    }
    // Components are numbered from callees to callers, so callers come first in descending order.
    std::map<std::uint32_t, std::vector<FunctionId>, std::greater<>> members;
    for (std::size_t f = 0; f < is_used.size(); ++f) {
      if (is_used[f]) members[components_.number[f]].push_back(FunctionId(f));
    }
    node_of_.resize(is_used.size(), PathGraph::kNone);
    for (auto& [number, functions] : members) AddNode(std::move(functions));
  }

  PathGraph Make() {
    // Adds up arcs between the same two nodes, because the members of a cycle share a node.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<double, double>> sums;  // sums of time and calls
    for (const Arc& arc : execution_.profile.arcs) {
      if (!IsUsed(arc)) continue;
      const std::uint32_t caller = node_of_[arc.caller.value], callee = node_of_[arc.callee.value];
      if (caller == callee) continue;
      auto& [time, calls] = sums[{caller, callee}];
      const double total = execution_.profile.Seconds(execution_.graph.TimeOf(arc).Total());
      time += total;
      calls += static_cast<double>(arc.count);
      graph_.nodes[caller].inclusive += total;
    }
    std::vector<LooseArc> arcs;
    std::vector<double> left(graph_.nodes.size(), 1);
    std::vector<bool> is_called(graph_.nodes.size());
    for (const auto& [ends, sum] : sums) {
      const double inclusive = graph_.nodes[ends.second].inclusive;
      const double share = inclusive > 0 ? sum.first / inclusive : 0;
      arcs.push_back({ends.first, {ends.second, share, sum.second}});
      left[ends.second] -= share;
      is_called[ends.second] = is_called[ends.second] || share > 0 || inclusive == 0;
    }
    // Adds a root for the part of a node's time that no caller accounts for. Shares are sums of quotients, and their
    // rounding errors must not create roots.
    constexpr double kRounding = 1e-6;
    for (std::uint32_t node = 0; node < left.size(); ++node) {
      if (!is_called[node] || (left[node] > kRounding && graph_.nodes[node].inclusive > 0)) {
        arcs.push_back({PathGraph::kNone, {node, std::min(left[node], 1.0), 0}});
      }
    }
    Arrange(graph_, arcs);
    return std::move(graph_);
  }

 private:
  // Arcs of sampled stacks have no counts of calls; they are kept because they have time.
  bool IsUsed(const Arc& arc) const { return arc.count != 0 || !execution_.profile.calls_known; }

  void AddNode(std::vector<FunctionId> functions) {
    PathGraph::Node node{.function = functions.front()};
    for (const FunctionId function : functions) {
      node_of_[function.value] = static_cast<std::uint32_t>(graph_.nodes.size());
      node.self += execution_.profile.Seconds(execution_.profile.self_ticks[function.value]);
    }
    node.inclusive = node.self;
    if (functions.size() > 1) {
      node.cycle = static_cast<std::uint32_t>(graph_.cycles.size());
      graph_.cycles.push_back(std::move(functions));
    }
    graph_.nodes.push_back(node);
  }

  const Execution& execution_;
  const Components components_;
  std::vector<std::uint32_t> node_of_;  // indexed by FunctionId: its node; kNone for functions that are not used
  PathGraph graph_;
};

}  // namespace

PathGraph PathsOf(const Trace& trace, const FunctionTable& functions) {
  constexpr double kNanoseconds = 1e-9;
  HashMap<std::string_view, FunctionId> known;
  for (std::size_t f = 0; f < functions.size(); ++f) known.emplace(functions.functions[f].name, FunctionId(f));
  std::vector<FunctionId> ids;
  for (const std::string& name : trace.names) {
    const auto found = known.find(name);
    ids.push_back(found == known.end() ? FunctionId() : found->second);
  }
  PathGraph graph;
  PathTree tree(graph);
  std::vector<std::uint32_t> nodes;
  for (const ThreadTrace& thread : trace.threads) {
    const CallTree& calls = thread.calls;
    nodes.resize(calls.size());
    WalkTree(
        calls.end,
        [&](std::uint32_t call, std::uint32_t caller) {
          const std::uint32_t above = caller == kNoParent ? PathGraph::kNone : nodes[caller];
          const std::uint32_t node = tree.AddCall(above, ids[calls.function[call].value]);
          nodes[call] = node;
          const auto duration = static_cast<double>(calls.duration[call]);
          graph.nodes[node].self += duration;
          graph.nodes[node].inclusive += duration;
          if (caller != kNoParent) graph.nodes[nodes[caller]].self -= duration;
        },
        [](std::uint32_t) {});
  }
  // Converts times at the end, because sums of whole nanoseconds are exact in doubles up to 2^53.
  for (PathGraph::Node& node : graph.nodes) {
    node.self *= kNanoseconds;
    node.inclusive *= kNanoseconds;
  }
  tree.Finish();
  return graph;
}

TraceProfile ProfileOfPaths(const PathGraph& paths, const FunctionTable& functions) {
  TraceProfile made;
  made.functions.has_addresses = false;
  made.functions.storage = functions.storage;
  Profile& profile = made.profile;
  const std::size_t size = paths.nodes.size();
  profile.calls.resize(size);
  profile.self_calls.resize(size);
  for (const PathGraph::Node& node : paths.nodes) {
    made.functions.functions.push_back(functions[node.function]);
    profile.self_ticks.push_back(node.self);
    profile.total_ticks += node.self;
  }
  const auto add = [&](const PathGraph::Arc& arc) {
    profile.calls[arc.callee] = static_cast<std::uint64_t>(arc.calls);
  };
  for (const PathGraph::Arc& root : paths.roots) add(root);
  for (std::uint32_t node = 0; node < size; ++node) {
    for (std::uint32_t i = paths.nodes[node].first_arc; i < paths.nodes[node].end_arc; ++i) {
      const PathGraph::Arc& arc = paths.arcs[i];
      add(arc);
      profile.arcs.push_back({FunctionId(node), FunctionId(arc.callee), static_cast<std::uint64_t>(arc.calls)});
    }
  }
  profile.rate = 1;  // times of nodes are in seconds
  profile.has_histogram = profile.has_arcs = true;
  return made;
}

PathGraph PathsOf(const Execution& execution) {
  const ScaledContexts* const contexts = execution.contexts;
  PathGraph graph = contexts != nullptr && contexts->tree != nullptr ? PathsOfContexts(*contexts->tree, contexts->scale)
                                                                     : ProfileNodes(execution).Make();
  graph.calls_known = graph.calls_known && execution.profile.calls_known;
  graph.unit = execution.profile.dimension;
  return graph;
}

}  // namespace profdiff
