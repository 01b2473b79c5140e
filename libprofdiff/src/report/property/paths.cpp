// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/report/property/paths_test.cpp.
#include "report/property/paths.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "report/property/causes.h"
#include "report/property/rows.h"

namespace profdiff {
namespace {

// Returns the length of the phase times the number of locations, in seconds.
double TotalOf(const Measurements& measurements) {
  const auto metric = measurements.FindMetric("total");
  double total = 0;
  for (const Context& context : measurements.contexts) {
    if (metric && context.region == measurements.phase) total = std::max(total, context.values[*metric]);
  }
  return total;
}

// A function in the tree of paths. `lost` includes longer paths.
struct Node {
  double lost = 0;
  std::map<std::string, Node> inner = {};
};

void AppendNode(std::string& out, const std::string& name, const Node& node, std::size_t depth, double least,
                double total) {
  if (node.lost < least) return;
  AppendFixed(out, node.lost, 11, 6);
  AppendFixed(out, total > 0 ? node.lost / total : 0, 9, 5);
  out.append(2 + 2 * depth, ' ').append(NameText(name)).append("\n");
  std::vector<const std::pair<const std::string, Node>*> inner;
  for (const auto& each : node.inner) inner.push_back(&each);
  std::ranges::stable_sort(inner, std::greater(), [](const auto* each) { return each->second.lost; });
  for (const auto* each : inner) AppendNode(out, each->first, each->second, depth + 1, least, total);
}

Fields<PathLoss> LossFields(double total) {
  Fields<PathLoss> fields;
  fields.Add("name", [](const PathLoss& loss) { return Cell(loss.name); });
  fields.Add("path", [](const PathLoss& loss) { return Cell(JoinPath(loss.path, AsUtf8)); });
  fields.Add("callee", [](const PathLoss& loss) { return UnlessEmpty(AsUtf8(loss.callee)); });
  fields.Add("lost", [](const PathLoss& loss) { return Cell(loss.lost); });
  fields.Add("severity", [total](const PathLoss& loss) { return Cell(total > 0 ? loss.lost / total : 0); });
  return fields;
}

}  // namespace

void AppendPaths(std::string& out, const Measurements& measurements) {
  if (measurements.paths.empty()) return;
  std::map<std::string, Node> trees;  // by property
  for (const PathLoss& loss : measurements.paths) {
    Node* node = &trees[loss.name];
    node->lost += loss.lost;
    for (const std::string& name : loss.path) {
      node = &node->inner[name];
      node->lost += loss.lost;
    }
  }
  const double total = TotalOf(measurements);
  out += "\nLost time by path, including longer paths\n    seconds severity\n";
  std::vector<std::pair<std::string, const Node*>> sorted;
  for (const auto& [name, tree] : trees) sorted.emplace_back(name, &tree);
  std::ranges::stable_sort(sorted, std::greater(), [](const auto& each) { return each.second->lost; });
  for (const auto& [name, tree] : sorted) AppendNode(out, name, *tree, 0, kLeastShare * tree->lost, total);
}

void AddPaths(TableWriter& writer, const Measurements& measurements) {
  const Fields<PathLoss> fields = LossFields(TotalOf(measurements));
  if (writer.IsDocument()) {
    WriteObjects(writer, "paths", fields, measurements.paths);
  } else {
    WriteRows(writer, "paths", ListColumns("lost severity property=name callee path"), fields, measurements.paths);
  }
}

}  // namespace profdiff
