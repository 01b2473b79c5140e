// SPDX-License-Identifier: GPL-3.0-or-later
// The appearance of a GML graph: texts, sizes, colours, and the legend that explains them.
#ifndef PROFDIFF_REPORT_GRAPH_GML_STYLE_H_
#define PROFDIFF_REPORT_GRAPH_GML_STYLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "report/graph/gml_graph.h"

namespace profdiff {

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;

  friend bool operator==(Rgb, Rgb) = default;
};

// Returns a colour in the form "#RRGGBB".
std::string HexColour(Rgb colour);

inline constexpr int kGmlFontSize = 12;

struct GmlNodeLook {
  std::string text;
  int font_size = kGmlFontSize;
  double width = 0, height = 0;  // pixels
  Rgb fill, outline;
};

struct GmlEdgeLook {
  double width = 1;  // pixels
  Rgb fill;
  bool is_dashed = false;
};

// The appearance of a graph. `nodes` and `edges` are in the same order as in the GmlGraph.
struct GmlLook {
  std::vector<GmlNodeLook> nodes;
  std::vector<GmlEdgeLook> edges;
  // True if some boxes and their texts are enlarged, to be legible in a large picture.
  bool has_large = false;
  // ASCII, at most 242 bytes, so that the line with the legend's key has at most 254 bytes.
  std::string legend;
};

GmlLook StyleGraph(const GmlGraph& graph, bool size_by_time);

// The unit in which times are printed.
struct GmlTimeUnit {
  std::string name;  // for example " ms"
  // Factor from seconds, or from another profiler's whole numbers, to the unit.
  double scale = 1;
  int digits = 2;

  void Append(std::string& text, double time) const;
};
GmlTimeUnit TimeUnitOf(const GmlGraph& graph);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GRAPH_GML_STYLE_H_
