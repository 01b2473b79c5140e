// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the core of a call graph, which consists of the few paths that matter: as text (a summary and the paths), as
// tables, or as a document of the kind "core".
//
// Tests: tests/cli/prune/run.py.
#include "report/pruning/core.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/formats.h"
#include "profdiff/pruning.h"
#include "report/format/table.h"
#include "report/format/text_table.h"
#include "report/gprof/names.h"
#include "values/amount_words.h"

namespace profdiff {
namespace {

class PathNames {
 public:
  explicit PathNames(const CoreView& view) : view_(view), names_(view.functions, view.names) {}

  // Returns the name of a path's last node; for a cycle, the list of its members.
  std::string Of(const CorePath& path) {
    const PathGraph::Node& node = view_.graph.nodes[path.node];
    if (node.cycle == PathGraph::kNone) return Display(node.function);
    std::string name;
    for (const FunctionId member : view_.graph.cycles[node.cycle]) name += (name.empty() ? "" : ", ") + Display(member);
    return "<cycle of " + name + ">";
  }

  // Returns the names of the functions from the root to the end of a path.
  std::vector<std::string> PathOf(const CorePath& path) {
    std::vector<std::string> names = {Of(path)};
    for (std::uint32_t above = path.parent; above != PathGraph::kNone; above = view_.core.paths[above].parent) {
      names.push_back(Of(view_.core.paths[above]));
    }
    std::ranges::reverse(names);
    return names;
  }

 private:
  std::string Display(FunctionId function) {
    return function.valid() ? WithoutControls(AsUtf8(names_.Display(function))) : "?";
  }

