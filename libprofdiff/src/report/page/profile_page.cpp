// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one or two executions. It contains the numbers of the JSON document, as columns, and a picture of the
// call graph with its layout.
//
// Tests: tests/unit/report/page/page_test.cpp, tests/cli/page/run.py.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "profdiff/formats.h"
#include "report/columns/row_numbers.h"
#include "report/graph/graph_places.h"
#include "report/machine/documents.h"
#include "report/machine/short_names.h"
#include "report/page/choice.h"
#include "report/page/titles.h"
#include "report/page/writing.h"

namespace profdiff {
namespace {

// A call graph with its appearance and its layout.
struct Picture {
  GmlGraph graph;
  GmlLook look;
  GraphPlaces places;
};

const FunctionTable& FunctionsOf(const Execution& execution) { return execution.functions; }
const FunctionTable& FunctionsOf(const Difference& difference) { return difference.match.functions; }

// Makes all boxes as wide as the short names that the page writes into them: a smaller picture can be drawn larger.
void FitBoxes(Picture& picture, const FunctionTable& table, DemangleStyle demangle) {
  constexpr double kLetter = 7.3, kPadding = 16, kHeight = 30;  // in pixels
  constexpr std::size_t kLeast = 14, kMost = 34;                // in characters
  std::vector<FunctionId> functions;
  for (const GmlNode& node : picture.graph.nodes) functions.push_back(node.function);
  const std::vector<std::string> names = ShortNamesOf(table, functions, demangle);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t characters = std::clamp(CountCharacters(names[i]), kLeast, kMost);
    picture.look.nodes[i].width = kLetter * static_cast<double>(characters) + kPadding;
    picture.look.nodes[i].height = kHeight;
  }
}

// The layout is made as for GML files, so the page needs no layout program.
template <class Source>
Picture DrawPicture(const Source& source, const ReportPageOptions& options) {
  GmlOptions choice;
  choice.max_nodes = options.functions == 0 ? options.picture : std::min(options.picture, options.functions);
  choice.names = options.listing.names;
  Picture picture;
  picture.graph = MakeGmlGraph(source, choice);
  picture.look = StyleGraph(picture.graph, /*size_by_time=*/false);
  FitBoxes(picture, FunctionsOf(source), options.listing.names.demangle);
  picture.places = PlaceGraph(picture.graph, picture.look);
  return picture;
}

Cell PictureCell(const Picture& picture) {
  Cell::List nodes, edges;
  for (std::size_t i = 0; i < picture.graph.nodes.size(); ++i) {
    const LayoutPoint& centre = picture.places.nodes[i];
    nodes.push_back(Cell::Record{{"id", IdOf(picture.graph.nodes[i].function)},
                                 {"x", centre.x},
                                 {"y", centre.y},
                                 {"w", picture.look.nodes[i].width},
                                 {"h", picture.look.nodes[i].height}});
  }
  for (std::size_t i = 0; i < picture.graph.edges.size(); ++i) {
    const GmlEdge& edge = picture.graph.edges[i];
    edges.push_back(Cell::Record{{"source", edge.source},
                                 {"target", edge.target},
                                 {"bends", ListOf(picture.places.edges[i],
                                                  [](const LayoutPoint& bend) {
                                                    return Cell(Cell::List{bend.x, bend.y});
                                                  })},
                                 {"base", edge.time.base},
                                 {"other", edge.time.other}});
  }
  return Cell::Record{{"nodes", std::move(nodes)}, {"edges", std::move(edges)}, {"leftOut", picture.graph.left_out}};
}

Cell GatesCell(const ReportPageOptions& options) {
  return ListOf(options.gates.gates, [&options](const GateResult& gate) {
    return Cell(Cell::Record{{"condition", AsUtf8(gate.condition)},
                             {"offenders", ListOf(gate.offenders, IdOf)},
                             {"result", std::string(WordOf(gate.outcome))},
                             {"isProgram", gate.is_program},
                             {"why", AsUtf8(TextOf(gate.why, options.listing.words))}});
  });
}

// Returns an amount and its unit: seconds with two decimals, for example "1.25 seconds", or a whole number of another
// unit.
std::string AmountText(double amount, std::string_view unit) {
  char text[340];
  std::snprintf(text, sizeof text, unit == "seconds" ? "%.2f " : "%.0f ", amount);
  return text + std::string(unit);
}

const Execution& SubjectOf(const ExecutionSource& source) { return source.execution; }
const Difference& SubjectOf(const DifferenceSource& source) { return source.difference; }

// Returns the short names of functions as in the report of a terminal, in the order of the page's rows; null for a
// function whose name is as short, or so long that the page cuts it in any case.
template <class Source>
Cell ShortNamesCell(const Source& source, const std::vector<FunctionId>& functions) {
  constexpr std::size_t kLong = 400;
  const FunctionTable& table = FunctionsOf(SubjectOf(source));
  const std::vector<std::string> names = ShortNamesOf(table, functions, source.demangle);
  const FunctionTexts texts(table, source.demangle, source.shortens_names);
  Cell::List shown;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_needed = names[i].size() <= kLong && names[i] != texts.Name(functions[i]);
    shown.push_back(is_needed ? Cell(names[i]) : Cell());
  }
  return shown;
}

