// SPDX-License-Identifier: GPL-3.0-or-later
// Prunes calls. Whether a callee is removed depends only on ratios of times, so the decision is the same on all paths
// to a node. The number of paths can be exponential, but one pass over the nodes, callers first, counts them and adds
// up their shares of each node's time (dynamic programming).
// Source: the algorithm in section V.A of "Performance modeling of component assemblies".
// Tests: tests/unit/analyze/pruning/prune_test.cpp, which also prunes trees for comparison.
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/big_count.h"
#include "profdiff/error.h"
#include "profdiff/pruning.h"

namespace profdiff {
namespace {

// The number of paths to a node, and their total share of its time.
struct Reach {
  BigCount paths;
  double share = 0;
};

// Treats times that differ only by rounding as equal: with doubles, 0.1 x 3 is more than 0.3.
bool IsLess(double time, double limit) { return time < limit * (1 - 1e-12); }

class Pruner {
 public:
  Pruner(const PathGraph& graph, double alpha, double beta) : graph_(graph), alpha_(alpha), beta_(beta) {
    for (const PathGraph::Arc& root : graph.roots) total_ += Time(root);
  }

  // Returns the callees that are kept: the first ones, as callees are sorted by time. If all callees together take less
  // than alpha of the inclusive time, all are removed. Otherwise a callee is removed if it takes less than beta of the
  // callees' mean time.
  std::span<const PathGraph::Arc> Kept(std::span<const PathGraph::Arc> callees, double inclusive) const {
    double sum = 0;
    for (const PathGraph::Arc& arc : callees) sum += Time(arc);
    if (inclusive <= 0 || IsLess(sum, alpha_ * inclusive)) return {};
    const double limit = beta_ * sum / static_cast<double>(callees.size());
    const auto end = std::ranges::find_if(callees, [&](const PathGraph::Arc& arc) { return IsLess(Time(arc), limit); });
    return callees.first(static_cast<std::size_t>(end - callees.begin()));
  }

  std::span<const PathGraph::Arc> KeptRoots() const { return Kept(graph_.roots, total_); }
  std::span<const PathGraph::Arc> KeptCallees(std::uint32_t node) const {
    return Kept(Callees(node), graph_.nodes[node].inclusive);
  }
  std::span<const PathGraph::Arc> Callees(std::uint32_t node) const {
    const PathGraph::Node& from = graph_.nodes[node];
    return {graph_.arcs.data() + from.first_arc, graph_.arcs.data() + from.end_arc};
  }

  double Time(const PathGraph::Arc& arc) const { return arc.share * graph_.nodes[arc.callee].inclusive; }
  double total() const { return total_; }

  // Calls use(node, reach) for each node that can be reached along kept arcs, or along any arcs if `kept` is false.
  template <class Use>
  void Walk(bool kept, const Use& use) const {
    std::vector<Reach> reaches(graph_.nodes.size());
    const auto add = [&](const PathGraph::Arc& arc, const Reach& from) {
      Reach& to = reaches[arc.callee];
      to.paths += from.paths;
      to.share += from.share * arc.share;
    };
    const Reach top{BigCount(1), 1};
    for (const PathGraph::Arc& root : kept ? KeptRoots() : std::span<const PathGraph::Arc>(graph_.roots))
      add(root, top);
    for (std::uint32_t node = 0; node < graph_.nodes.size(); ++node) {
      // Takes the sums, which are complete because all callers come before the node. Moving them out of `reaches` frees
      // the number of paths early: it can have many digits.
      const Reach reach = std::exchange(reaches[node], {});
      if (reach.paths.IsZero()) continue;
      use(node, reach);
      for (const PathGraph::Arc& arc : kept ? KeptCallees(node) : Callees(node)) add(arc, reach);
    }
  }

