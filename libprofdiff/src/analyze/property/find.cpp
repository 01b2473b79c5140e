// SPDX-License-Identifier: GPL-3.0-or-later
// Marks leaves: findings that are not explained further by a finding of a nested region or by a refinement. Regions
// that are nested in each other, for example by recursion, count as one.
// Tests: tests/unit/analyze/property/find_test.cpp.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/property/evaluator.h"
#include "analyze/property/leaves.h"
#include "profdiff/call_graph.h"

namespace profdiff {
namespace {

// The structure of a program as components of regions that are nested in each other, innermost first. Uses the cycle
// finder of call graphs, with regions in place of functions.
class Nesting {
 public:
  explicit Nesting(const Measurements& measurements) {
    std::vector<Arc> arcs;
    for (const auto& [outer, inner] : measurements.nested) {
      arcs.push_back({FunctionId(outer.value), FunctionId(inner.value), 1});
    }
    number_ = FindCycles(measurements.regions.size(), arcs).number;
    for (const Arc& arc : arcs) {
      const std::pair<std::uint32_t, std::uint32_t> pair{number_[arc.caller.value], number_[arc.callee.value]};
      if (pair.first != pair.second) pairs_.push_back(pair);
    }
    std::ranges::sort(pairs_);
  }

  // Returns for each component whether a marked component is nested in it at any depth. Inner components have smaller
  // indices, and pairs are sorted by the outer index, so one pass suffices.
  std::vector<bool> Above(const std::vector<bool>& marked) const {
    std::vector<bool> above(marked.size());
    for (const auto& [outer, inner] : pairs_) {
      if (marked[inner] || above[inner]) above[outer] = true;
    }
    return above;
  }

  std::uint32_t NumberOf(RegionId region) const { return number_[region.value]; }
  std::size_t size() const { return number_.size() + 1; }

 private:
  // By region: index of its component, smaller for inner regions, equal for regions nested in each other.
  std::vector<std::uint32_t> number_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;  // pairs of outer and inner index, sorted
};

void MarkNested(const Measurements& measurements, Findings& findings) {
  const Nesting nesting(measurements);
  std::map<std::string_view, std::vector<Finding*>> by_name;
  for (Finding& finding : findings.properties) by_name[finding.name].push_back(&finding);
  for (const auto& [name, all] : by_name) {
    std::vector<bool> marked(nesting.size());
    for (const Finding* finding : all) marked[nesting.NumberOf(finding->region)] = true;
    const std::vector<bool> above = nesting.Above(marked);
    for (Finding* finding : all) finding->leaf = finding->leaf && !above[nesting.NumberOf(finding->region)];
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
