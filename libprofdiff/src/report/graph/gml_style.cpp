// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, sizes and texts. Blue and orange can be distinguished with all common kinds of colour blindness, and the
// fills are light enough for black text. A difference has a diverging scale around white; one profile has a scale from
// pale to orange. Sizes and colours grow with the square root of a share, so that small changes stay visible.
//
// Tests: tests/unit/report/graph/gml_style_test.cpp.
#include "report/graph/gml_style.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "report/format/gml_text.h"

namespace profdiff {
namespace {

struct Ramp {
  Rgb weak, strong;
};

constexpr Rgb kWhite{0xff, 0xff, 0xff};
constexpr Rgb kUnchangedFill{0xd9, 0xd9, 0xd9};
constexpr Rgb kUnchangedLine{0xa6, 0xa6, 0xa6};
constexpr Rgb kPlainOutline{0x60, 0x60, 0x60};
// Lines, which are drawn on white, must be darker than fills behind black text.
constexpr Ramp kLessFill{{0xe3, 0xee, 0xf8}, {0x3f, 0x8f, 0xdb}};
constexpr Ramp kMoreFill{{0xfb, 0xeb, 0xdd}, {0xe0, 0x75, 0x1a}};
constexpr Ramp kLessLine{{0x8d, 0xb8, 0xdd}, {0x0b, 0x4f, 0x9c}};
constexpr Ramp kMoreLine{{0xeb, 0xb2, 0x7a}, {0x9a, 0x3b, 0x00}};
constexpr Ramp kProfileFill{{0xff, 0xf8, 0xe5}, {0xe0, 0x6c, 0x1a}};
constexpr Ramp kProfileLine{{0xb9, 0xb0, 0xa6}, {0x8a, 0x35, 0x00}};

constexpr std::size_t kTextCharacters = 40;    // maximum length of a name in its box
constexpr std::size_t kNarrowCharacters = 24;  // maximum length of a name if boxes are sized by time
constexpr double kCharacterWidth = 7;          // mean width in pixels of a character of the font Dialog, size 12
constexpr double kBoxPadding = 18;
constexpr double kBoxHeight = 30;
constexpr double kWidthForTime = 400;   // pixels added to the width of a box for the largest self time
constexpr double kHeightForTime = 170;  // pixels added to the height of a box for the largest inclusive time
constexpr double kThickest = 6;         // width in pixels of the thickest edge
constexpr double kScreenWidth = 1500;   // width in pixels to which a picture is fitted
constexpr double kSpaceAround = 30;     // mean free space around a box, in pixels
constexpr double kShape = 6;            // assumed (picture area / area of boxes) x (picture width / height)
// smallest factor by which boxes are enlarged; a smaller one would not help legibility
constexpr double kLeastTimesLarger = 1.5;
constexpr double kMostTimesLarger = 6;  // largest factor, for pictures with very many boxes
constexpr std::size_t kLargeNodes = 12;
constexpr double kLargeShare = 0.05;       // smallest change of an enlarged box, as a share of the largest change
constexpr std::size_t kLegendBytes = 242;  // 254 of rule 1, minus the indentation, key and quotes of "Comment"

std::uint8_t Between(std::uint8_t a, std::uint8_t b, double part) {
  return static_cast<std::uint8_t>(std::lround(a + (b - a) * part));
}

Rgb Shade(const Ramp& ramp, double part) {
  return {Between(ramp.weak.red, ramp.strong.red, part), Between(ramp.weak.green, ramp.strong.green, part),
          Between(ramp.weak.blue, ramp.strong.blue, part)};
}

// Returns the ratio of a value to the largest value, from 0 to 1; 0 if the largest value is 0.
double Share(double value, double largest) { return largest > 0 ? std::min(std::abs(value) / largest, 1.0) : 0.0; }

double RoundToTenth(double value) { return std::round(value * 10) / 10; }

// ---- meaning of colours: time, or calls in a graph without time ----

// Returns the change in a difference, or the amount in one profile: time, or calls in a graph without time.
double ValueOf(const GmlGraph& graph, const GmlSeconds& time, const GmlCalls& calls) {
  if (graph.is_difference) return graph.has_time ? time.diff : static_cast<double>(calls.diff);
  return graph.has_time ? time.base : static_cast<double>(calls.base);
}

double ValueOf(const GmlGraph& graph, const GmlNode& node) {
  return ValueOf(graph, graph.is_difference ? node.self : node.total, node.calls);
}

double ValueOf(const GmlGraph& graph, const GmlEdge& edge) { return ValueOf(graph, edge.time, edge.calls); }

// The largest values in a graph: a share is a value divided by the largest one.
struct Scale {
  // Largest change of nodes and of edges in a difference; largest amount in one profile.
  double node = 0, edge = 0;
  double self = 0, total = 0;  // largest time in seconds on either side
  std::uint64_t edge_calls = 0;
};

Scale MeasureGraph(const GmlGraph& graph) {
  Scale scale;
  for (const GmlNode& node : graph.nodes) {
    scale.node = std::max(scale.node, std::abs(ValueOf(graph, node)));
    scale.self = std::max(scale.self, node.self.Larger());
    scale.total = std::max(scale.total, node.total.Larger());
  }
  for (const GmlEdge& edge : graph.edges) {
    scale.edge = std::max(scale.edge, std::abs(ValueOf(graph, edge)));
    scale.edge_calls = std::max(scale.edge_calls, edge.calls.Larger());
  }
  return scale;
}

// ---- texts ----

// Appends self and inclusive time, for example "5.51 / 7.00 s". In a difference, the text has the form "5.51 / 7.00 ->
// 2.04 / 3.00 s", "5.51 / 7.00 s -> none" or "none -> 2.04 / 3.00 s".
void AppendNodeNumbers(std::string& text, const GmlGraph& graph, const GmlNode& node) {
  const GmlTimeUnit time = TimeUnitOf(graph);
  const std::string_view unit = graph.has_time ? std::string_view(time.name) : " calls";
  auto numbers = [&](double self, double total, std::uint64_t calls) {
    if (!graph.has_time) return AppendCount(text, calls);
    time.Append(text, self);
    time.Append(text += " / ", total);
  };
  if (node.status == GmlStatus::kOnlyOther) {
    text += "none";
  } else {
    numbers(node.self.base, node.total.base, node.calls.base);
  }
  if (node.status == GmlStatus::kOnlyBase) {
    text.append(unit).append(" -> none");
    return;
  }
  if (graph.is_difference) {
    text += " -> ";
    numbers(node.self.other, node.total.other, node.calls.other);
  }
  text += unit;
}

std::string NodeText(const GmlGraph& graph, const GmlNode& node, bool size_by_time) {
  std::string text = CutToCharacters(node.display, size_by_time ? kNarrowCharacters : kTextCharacters) + "  ";
  AppendNodeNumbers(text, graph, node);
  return text;
}

double TextWidth(std::string_view text) {
  return kCharacterWidth * static_cast<double>(CountCharacters(text)) + kBoxPadding;
}

// Enlarges a box and its text.
void Enlarge(GmlNodeLook& look, double times) {
  look.font_size = static_cast<int>(std::lround(kGmlFontSize * times));
  look.width = std::ceil(look.width * times);
  look.height = std::ceil(look.height * times);
}

// ---- nodes ----

// Blue means that the other side takes less, orange that it takes more. White means that a function's self time is
// unchanged although something else about the function changed.
Rgb FillOfChange(const GmlGraph& graph, const GmlNode& node, const Scale& scale) {
  const double change = ValueOf(graph, node);
  if (node.status == GmlStatus::kUnchanged) return kUnchangedFill;
  if (change == 0) return kWhite;
  return Shade(change > 0 ? kLessFill : kMoreFill, std::sqrt(Share(change, scale.node)));
}

// The outline shows the change of inclusive time, and the fill shows the change of self time, so both are visible in
// one box.
Rgb OutlineOfChange(const GmlNode& node) {
  if (node.total.diff == 0) return kPlainOutline;
  return (node.total.diff > 0 ? kLessLine : kMoreLine).strong;
}

Rgb FillOfAmount(const GmlGraph& graph, const GmlNode& node, const Scale& scale) {
  const double amount = ValueOf(graph, node);
  return amount == 0 ? kWhite : Shade(kProfileFill, std::sqrt(Share(amount, scale.node)));
}

GmlNodeLook StyleNode(const GmlGraph& graph, const GmlNode& node, const Scale& scale, bool size_by_time) {
  GmlNodeLook look;
  look.text = NodeText(graph, node, size_by_time);
  look.width = TextWidth(look.text);
  look.height = kBoxHeight;
  look.fill = graph.is_difference ? FillOfChange(graph, node, scale) : FillOfAmount(graph, node, scale);
  look.outline = graph.is_difference ? OutlineOfChange(node) : kPlainOutline;
  return look;
}

// Returns the factor by which a viewer must reduce the picture to fit it to a screen. The estimate assumes that the
// picture is wider than high and mostly empty (kShape).
double Reduction(const GmlLook& look) {
  double area = 0;
  for (const GmlNodeLook& node : look.nodes) area += (node.width + kSpaceAround) * (node.height + kSpaceAround);
  return std::sqrt(kShape * area) / kScreenWidth;
}

// Enlarges the few nodes that changed most or, for one profile, the nodes with the most self time, so that they are
// legible when the picture is fitted to a screen. The factor is the one by which a viewer reduces the picture.
void EnlargeLargest(GmlLook& look, const GmlGraph& graph) {
  const double times = std::min(Reduction(look), kMostTimesLarger);
  if (times < kLeastTimesLarger) return;
  std::vector<std::pair<double, std::size_t>> largest;  // largest value first, with indices of nodes
  for (const GmlNode& node : graph.nodes) {
    largest.emplace_back(-std::abs(ValueOf(graph, node.self, node.calls)), largest.size());
  }
  const std::size_t few = std::min(kLargeNodes, largest.size());
  std::partial_sort(largest.begin(), largest.begin() + static_cast<std::ptrdiff_t>(few), largest.end());
  for (std::size_t i = 0; i < few; ++i) {
    if (largest[i].first == 0 || largest[i].first > kLargeShare * largest[0].first) break;
    Enlarge(look.nodes[largest[i].second], times);
    look.has_large = true;
  }
}

// The width of the widest text is the minimum width of all boxes, so that the widths added for time can be compared.
void SizeByTime(GmlLook& look, const GmlGraph& graph, const Scale& scale) {
  double widest = 0;
  for (const GmlNodeLook& node : look.nodes) widest = std::max(widest, node.width);
  for (std::size_t i = 0; i < look.nodes.size(); ++i) {
    const GmlNode& node = graph.nodes[i];
    look.nodes[i].width = widest + std::round(kWidthForTime * Share(node.self.Larger(), scale.self));
    look.nodes[i].height = kBoxHeight + std::round(kHeightForTime * Share(node.total.Larger(), scale.total));
  }
}

// ---- edges ----

// Returns a thickness that grows with the number of bits of a count, because counts of calls span many orders of
// magnitude.
double ThicknessOfCalls(std::uint64_t calls, std::uint64_t largest) {
  auto bits = static_cast<double>(std::bit_width(calls)), most = static_cast<double>(std::bit_width(largest));
  return RoundToTenth(1 + (kThickest - 1) * Share(bits, most));
}

GmlEdgeLook StyleEdgeOfChange(const GmlGraph& graph, const GmlEdge& edge, const Scale& scale) {
  // If the time is equal on both sides, the change of calls determines the colour.
  double part = std::sqrt(Share(ValueOf(graph, edge), scale.edge));
  double direction = edge.time.diff != 0 ? edge.time.diff : static_cast<double>(edge.calls.diff);
  GmlEdgeLook look;
  look.width = RoundToTenth(1 + (kThickest - 1) * part);
  look.fill = direction == 0 ? kUnchangedLine : Shade(direction > 0 ? kLessLine : kMoreLine, part);
  look.is_dashed = edge.status == GmlStatus::kOnlyBase || edge.status == GmlStatus::kOnlyOther;
  return look;
}

GmlEdgeLook StyleEdgeOfAmount(const GmlGraph& graph, const GmlEdge& edge, const Scale& scale) {
  double part = std::sqrt(Share(ValueOf(graph, edge), scale.edge));
  const double width = graph.CallsKnown() ? ThicknessOfCalls(edge.calls.base, scale.edge_calls)
                                          : RoundToTenth(1 + (kThickest - 1) * part);
  return {width, Shade(kProfileLine, part), false};
}

// ---- legend ----

std::string ColoursOfChange(bool has_time) {
  if (!has_time) {
    return "Base - other. Colours, text: calls; blue: other makes fewer, orange: more, grey: same. ";
  }
  return "Base - other. Text: self / inclusive. Fill: self, edges: inclusive. Blue: other takes less, "
         "orange: more, grey: same, white: self same. ";
}

std::string ColoursOfAmount(bool has_time, bool calls_known) {
  if (!calls_known) {
    return "Text: self / inclusive. Fill, pale to orange: inclusive. Edge colour, width: inclusive for the caller. ";
  }
  if (!has_time) return "Colours, pale to orange: calls. Edge width: calls. ";
  return "Text: self / inclusive time. Fill, pale to orange: inclusive time. Edge colour: time for the caller, width: "
         "calls. ";
}

void AppendTotals(std::string& text, const GmlGraph& graph) {
  const GmlTimeUnit time = TimeUnitOf(graph);
  time.Append(text += graph.is_difference ? "Base " : "Total ", graph.seconds.base);
  if (graph.is_difference) time.Append(text.append(time.name) += ", other ", graph.seconds.other);
  text.append(time.name).append(". ");
}

std::string Legend(const GmlGraph& graph, const GmlLook& look, bool size_by_time) {
  std::string text =
      graph.is_difference ? ColoursOfChange(graph.has_time) : ColoursOfAmount(graph.has_time, graph.CallsKnown());
  if (graph.is_difference) text += "Dashed: one side. ";
  if (size_by_time) text += "Size: time. ";
  if (look.has_large) text += graph.is_difference ? "Large: changed most. " : "Large: most self time. ";
  AppendTotals(text, graph);
  AppendCount(text += "Left out: ", std::uint64_t{graph.left_out});
  AppendCount(text += " of ", std::uint64_t{graph.left_out + graph.nodes.size()});
  text += " nodes.";
  return CutToCharacters(text, kLegendBytes);
}

}  // namespace

// Returns the largest unit in which the total is at least 0.1. A larger unit would print most functions as 0.00.
GmlTimeUnit TimeUnitOf(const GmlGraph& graph) {
  if (graph.is_whole) return {" " + WithoutControls(graph.unit), 1, 0};
  const double seconds = std::max(graph.seconds.base, graph.seconds.other);
  if (seconds == 0 || seconds >= 0.1) return {" s", 1};
  return seconds >= 1e-4 ? GmlTimeUnit{" ms", 1e3} : GmlTimeUnit{" us", 1e6};
}

void GmlTimeUnit::Append(std::string& text, double time) const { AppendFixed(text, time * scale, 0, digits); }

std::string HexColour(Rgb colour) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text = "#";
  for (unsigned part : {colour.red, colour.green, colour.blue}) {
    text += kDigits[part / 16];
    text += kDigits[part % 16];
  }
  return text;
}

GmlLook StyleGraph(const GmlGraph& graph, bool size_by_time) {
  Scale scale = MeasureGraph(graph);
  GmlLook look;
  for (const GmlNode& node : graph.nodes) look.nodes.push_back(StyleNode(graph, node, scale, size_by_time));
  size_by_time ? SizeByTime(look, graph, scale) : EnlargeLargest(look, graph);
  auto style_edge = graph.is_difference ? StyleEdgeOfChange : StyleEdgeOfAmount;
  for (const GmlEdge& edge : graph.edges) look.edges.push_back(style_edge(graph, edge, scale));
  look.legend = Legend(graph, look, size_by_time);
  return look;
}

}  // namespace profdiff
