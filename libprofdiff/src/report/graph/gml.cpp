// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a call graph as GML in four steps: choice of functions and arcs, style, layout, text. Keys and rules are
// defined in ARCHITECTURE.md, "GML"; comments refer to its nine rules by number.
//
// Tests: tests/unit/report/graph/gml_test.cpp; tests/properties/golden/gml_readers.py reads the files back with
// independent readers.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "profdiff/formats.h"
#include "profdiff/significance.h"
#include "report/format/gml_text.h"
#include "report/graph/gml_graph.h"
#include "report/graph/gml_style.h"
#include "report/graph/graph_places.h"

namespace profdiff {
namespace {

// The keys of counts whose values are written as real numbers in the whole file: if one value needs more than 32 bits,
// all values of its key must be real numbers (rule 4).
struct CountTypes {
  bool base = false, other = false, diff = false;

  explicit CountTypes(const GmlGraph& graph) {
    for (const GmlNode& node : graph.nodes) Include(node.calls);
    for (const GmlEdge& edge : graph.edges) Include(edge.calls);
  }
  void Include(const GmlCalls& calls) {
    constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
    base |= calls.base > static_cast<std::uint64_t>(kLargest);
    other |= calls.other > static_cast<std::uint64_t>(kLargest);
    diff |= calls.diff > kLargest || calls.diff < -kLargest;
  }
};

std::string_view StatusText(GmlStatus status) {
  constexpr std::string_view kNames[] = {"unchanged", "changed", "onlyBase", "onlyOther"};
  return kNames[static_cast<std::size_t>(status)];
}

// A node's id is its index in the list of nodes plus 1 (rule 6).
std::int64_t IdOf(std::size_t node) { return static_cast<std::int64_t>(node) + 1; }

// Writes one graph. The keys of nodes and edges have a fixed order.
class GraphWriter {
 public:
  GraphWriter(std::string& out, const GmlGraph& graph, const GmlLook& look, const Conclusion* conclusion)
      : out_(out),
        graph_(graph),
        look_(look),
        conclusion_(conclusion),
        types_(graph),
        places_(PlaceGraph(graph, look)) {}

  void Write() {
    // Creator and Version come first in the file, and all nodes come before the first edge (rule 7).
    out_.Text("Creator", "egprof");
    out_.Integer("Version", 1);
    out_.Open("graph");
    out_.Text("Comment", look_.legend);
    if (graph_.is_measured) out_.Text("unit", graph_.unit);
    if (conclusion_ != nullptr) WriteConclusion(*conclusion_);
    out_.Integer("directed", 1);
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) WriteNode(i, places_.nodes[i]);
    for (std::size_t i = 0; i < graph_.edges.size(); ++i) WriteEdge(i);
    out_.Close();
  }

 private:
  // Intervals are base minus other, as all differences. Keys without a value are left out.
  void WriteConclusion(const Conclusion& conclusion) {
    std::string conditions, doubts;
    for (const GateResult& gate : conclusion.gates.gates) {
      conditions += (conditions.empty() ? "" : "; ") + gate.condition + ": ";
      conditions += WordOf(gate.outcome);
    }
    for (const Doubt& doubt : conclusion.doubts) {
      const std::string_view code = WordOf(doubt.code);
      if (doubts.find(code) == std::string::npos) (doubts += doubts.empty() ? "" : " ") += code;
    }
    out_.Text("verdict", WordOf(conclusion.kind));
    if (conclusion.low) out_.Real("verdictLow", *conclusion.low);
    if (conclusion.high) out_.Real("verdictHigh", *conclusion.high);
    out_.Text("verdictWhy", TextOf(conclusion.why));
    if (!conditions.empty()) out_.Text("conditions", conditions);
    if (!doubts.empty()) out_.Text("doubts", doubts);
  }

  void WriteNode(std::size_t index, const LayoutPoint& point) {
    const GmlNode& node = graph_.nodes[index];
    // The id makes the label unique, because several functions can have the same demangled name (rule 6).
    std::string suffix = " [";
    AppendCount(suffix, IdOf(index));
    out_.Open("node");
    out_.Integer("id", IdOf(index));
    out_.Text("label", node.display, suffix + "]");
    out_.LongText("name", node.name);
    graph_.is_difference ? WriteNodeDifference(node) : WriteNodeNumbers(node);
    if (node.kept) out_.Integer("kept", *node.kept ? 1 : 0);
    WriteNodeGraphics(look_.nodes[index], point);
    out_.Close();
  }

  void WriteNodeNumbers(const GmlNode& node) {
    out_.Real(graph_.is_whole ? "selfCost" : "selfSeconds", node.self.base);
    out_.Real(graph_.is_whole ? "totalCost" : "totalSeconds", node.total.base);
    if (graph_.base_calls_known) out_.Count("calls", node.calls.base, types_.base);
  }

  void WriteNodeDifference(const GmlNode& node) {
    out_.Real("baseSelf", node.self.base);
    out_.Real("otherSelf", node.self.other);
    out_.Real("diffSelf", node.self.diff);
    out_.Real("baseTotal", node.total.base);
    out_.Real("otherTotal", node.total.other);
    out_.Real("diffTotal", node.total.diff);
    WriteCallDifference(node.calls);
    out_.Text("status", StatusText(node.status));
  }

