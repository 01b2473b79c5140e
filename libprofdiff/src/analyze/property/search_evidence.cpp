// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/property/search_evidence.h"

#include <algorithm>
#include <utility>

#include "analyze/property/compile.h"
#include "analyze/property/leaves.h"

namespace profdiff {

SearchEvidence::SearchEvidence(const PropertySet& set, const PropertyOptions& options) : set_(set), options_(options) {
  CheckProperties(set);
  for (const AslProperty& property : set.properties) {
    ids_.emplace(property.head.name, questions_.size());
    Question& question = questions_.emplace_back(Question{&property, {}, {}, {}});
    for (CompiledProperty::Metric& metric : CompileProperty(set, property).metrics) {
      question.metrics.push_back(std::move(metric.name));
    }
  }
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    const std::string& refines = questions_[i].property->refines;
    if (refines.empty()) continue;
    questions_[i].refined = ids_.at(refines);
    questions_[*questions_[i].refined].refinements.push_back(i);
  }
}

void SearchEvidence::Judge() {
  Evaluate();
  LinkRegions();
  FindJudged();
}

void SearchEvidence::Evaluate() {
  found_ = FindProperties(measurements, set_, options_);
  holds_.clear();
  unknown_.clear();
  for (const Finding& finding : found_.properties) {
    if (!finding.is_meta) holds_.insert({ids_.at(finding.name), finding.region});
  }
  // Skips metaproperties, which are not hypotheses: they follow from the properties that they combine.
  for (const NotApplicable& each : found_.not_applicable) {
    if (const auto id = ids_.find(each.name); id != ids_.end()) unknown_.insert({id->second, each.region});
  }
}

// Nesting has two sources: pairs of regions, for example for calls, and the parent of a region. A region without
// contexts, which is known only from a structure file, is skipped: the regions nested in it count as nested in the
// regions around it.
void SearchEvidence::LinkRegions() {
  const Measurements& all = measurements;
  std::vector<std::vector<RegionId>> direct(all.regions.size());
  for (const auto& [outer, inner] : all.nested) direct[outer.value].push_back(inner);
  for (std::size_t i = 0; i < all.regions.size(); ++i) {
    if (all.regions[i].parent.valid()) direct[all.regions[i].parent.value].emplace_back(i);
  }
  std::vector<bool> is_measured(all.regions.size());
  for (const Context& context : all.contexts) is_measured[context.region.value] = true;
  is_measured[all.phase.value] = true;
  inner_.assign(all.regions.size(), {});
  for (std::size_t i = 0; i < inner_.size(); ++i) {
    if (!is_measured[i]) continue;
    std::set<RegionId> passed;
    std::vector<RegionId> open = direct[i];
    while (!open.empty()) {
      const RegionId region = open.back();
      open.pop_back();
      if (is_measured[region.value]) {
        inner_[i].push_back(region);
      } else if (passed.insert(region).second) {
        open.insert(open.end(), direct[region.value].begin(), direct[region.value].end());
      }
    }
  }
  outer_.assign(inner_.size(), {});
  for (std::size_t i = 0; i < inner_.size(); ++i) {
    for (const RegionId inner : inner_[i]) outer_[inner.value].emplace_back(i);
  }
}

// Marks, for each property, the regions in which it can be judged and all enclosing regions. This is a flood fill
// outwards, since a search must pass through regions that a monitor does not measure.
void SearchEvidence::FindJudged() {
  const std::vector<Context>& contexts = measurements.contexts;
  is_judged_.assign(questions_.size(), std::vector<bool>(inner_.size()));
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    std::vector<bool>& is_judged = is_judged_[i];
    std::vector<RegionId> open;
    const auto add = [&](RegionId region) {
      if (!is_judged[region.value]) open.push_back(region);
      is_judged[region.value] = true;
    };
    for (const Context& context : contexts) {
      if (!unknown_.contains({i, context.region}) && !unknown_.contains({i, {}})) add(context.region);
    }
    while (!open.empty()) {
      const RegionId region = open.back();
      open.pop_back();
      for (const RegionId around : outer_[region.value]) add(around);
    }
  }
}

bool SearchEvidence::IsWorthAsking(const Hypothesis& hypothesis) const {
  return hypothesis.region == measurements.phase || !IsRecorded(questions_[hypothesis.property]) ||
         is_judged_[hypothesis.property][hypothesis.region.value];
}

bool SearchEvidence::IsRecorded(const Question& question) const {
  return std::ranges::all_of(question.metrics,
                             [this](const std::string& metric) { return measurements.FindMetric(metric).has_value(); });
}

// True if all properties that a metaproperty combines, directly or through other metaproperties, were tested in the
// region.
bool SearchEvidence::WasTested(const AslMetaProperty& meta, RegionId region, const std::set<Hypothesis>& tested) const {
  std::vector<const AslMetaProperty*> open = {&meta};
  std::set<const AslMetaProperty*> seen = {&meta};
  while (!open.empty()) {
    const AslMetaProperty& next = *open.back();
    open.pop_back();
    for (const ExpressionTerm& term : next.value) {
      if (term.kind != ExpressionTerm::Kind::kCall) continue;
      const auto id = ids_.find(term.name);
      if (id == ids_.end()) {
        const AslMetaProperty* const part = FindDefinition(set_.metas, term.name);
        if (seen.insert(part).second) open.push_back(part);
      } else if (!tested.contains({id->second, region})) {
        return false;
      }
    }
  }
  return true;
}

bool SearchEvidence::WasTested(const std::string& name, RegionId region, const std::set<Hypothesis>& tested) const {
  const auto id = ids_.find(name);
  if (id == ids_.end()) return region.valid() && WasTested(*FindDefinition(set_.metas, name), region, tested);
  if (region.valid()) return tested.contains({id->second, region});
  // An outcome without a region covers all regions. It counts as tested if the property was tested in any region.
  // Hypotheses are sorted by property, then by region.
  const auto first = tested.lower_bound({id->second, RegionId(std::size_t{0})});
  return first != tested.end() && first->property == id->second;
}

Findings SearchEvidence::FindingsIn(const std::set<Hypothesis>& tested) const {
  Findings findings;
  for (const Finding& finding : found_.properties) {
    if (!WasTested(finding.name, finding.region, tested)) continue;
    findings.properties.push_back(finding);
    // Sets the mark of every finding. MarkLeaves() below clears marks only because of these findings: a finding that
    // the search did not reach must not hide a leaf.
    findings.properties.back().leaf = true;
  }
  for (const NotApplicable& each : found_.not_applicable) {
    if (WasTested(each.name, each.region, tested)) findings.not_applicable.push_back(each);
  }
  findings.unjudged = found_.unjudged;
  MarkLeaves(measurements, set_, findings);
  return findings;
}

}  // namespace profdiff
