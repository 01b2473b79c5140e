// SPDX-License-Identifier: GPL-3.0-or-later
// Marks leaves: findings that are not explained further by a finding of a nested region or by a refinement. Regions
// that are nested in each other, for example by recursion, count as one.
// Tests: tests/unit/analyze/property/find_test.cpp.
#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/property/evaluator.h"
#include "analyze/property/leaves.h"
#include "profdiff/profile.h"
#include "values/cycles.h"

namespace profdiff {
namespace {

// Uses the cycle finder of call graphs, with regions in place of functions: regions that are nested in each other form
// a component, and inner components have smaller numbers.
void MarkNested(const Measurements& measurements, Findings& findings) {
  std::vector<Arc> arcs;
  for (const auto& [outer, inner] : measurements.nested) {
    arcs.push_back({FunctionId(outer.value), FunctionId(inner.value), 1});
  }
  const std::vector<std::uint32_t> number = FindCycles(measurements.regions.size(), arcs).number;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // component numbers (outer, inner), sorted
  for (const Arc& arc : arcs) {
    const std::uint32_t outer = number[arc.caller.value], inner = number[arc.callee.value];
    if (outer != inner) pairs.emplace_back(outer, inner);
  }
  std::ranges::sort(pairs);
  std::map<std::string_view, std::vector<Finding*>> by_name;
  for (Finding& finding : findings.properties) by_name[finding.name].push_back(&finding);
  for (const auto& [name, all] : by_name) {
    // Indexed by component. `marked` is true if the component contains one of the findings, and `above` if a marked
    // component is nested in it at any depth. Pairs are sorted by outer number, and inner components have smaller
    // numbers, so one pass suffices.
    std::vector<bool> marked(number.size() + 1), above(number.size() + 1);
    for (const Finding* finding : all) marked[number[finding->region.value]] = true;
    for (const auto& [outer, inner] : pairs) {
      if (marked[inner] || above[inner]) above[outer] = true;
    }
    for (Finding* finding : all) finding->leaf = finding->leaf && !above[number[finding->region.value]];
  }
}

// Clears the leaf mark of findings with a direct or indirect refinement that holds in the same region, even if a
// refinement in between does not hold.
void MarkRefined(const PropertySet& set, Findings& findings) {
  std::set<std::pair<std::string_view, RegionId>> refined;
  for (const Finding& finding : findings.properties) {
    std::string_view name = finding.refines;
    while (!name.empty()) {
      refined.emplace(name, finding.region);
      const AslProperty* const above = FindDefinition(set.properties, name);
      name = above == nullptr ? std::string_view() : std::string_view(above->refines);
    }
  }
  for (Finding& finding : findings.properties) {
    if (refined.contains({finding.name, finding.region})) finding.leaf = false;
  }
}

}  // namespace

void MarkLeaves(const Measurements& measurements, const PropertySet& set, Findings& findings) {
  MarkNested(measurements, findings);
  MarkRefined(set, findings);
}

Findings FindProperties(const Measurements& measurements, const PropertySet& set, const PropertyOptions& options) {
  Findings findings = PropertyEvaluator(measurements, set, options).Find();
  MarkLeaves(measurements, set, findings);
  return findings;
}

}  // namespace profdiff
