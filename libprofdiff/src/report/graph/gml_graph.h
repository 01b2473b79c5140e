// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a GML file before layout: the nodes and edges of one profile or of a difference.
#ifndef PROFDIFF_REPORT_GRAPH_GML_GRAPH_H_
#define PROFDIFF_REPORT_GRAPH_GML_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/formats.h"

namespace profdiff {

// The times of both sides and their difference, in seconds or in GmlGraph::unit. For one profile, only `base` is used.
// All values are finite.
struct GmlSeconds {
  double base = 0, other = 0, diff = 0;

  double Larger() const { return base < other ? other : base; }
};

struct GmlCalls {
  std::uint64_t base = 0, other = 0;
  std::int64_t diff = 0;

  std::uint64_t Larger() const { return base < other ? other : base; }
};

enum class GmlStatus : std::uint8_t { kUnchanged, kChanged, kOnlyBase, kOnlyOther };

// A function that may become a node.
struct GmlFunction {
  FunctionId function;
  GmlSeconds self, total;
  GmlCalls calls;  // calls by other functions
  GmlStatus status = GmlStatus::kUnchanged;
};

struct GmlNode : GmlFunction {
  std::string name;               // linkage name
  std::string display;            // demangled name
  std::optional<bool> kept = {};  // value of the key "kept", if GmlOptions::kept is given
};

struct GmlEdge {
  std::uint32_t source = 0, target = 0;  // caller and callee, as indices in GmlGraph::nodes
  GmlSeconds time;                       // time of the callee and its callees on behalf of the caller
  GmlCalls calls;
  GmlStatus status = GmlStatus::kUnchanged;
};

// A graph. Nodes are sorted by importance, the most important first. Edges are distinct, and sorted by source, then by
// target.
struct GmlGraph {
  bool is_difference = false;
  // True if at least one node has a time other than 0; otherwise calls replace times.
  bool has_time = false;
  std::vector<GmlNode> nodes;
  std::vector<GmlEdge> edges;
  GmlSeconds seconds;            // self times of all functions, including omitted ones
  std::string unit = "seconds";  // unit of times
  bool is_whole = false;         // true if times are whole numbers of the unit
  bool is_measured = false;      // true if another profiler measured the times
  bool base_calls_known = true, other_calls_known = true;

  bool CallsKnown() const { return base_calls_known && other_calls_known; }
  std::size_t left_out = 0;  // number of functions omitted because of GmlOptions::max_nodes
};

// Makes a graph of the shown functions that have time, callers or callees, or of all shown functions with
// options.show_unused. Keeps only the options.max_nodes most important functions, by change or by time, and the arcs
// between them. As in the call graph, times include only what the selection of functions keeps.
GmlGraph MakeGmlGraph(const Execution& execution, const GmlOptions& options);
GmlGraph MakeGmlGraph(const Difference& difference, const GmlOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GRAPH_GML_GRAPH_H_