// Completes and writes a page of one execution or of a difference: blocks of data, options, and the first rows as plain
// HTML.
template <class Source>
void Finish(std::string& out, ReportParts parts, const Source& source, const Picture& picture, const PageRows& page,
            const ReportPageOptions& options, std::vector<TableColumn> columns) {
  JsonColumnsWriter document;
  WriteDocument(document, source, page.rows, page.listings);
  parts.blocks = document.TakeBlocks();
  AddOptions(parts.view, options);
  parts.view.AddValue("shortNames", ShortNamesCell(source, MembersOf(page.rows, SubjectOf(source)).functions));
  parts.view.AddValue("leftOut", Cell::Record{{"flat", page.rows.left_out.flat},
                                              {"graph", page.rows.left_out.graph},
                                              {"tree", page.rows.left_out.tree}});
  parts.view.AddValue("leftOutSum", Cell::Record{{"base", page.base_left_out}, {"other", page.other_left_out}});
  parts.view.AddValue("gates", GatesCell(options));
  parts.view.AddValue("picture", picture.graph.nodes.empty() ? Cell() : PictureCell(picture));
  parts.write_first_rows = [&page, &source, columns](TableWriter& writer) {
    const std::span<const FunctionId> rows(page.rows.flat);
    WriteFlatRows(writer, source, rows.first(std::min(rows.size(), kStaticRows)), columns);
  };
  WriteReport(out, std::move(parts));
}

// Returns the functions in the picture and the functions that violate a gate (--fail-if). They must have rows, because
// the page links to them.
std::vector<FunctionId> NeededFunctions(const Picture& picture, const GateResults& gates) {
  std::vector<FunctionId> needed;
  for (const GmlNode& node : picture.graph.nodes) needed.push_back(node.function);
  for (const GateResult& gate : gates.gates) {
    needed.insert(needed.end(), gate.offenders.begin(), gate.offenders.end());
  }
  return needed;
}

// Returns the numbers that have a column for each side.
Cell NumbersCell() {
  Cell::List numbers;
  for (const RowNumber& number : RowNumbers()) {
    if (!number.in.pages) continue;
    numbers.push_back(Cell::Record{{"key", number.key},
                                   {"name", number.name},
                                   {"description", number.description},
                                   {"isCount", number.kind == NumberKind::kCount}});
  }
  return numbers;
}

// Returns " (3 runs)"; empty for a single run.
std::string RunsText(std::size_t runs) { return runs > 1 ? " (" + std::to_string(runs) + " runs)" : ""; }

TableColumn Number(std::string_view heading, std::string_view key, int digits) {
  return {.heading = heading, .key = key, .digits = digits};
}

constexpr TableColumn kNameColumn = {.heading = "name", .key = "name", .left = true};

}  // namespace

void WriteReportPage(std::string& out, const Execution& execution, const std::string& label,
                     const ReportPageOptions& options) {
  RequirePages();
  const Profile& profile = execution.profile;
  const Picture picture = DrawPicture(execution, options);
  const PageRows page = ChoosePageRows(execution, options, NeededFunctions(picture, options.gates));
  const int digits = profile.dimension == "seconds" ? 2 : 0;
  ReportParts parts;
  parts.title = "egprof: " + ShortLabel(label);
  parts.head = {label, AmountText(profile.Seconds(profile.total_ticks), profile.dimension)};
  Finish(out, std::move(parts),
         ExecutionSource{execution, label, options.listing.names.demangle, /*shortens_names=*/true}, picture, page,
         options,
         {Number("%", "percent", 2), Number("self", "numbers.self", digits), Number("total", "numbers.total", digits),
          Number("calls", "numbers.calls", 0), kNameColumn});
}

void WriteReportPage(std::string& out, const Difference& difference, const SideLabels& labels,
                     const Significance* significance, const ReportPageOptions& options) {
  RequirePages();
  const Picture picture = DrawPicture(difference, options);
  const PageRows page = ChoosePageRows(difference, options, NeededFunctions(picture, options.gates));
  const SideTotals &base = difference.base, &other = difference.other;
  const int digits = base.dimension == "seconds" ? 2 : 0;
  ReportParts parts;
  const SideLabels shown = ShortLabels(labels);
  const std::size_t base_runs = significance == nullptr ? 1 : significance->base_runs;
  const std::size_t other_runs = significance == nullptr ? 1 : significance->other_runs;
  parts.title = "egprof: " + shown.base + RunsText(base_runs) + " − " + shown.other + RunsText(other_runs);
  parts.view.AddValue("labels", Cell::Record{{"base", shown.base}, {"other", shown.other}});
  if (options.conclusion != nullptr) {
    parts.head.push_back(TextOf(*options.conclusion, difference, options.listing.words));
  }
  parts.head.insert(parts.head.end(),
                    {"Base: " + labels.base + ", " + AmountText(base.AllSeconds(), base.dimension),
                     "Other: " + labels.other + ", " + AmountText(other.AllSeconds(), other.dimension),
                     "Difference, base minus other: " +
                         AmountText(SecondsDifference(base.AllSeconds(), other.AllSeconds()), base.dimension) +
                         ". Positive: other takes less."});
  // What the page calls a function that only one side has; see report_text.js.
  const auto word = [](const SideTotals& side, const char* certain) {
    return side.ListsAllFunctions() ? Cell(certain) : Cell();
  };
  parts.view.AddValue("numbers", NumbersCell());
  parts.view.AddValue("sided", Cell::Record{{"onlyBase", word(other, "gone")}, {"onlyOther", word(base, "new")}});
  Finish(out, std::move(parts),
         DifferenceSource{difference, labels, significance, options.listing.names.demangle, options.listing.words,
                          options.conclusion, /*shortens_names=*/true},
         picture, page, options,
         {Number("impact %", "impact", 2), Number("base", "base.self", digits), Number("other", "other.self", digits),
          Number("difference", "difference.self", digits), Number("base calls", "base.calls", 0),
          Number("other calls", "other.calls", 0), kNameColumn});
}

}  // namespace profdiff