  const CoreView& view_;
  FunctionNames names_;
};

// Returns the number of calls along a path. This is a share of the calls by all callers, so it can be a fraction. A
// value that is a whole number up to rounding is written as an integer.
Cell CallsCell(const CoreView& view, const CorePath& path) {
  if (!view.graph.calls_known || path.calls == 0) return Cell();
  constexpr double kWhole = 9007199254740992;  // 2^53: a double represents all integers up to here exactly
  const double rounded = std::round(path.calls);
  const bool is_whole = std::fabs(path.calls - rounded) < 1e-9 * rounded && rounded < kWhole;
  return is_whole ? Cell(static_cast<std::int64_t>(rounded)) : Cell(path.calls);
}

// In a document, the path is a list of names. In tables, which have no lists, it is a string of names separated by
// semicolons.
Fields<CorePath> PathFields(const CoreView& view, PathNames& names) {
  Fields<CorePath> fields;
  fields.Add("path", [&names](const CorePath& path) { return ListOf(names.PathOf(path), std::identity()); });
  fields.Add("inclusive", [](const CorePath& path) { return Cell(path.inclusive); });
  fields.Add("self", [](const CorePath& path) { return Cell(path.self); });
  fields.Add("calls", [&view](const CorePath& path) { return CallsCell(view, path); });
  fields.AddForTables("stack", [&names](const CorePath& path) {
    std::string text;
    for (std::string& name : names.PathOf(path)) {
      // Semicolons separate the names, so other semicolons are replaced.
      std::ranges::replace(name, ';', ':');
      text += (text.empty() ? "" : ";") + name;
    }
    return Cell(text);
  });
  fields.AddForTables("function", [&names](const CorePath& path) { return Cell(names.Of(path)); });
  return fields;
}

Fields<SweptCore> SweepFields() {
  Fields<SweptCore> fields;
  fields.Add("alpha", [](const SweptCore& tried) { return Cell(tried.alpha); });
  fields.Add("beta", [](const SweptCore& tried) { return Cell(tried.beta); });
  fields.Add("nodes", [](const SweptCore& tried) { return CountCell(tried.nodes); });
  fields.Add("functions", [](const SweptCore& tried) { return Cell(tried.functions); });
  fields.Add("recovery", [](const SweptCore& tried) { return Cell(tried.recovery); });
  return fields;
}

// The unit of times in text, chosen so that the largest time has digits other than 0 before the decimal point.
struct ShownUnit {
  std::string name;
  double scale;
};
ShownUnit UnitFor(const CoreView& view) {
  double largest = 0;
  for (const CorePath& path : view.core.paths) largest = std::max(largest, path.inclusive);
  if (view.graph.unit != "seconds") return {view.graph.unit, 1};
  if (largest >= 10) return {"s", 1};
  return largest >= 0.01 ? ShownUnit{"ms", 1e3} : ShownUnit{"us", 1e6};
}

std::string Percent(double part) { return FixedText(100 * part, 1) + " %"; }

// Writes the size of the core and the pruning rule ("Callees are removed if ...") with its parameters, on which the
// result depends.
void WriteAnswer(std::string& out, const CoreView& view) {
  const Core& core = view.core;
  const std::string amount = WithoutControls(AsUtf8(AmountWord(view.graph.unit))),
                    is = std::string(IsOrAre(view.graph.unit));
  out += "The core is " + core.kept + " of " + core.nodes + (core.nodes == "1" ? " path" : " paths") +
         " of calls and " + std::to_string(core.kept_functions) + " of " + Plural(core.functions, "function") +
         ": their self " + amount + " " + is + " " + Percent(core.recovery) + " of the " + amount + ".\n";
  out += "Callees are removed if together they take less than " + Percent(core.alpha) + " of their caller's " + amount +
         " (alpha), and " + "one alone if it takes less than " + Percent(core.beta) + " of their mean (beta).\n";
}

void WritePaths(std::string& out, const CoreView& view, std::size_t limit) {
  PathNames names(view);
  const ShownUnit unit = UnitFor(view);
  std::vector<std::uint32_t> depths;
  constexpr int kWide = 12;
  std::vector<TableColumn> columns = {{.heading = "total", .unit = unit.name, .width = kWide, .gap = 0, .digits = 3},
                                      {.heading = "self", .unit = unit.name, .width = kWide, .digits = 3}};
  if (view.graph.calls_known) columns.push_back({.heading = "calls", .width = kWide, .digits = 1});
  columns.push_back({.heading = "path", .gap = 2, .left = true});
  TextTableWriter writer(out);
  // A path comes after its parent, so the depth of the parent is already known.
  writer.StartTable("core", columns);
  for (const CorePath& path : view.core.paths) {
    constexpr std::uint32_t kMostIndented = 60;
    depths.push_back(path.parent == PathGraph::kNone ? 0 : depths[path.parent] + 1);
    if (limit != 0 && depths.size() > limit) break;
    writer.AddCell(path.inclusive * unit.scale);
    writer.AddCell(path.self * unit.scale);
    if (view.graph.calls_known) writer.AddCell(CallsCell(view, path));
    // Names deeper than level 60 are not indented further, because they would be too far to the right to be visible.
    writer.AddCell(std::string(std::size_t{2} * std::min(depths.back(), kMostIndented), ' ') + names.Of(path));
    writer.EndRow();
  }
}

void WriteSweep(std::string& out, const Core& core) {
  out += "\n";
  std::vector<TableColumn> columns = ListColumns("alpha beta paths=nodes functions share=recovery");
  for (TableColumn& column : columns) column.width = 9;
  columns[0].gap = 0;
  columns[4].digits = 4;
  TextTableWriter writer(out);
  WriteRows(writer, "sweep", columns, SweepFields(), core.sweep);
}

// Writes a core as text.
void WriteText(std::string& out, const CoreView& view, std::size_t limit) {
  WriteAnswer(out, view);
  out += "\n";
  WritePaths(out, view, limit);
  if (view.core.kept != std::to_string(view.core.paths.size())) {
    out += "The first " + std::to_string(view.core.paths.size()) + " of " + view.core.kept + " paths.\n";
  }
  if (!view.core.sweep.empty()) WriteSweep(out, view.core);
}

}  // namespace

std::string CoreSentence(const CoreView& view) {
  std::string text;
  WriteAnswer(text, view);
  return text;
}

void AddCore(TableWriter& writer, const CoreView& view) {
  PathNames names(view);
  const Core& core = view.core;
  // `names` demangles each function once; it must outlive the fields.
  const Fields<CorePath> fields = PathFields(view, names);
  if (writer.IsDocument()) {
    WriteDocumentHead(writer, "core");
    writer.AddValue("unit", view.graph.unit);
    writer.AddValue("alpha", core.alpha);
    writer.AddValue("beta", core.beta);
    writer.AddValue("nodes", CountCell(core.nodes));
    writer.AddValue("functions", core.functions);
    writer.AddValue("kept", CountCell(core.kept));
    writer.AddValue("keptFunctions", core.kept_functions);
    writer.AddValue("recovery", core.recovery);
    WriteObjects(writer, "core", fields, core.paths);
    WriteObjects(writer, "sweep", SweepFields(), core.sweep);
  } else {
    WriteRows(writer, "core", ListColumns("inclusive self calls path=stack function"), fields, core.paths);
    if (!core.sweep.empty()) {
      WriteRows(writer, "sweep", ListColumns("alpha beta nodes functions recovery"), SweepFields(), core.sweep);
    }
  }
}

void WriteCore(std::string& out, const TableFormat& format, const CoreView& view, std::size_t limit) {
  if (format.is_text) return WriteText(out, view, limit);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  AddCore(*writer, view);
  writer->Finish();
}

}  // namespace profdiff