 private:
  const PathGraph& graph_;
  const double alpha_, beta_;
  double total_ = 0;
};

// Returns the members of a cycle, or the only function of another node; empty if that function is unknown.
std::span<const FunctionId> FunctionsOf(const PathGraph& graph, const PathGraph::Node& node) {
  if (node.cycle != PathGraph::kNone) return graph.cycles[node.cycle];
  return {&node.function, node.function.valid() ? std::size_t{1} : 0};
}

std::size_t CountMarks(const std::vector<bool>& marks) {
  return static_cast<std::size_t>(std::ranges::count(marks, true));
}

// Totals of the paths that pruning keeps, or of all paths.
struct Sums {
  BigCount paths;
  std::vector<bool> functions, nodes;
  double self = 0;
};

Sums SumOf(const PathGraph& graph, const Pruner& pruner, bool kept) {
  Sums sums;
  sums.nodes.resize(graph.nodes.size());
  pruner.Walk(kept, [&](std::uint32_t node, const Reach& reach) {
    sums.nodes[node] = true;
    sums.paths += reach.paths;
    sums.self += reach.share * graph.nodes[node].self;
    for (const FunctionId function : FunctionsOf(graph, graph.nodes[node])) {
      if (function.value >= sums.functions.size()) sums.functions.resize(function.value + std::size_t{1});
      sums.functions[function.value] = true;
    }
  });
  return sums;
}

// Lists paths in preorder, up to kMostPaths.
class PathList {
 public:
  PathList(const PathGraph& graph, const Pruner& pruner) : graph_(graph), pruner_(pruner) {}

  std::vector<CorePath> Make() {
    Push(pruner_.KeptRoots(), PathGraph::kNone, 1);
    while (!waiting_.empty() && paths_.size() < Core::kMostPaths) {
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      const PathGraph::Node& node = graph_.nodes[next.arc->callee];
      const double share = next.share * next.arc->share;
      paths_.push_back({.node = next.arc->callee,
                        .parent = next.parent,
                        .inclusive = node.inclusive * share,
                        .self = node.self * share,
                        .calls = next.arc->calls * next.share});
      Push(pruner_.KeptCallees(next.arc->callee), static_cast<std::uint32_t>(paths_.size() - 1), share);
    }
    return std::move(paths_);
  }

 private:
  struct Waiting {
    const PathGraph::Arc* arc;
    std::uint32_t parent;
    double share;
  };

  // Pushes arcs in reverse order, but no more than can still be listed, because a node can have millions of callees.
  void Push(std::span<const PathGraph::Arc> arcs, std::uint32_t parent, double share) {
    for (std::size_t i = std::min(arcs.size(), Core::kMostPaths - paths_.size()); i-- > 0;) {
      waiting_.push_back({&arcs[i], parent, share});
    }
  }

  const PathGraph& graph_;
  const Pruner& pruner_;
  std::vector<Waiting> waiting_;
  std::vector<CorePath> paths_;
};

void RequireRange(double value, const char* name) {
  if (value > 0 && value < 1) return;
  throw Error(ErrorCode::kBadArgument, std::string(name) + " must be above 0 and below 1");
}

}  // namespace

Core PruneCalls(const PathGraph& graph, const PruneOptions& options) {
  RequireRange(options.alpha, "alpha");
  RequireRange(options.beta, "beta");
  for (const double value : options.sweep) RequireRange(value, "each value of a sweep");
  const Pruner pruner(graph, options.alpha, options.beta);
  if (!(pruner.total() > 0)) throw Error(ErrorCode::kMissingRecords, "nothing to prune: no call took any time");
  const Sums all = SumOf(graph, pruner, false), kept = SumOf(graph, pruner, true);
  Core core;
  core.alpha = options.alpha;
  core.beta = options.beta;
  core.nodes = all.paths.Text();
  core.kept = kept.paths.Text();
  core.functions = CountMarks(all.functions);
  core.kept_functions = CountMarks(kept.functions);
  core.recovery = kept.self / pruner.total();
  core.paths = PathList(graph, pruner).Make();
  core.is_kept = kept.functions;
  core.is_node_kept = kept.nodes;
  for (const double alpha : options.sweep) {
    for (const double beta : options.sweep) {
      const Sums tried = SumOf(graph, Pruner(graph, alpha, beta), true);
      core.sweep.push_back({alpha, beta, tried.paths.Text(), CountMarks(tried.functions), tried.self / pruner.total()});
    }
  }
  return core;
}

}  // namespace profdiff