  void WriteCallDifference(const GmlCalls& calls) {
    if (graph_.base_calls_known) out_.Count("baseCalls", calls.base, types_.base);
    if (graph_.other_calls_known) out_.Count("otherCalls", calls.other, types_.other);
    if (graph_.CallsKnown()) out_.Count("diffCalls", calls.diff, types_.diff);
  }

  void WriteNodeGraphics(const GmlNodeLook& look, const LayoutPoint& point) {
    out_.Open("graphics");
    // yEd draws a node only if it has these keys, and treats x and y as the centre of a box (rule 9).
    out_.Real("x", point.x);
    out_.Real("y", point.y);
    out_.Real("w", look.width);
    out_.Real("h", look.height);
    out_.Text("type", "rectangle");
    out_.Text("fill", HexColour(look.fill));
    out_.Text("outline", HexColour(look.outline));
    out_.Integer("outlineWidth", 1);
    out_.Close();
    out_.Open("LabelGraphics");
    out_.Text("text", look.text);
    out_.Integer("fontSize", look.font_size);
    out_.Text("fontName", "Dialog");
    out_.Close();
    WriteForGephi(look, point);
  }

  // Gephi takes the last x, y and w of a node, in whichever list they are (rule 10).
  void WriteForGephi(const GmlNodeLook& look, const LayoutPoint& point) {
    out_.Open("gephi");
    out_.Real("x", point.x);
    out_.Real("y", 0 - point.y);
    out_.Real("w", look.height);
    out_.Close();
  }

  void WriteEdge(std::size_t index) {
    const GmlEdge& edge = graph_.edges[index];
    out_.Open("edge");
    out_.Integer("source", IdOf(edge.source));
    out_.Integer("target", IdOf(edge.target));
    out_.Text("label", EdgeLabel(edge));
    graph_.is_difference ? WriteEdgeDifference(edge) : WriteEdgeNumbers(edge);
    WriteEdgeGraphics(look_.edges[index], index);
    out_.Close();
  }

  // Returns the label of an edge: the number of calls, or the time if calls are not counted. In a difference, the label
  // contains the values of both sides.
  std::string EdgeLabel(const GmlEdge& edge) const {
    const bool counts = graph_.CallsKnown();
    const GmlTimeUnit unit = TimeUnitOf(graph_);
    std::string text;
    const auto append = [&](bool is_there, std::uint64_t calls, double time) {
      if (!is_there) return void(text += "none");
      counts ? AppendCount(text, calls) : unit.Append(text, time);
    };
    append(edge.status != GmlStatus::kOnlyOther, edge.calls.base, edge.time.base);
    if (graph_.is_difference) {
      text += " -> ";
      append(edge.status != GmlStatus::kOnlyBase, edge.calls.other, edge.time.other);
    }
    return counts ? text : text + unit.name;
  }

  void WriteEdgeNumbers(const GmlEdge& edge) {
    if (graph_.base_calls_known) out_.Count("calls", edge.calls.base, types_.base);
    out_.Real(graph_.is_whole ? "cost" : "seconds", edge.time.base);
  }

  void WriteEdgeDifference(const GmlEdge& edge) {
    WriteCallDifference(edge.calls);
    out_.Real("baseTime", edge.time.base);
    out_.Real("otherTime", edge.time.other);
    out_.Real("diffTime", edge.time.diff);
    out_.Text("status", StatusText(edge.status));
  }

  void WriteEdgeGraphics(const GmlEdgeLook& look, std::size_t index) {
    out_.Open("graphics");
    out_.Real("width", look.width);
    out_.Text("fill", HexColour(look.fill));
    // "style" is written only if the value is "dashed"; without it, lines are solid (rule 9).
    if (look.is_dashed) out_.Text("style", "dashed");
    out_.Text("targetArrow", "standard");
    if (!places_.edges[index].empty()) WriteLine(index);
    out_.Close();
  }

  // Writes the polyline of an edge in yEd's form: from centre to centre, with both ends.
  void WriteLine(std::size_t index) {
    out_.Open("Line");
    WritePoint(places_.nodes[graph_.edges[index].source]);
    for (const LayoutPoint& bend : places_.edges[index]) WritePoint(bend);
    WritePoint(places_.nodes[graph_.edges[index].target]);
    out_.Close();
  }

  void WritePoint(const LayoutPoint& point) {
    out_.Open("point");
    out_.Real("x", point.x);
    out_.Real("y", point.y);
    out_.Close();
  }

  GmlWriter out_;
  const GmlGraph& graph_;
  const GmlLook& look_;
  const Conclusion* conclusion_;
  const CountTypes types_;
  const GraphPlaces places_;
};

template <class Source>
GmlResult Write(std::string& out, const Source& source, const GmlOptions& options) {
  GmlGraph graph = MakeGmlGraph(source, options);
  GmlLook look = StyleGraph(graph, options.size_by_time);
  GraphWriter(out, graph, look, graph.is_difference ? options.conclusion : nullptr).Write();
  return {graph.nodes.size(), graph.left_out};
}

}  // namespace

GmlResult WriteGml(std::string& out, const Execution& execution, const GmlOptions& options) {
  return Write(out, execution, options);
}

GmlResult WriteGml(std::string& out, const Difference& difference, const GmlOptions& options) {
  return Write(out, difference, options);
}

}  // namespace profdiff
