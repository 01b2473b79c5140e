// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the regions of a run as XML (Periscope's SIR), with each region nested in its parent. Shares of arrays and of
// called routines are omitted, because they are not part of the program's structure.
//
// Test: tests/unit/analyze/property/structure_test.cpp.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/properties.h"
#include "report/format/html.h"

namespace profdiff {
namespace {

// Number of levels that are indented; below them, only the order of tags shows the nesting.
constexpr std::size_t kDeepestIndent = 40;

void AppendAttribute(std::string& out, std::string_view name, std::string_view text) {
  if (text.empty()) return;
  out.append(" ").append(name).append("=\"");
  AppendHtmlText(out, text);
  out += '"';
}

void AppendNumber(std::string& out, std::string_view name, std::uint32_t number) {
  if (number != 0) AppendAttribute(out, name, std::to_string(number));
}

void AppendIndent(std::string& out, std::size_t depth) { out.append(2 * std::min(depth, kDeepestIndent), ' '); }

// True if the region is only the share of an array or of a called routine in its parent.
bool IsPart(const Region& region) { return !region.data_structure.empty() || !region.callee.empty(); }

// Appends the start tag of a region, and its arrays.
void AppendHead(std::string& out, const Region& region, std::size_t depth, bool is_empty) {
  AppendIndent(out, depth);
  out += "<region";
  AppendAttribute(out, "kind", RegionKindName(region.kind));
  AppendAttribute(out, "name", region.name);
  AppendAttribute(out, "file", region.file);
  AppendNumber(out, "line", region.line);
  AppendNumber(out, "number", region.number);
  out += is_empty && region.arrays.empty() ? "/>\n" : ">\n";
  for (const std::string& array : region.arrays) {
    AppendIndent(out, depth + 1);
    out += "<array";
    AppendAttribute(out, "name", array);
    out += "/>\n";
  }
}

}  // namespace

void WriteStructure(std::string& out, const Measurements& measurements) {
  const std::vector<Region>& regions = measurements.regions;
  // Nested regions by parent; the last list contains the regions without a parent. The lists are in reverse order,
  // since the loop below takes elements from their ends.
  std::vector<std::vector<std::size_t>> inner(regions.size() + 1);
  for (std::size_t i = regions.size(); i-- > 0;) {
    if (!IsPart(regions[i])) inner[regions[i].parent.valid() ? regions[i].parent.value : regions.size()].push_back(i);
  }
  out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sir>\n";
  struct Open {
    std::size_t region, next;  // `next`: number of nested regions that remain to be written
  };
  // The stack is explicit, without recursion, because the depth of nesting depends on the input.
  std::vector<Open> open = {{regions.size(), inner.back().size()}};
  while (!open.empty()) {
    Open& last = open.back();
    if (last.next > 0) {
      const std::size_t region = inner[last.region][--last.next];
      const bool is_empty = inner[region].empty();
      AppendHead(out, regions[region], open.size(), is_empty);
      if (!is_empty || !regions[region].arrays.empty()) open.push_back({region, inner[region].size()});
      continue;
    }
    open.pop_back();
    if (open.empty()) break;
    AppendIndent(out, open.size());
    out += "</region>\n";
  }
  out += "</sir>\n";
}

}  // namespace profdiff
