// SPDX-License-Identifier: GPL-3.0-or-later
// The core of a call graph: the few paths of calls that matter.
#ifndef PROFDIFF_PRUNING_H_
#define PROFDIFF_PRUNING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/formats.h"
#include "profdiff/image.h"
#include "profdiff/listing.h"
#include "profdiff/trace.h"

namespace profdiff {

// Calls between functions, with their times. Conceptually, the pruned structure is a tree with a node for each path
// from a root. In this graph, all paths to a function share a node if the function's time is distributed in the same
// way for all callers. Units: times have the unit `unit`.
// Shape: acyclic; callers come before callees; callees of a node are sorted by time, largest first.
struct PathGraph {
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Node {
    FunctionId function;          // for a cycle, the first member of the cycle
    std::uint32_t cycle = kNone;  // index into `cycles`
    double self = 0, inclusive = 0;
    std::uint32_t first_arc = 0, end_arc = 0;
  };
  // The calls from one node to another. A root has no caller; the arc to it is in `roots`.
  struct Arc {
    std::uint32_t callee = 0;
    double share = 1;  // fraction of the callee's time that these calls cause
    double calls = 0;
  };

  std::vector<Node> nodes;
  std::vector<Arc> arcs;
  std::vector<Arc> roots;
  std::vector<std::vector<FunctionId>> cycles;
  bool calls_known = true;
  std::string unit = "seconds";
};

// Returns the calls of all threads of a trace. `functions` is the table returned by ProfileOfTrace.
PROFDIFF_EXPORT PathGraph PathsOf(const Trace& trace, const FunctionTable& functions);

// Returns the paths of a trace as a profile, in which each path is a function of its own with the name of its last
// function, and with the number of its node as its id. Times are those of the paths, not shares of a function's time.
// `paths` and `functions` are from PathsOf and ProfileOfTrace.
PROFDIFF_EXPORT TraceProfile ProfileOfPaths(const PathGraph& paths, const FunctionTable& functions);

// Returns the calls of an execution. They come from its whole stacks, if there are any. Otherwise they come from its
// arcs: a callee's time is divided among its callers as in the call graph, and a cycle is one node.
PROFDIFF_EXPORT PathGraph PathsOf(const Execution& execution);

struct PruneOptions {
  double alpha = 0.1, beta = 0.1;  // see PruneCalls; each is above 0 and below 1
  std::vector<double> sweep;       // values for alpha and beta; the pruning is repeated for all pairs of them
};

// A path that was not removed.
struct CorePath {
  std::uint32_t node = 0;                     // index into PathGraph::nodes
  std::uint32_t parent = PathGraph::kNone;    // index into Core::paths; kNone for a root
  double inclusive = 0, self = 0, calls = 0;  // values of this path only; other paths to the function are not included
};

struct SweptCore {
  double alpha = 0, beta = 0;
  std::string nodes;  // number of kept paths, in decimal digits
  std::size_t functions = 0;
  double recovery = 0;
};

// The result of pruning.
// Shape: paths are in preorder; siblings are sorted by time.
struct Core {
  static constexpr std::size_t kMostPaths = 10'000;

  double alpha = 0, beta = 0;
  std::string nodes, kept;  // numbers of all paths and of kept paths, in decimal digits, as they may exceed 64 bits
  std::size_t functions = 0, kept_functions = 0;
  double recovery = 0;             // self time of all kept paths as a fraction of the time of all roots
  std::vector<CorePath> paths;     // at most kMostPaths
  std::vector<bool> is_kept;       // by FunctionId: true if at least one path to the function is kept
  std::vector<bool> is_node_kept;  // by node of the graph: true if at least one path to the node is kept
  std::vector<SweptCore> sweep;
};

// Prunes from the roots down. If the callees of a path together take less than the fraction alpha of its time, all of
// them are removed; otherwise, callees that take less than the fraction beta of the callees' mean are removed. Callees
// exactly at a limit are kept. A path is removed with all paths that begin with it.
// Errors: kBadArgument if alpha or beta is out of range; kMissingRecords for a graph without times.
// Cost: linear in arcs, whatever the number of paths. Source: section V of Trebon, Morris, Ray, Shende and Malony,
// "Performance modeling of component assemblies".
PROFDIFF_EXPORT Core PruneCalls(const PathGraph& graph, const PruneOptions& options = {});

struct CoreView {
  const PathGraph& graph;
  const Core& core;
  const FunctionTable& functions;
  NameStyle names = {};
};

// Writes a core: a summary, then the kept paths. A document has the kind "core". `limit` is the maximum number of paths
// of the text, 0 for all.
PROFDIFF_EXPORT void WriteCore(std::string& out, const TableFormat& format, const CoreView& view,
                               std::size_t limit = 0);

// Writes a self-contained HTML page: the tree of the kept paths, and the graph of their functions. The title names the
// inputs. Errors: those of RequirePages().
PROFDIFF_EXPORT void WriteCorePage(std::string& out, const CoreView& view, const std::vector<std::string>& inputs);

}  // namespace profdiff

#endif  // PROFDIFF_PRUNING_H_
