// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the properties of two runs. Each side is evaluated independently; if a property holds on only one side, its
// severity on the other side is evaluated as well, so that there are two severities to compare.
// Tests: tests/unit/analyze/property/difference_test.cpp.
#include <algorithm>
#include <cmath>
#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "analyze/property/evaluator.h"
#include "analyze/property/leaves.h"
#include "analyze/property/machines.h"
#include "base/text.h"
#include "profdiff/error.h"
#include "profdiff/match.h"
#include "values/named_functions.h"

namespace profdiff {
namespace {

// Key of a region. Matching regions of both sides have equal keys.
struct RegionKey {
  RegionKind kind;
  FunctionId function, parent;  // ids in Match::functions; the parent is set only for calls
  std::string file;             // base name, as directories differ between versions; set only for lines
  std::string part;             // array or routine to which this part of a region belongs; empty for a whole region
  // Line number, index of a loop in its function, or index of a call among calls with the same key.
  std::uint32_t number;

  friend auto operator<=>(const RegionKey&, const RegionKey&) = default;
};

// The functions of the regions of one side.
struct SideFunctions {
  SortedFunctions sorted;
  std::vector<FunctionId> of_region;  // id of each region's function in sorted.table, indexed by region
};

// Makes a sorted table of functions from the names of all regions, because regions are matched by the rules for
// functions.
SideFunctions FunctionsOf(const Measurements& measurements) {
  NamedFunctions names;
  SideFunctions side;
  for (const Region& region : measurements.regions) side.of_region.push_back(names.Intern(region.name, region.image));
  side.sorted = SortFunctions(names, std::vector<bool>(names.size(), true));
  for (FunctionId& id : side.of_region) id = side.sorted.id_of[id.value];
  return side;
}

using Keys = std::map<RegionKey, RegionId>;

// Lines are identified by their line number, loops by their order in the function, and calls by their order among calls
// with the same key. A line that moves therefore becomes a new region, but a loop that moves does not.
Keys KeysOf(const Measurements& measurements, const SideFunctions& side, const std::vector<FunctionId>& joined) {
  Keys keys;
  std::map<RegionKey, std::uint32_t> counts;
  const auto joined_of = [&](RegionId region) { return joined[side.of_region[region.value].value]; };
  for (std::size_t i = 0; i < measurements.regions.size(); ++i) {
    const Region& region = measurements.regions[i];
    RegionKey key{region.kind, joined_of(RegionId(i)), {}, {}, PartOf(region), 0};
    if (region.kind == RegionKind::kLine) {
      key.file = BaseName(region.file);
      key.number = region.line;
    } else if (region.number != 0) {
      key.number = region.number;
    } else if (region.kind != RegionKind::kFunction && region.kind != RegionKind::kProgram &&
               region.kind != RegionKind::kUser) {
      if (region.parent.valid()) key.parent = joined_of(region.parent);
      key.number = counts[key]++;
    }
    keys.emplace(std::move(key), RegionId(i));
  }
  return keys;
}

// Matching regions of both sides; the id is invalid for a side that lacks the region.
struct RegionPair {
  RegionId base, other;
};

// Matches the regions of both sides by a full outer join on their keys.
std::vector<RegionPair> MatchRegions(const Measurements& base, const Measurements& other) {
  const SideFunctions a = FunctionsOf(base), b = FunctionsOf(other);
  const Match match = MatchFunctions(a.sorted.table, b.sorted.table, false);
  const Keys base_keys = KeysOf(base, a, match.from_base);
  Keys other_keys = KeysOf(other, b, match.from_other);
  std::vector<RegionPair> pairs;
  for (const auto& [key, region] : base_keys) {
    const auto found = other_keys.find(key);
    pairs.push_back({region, found == other_keys.end() ? RegionId() : found->second});
    if (found != other_keys.end()) other_keys.erase(found);
  }
  for (const auto& entry : other_keys) pairs.push_back({{}, entry.second});
  return pairs;
}

// The findings of one side, by property and region.
class SideResults {
 public:
  SideResults(const Measurements& measurements, const Findings& findings, PropertyEvaluator& evaluator)
      : measurements_(measurements), findings_(findings), evaluator_(evaluator) {
    for (const Finding& finding : findings.properties) held_[{finding.region, finding.name}] = &finding;
    for (const NotApplicable& each : findings.not_applicable) reasons_[{each.region, each.name}] = &each.reason;
  }

  // Returns null if the property does not hold in the region.
  const Finding* Find(const std::string& name, RegionId region) const {
    const auto found = held_.find({region, name});
    return found == held_.end() ? nullptr : found->second;
  }

  // Returns the reason why a property cannot be evaluated in this region; a reason that applies to all regions takes
  // precedence. Returns an empty string if the property can be evaluated here, or if the side lacks the region although
  // its recording of `function` is complete.
  std::string WhyNot(const std::string& name, RegionId region, const std::string& function) const {
    const auto nowhere = findings_.unjudged.find(name);
    if (nowhere != findings_.unjudged.end()) return nowhere->second;
    if (!region.valid()) return evaluator_.WhyIncomplete(name, function);
    const auto found = reasons_.find({region, name});
    return found == reasons_.end() ? std::string() : *found->second;
  }

  // Returns the name of a region's function; empty if there is no region.
  std::string FunctionOf(RegionId region) const {
    return region.valid() ? measurements_.regions[region.value].name : std::string();
  }

  // Returns the severity and the loss of a property in a region, even if the property does not hold there.
  std::optional<Outcome> OutcomeOf(const std::string& name, RegionId region) const {
    if (const Finding* const finding = Find(name, region)) {
      return Outcome{.severity = finding->severity, .lost = finding->lost};
    }
    return region.valid() ? evaluator_.OutcomeOf(name, region) : std::nullopt;
  }

 private:
  using Key = std::pair<RegionId, std::string_view>;

  const Measurements& measurements_;
  const Findings& findings_;
  PropertyEvaluator& evaluator_;
  std::map<Key, const Finding*> held_;
  std::map<Key, const std::string*> reasons_;
};

std::vector<std::string> NamesOf(const Findings& base, const Findings& other) {
  std::vector<std::string> names;
  for (const Findings* side : {&base, &other}) {
    for (const Finding& finding : side->properties) names.push_back(finding.name);
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void RefuseOtherMachines(const Measurements& base, const Measurements& other) {
  if (!HaveOtherCaches(base, other)) return;
  throw Error(ErrorCode::kIncompatible,
              base.inputs.front() + " and " + other.inputs.front() +
                  ": recorded with different caches: " + base.machine + " and " + other.machine,
              other.inputs.front());
}

// Returns the names of the data models with at least one measured metric.
std::vector<std::string> ModelsOf(const Measurements& measurements, const PropertySet& set) {
  std::vector<std::string> models;
  for (const AslModel& model : set.models) {
    const auto has = [&](const std::string& metric) { return measurements.FindMetric(metric).has_value(); };
    if (std::ranges::any_of(model.metrics, has)) models.push_back(model.head.name);
  }
  return models;
}

// Refuses runs whose metrics belong to no common data model. Two runs without metrics of any model are accepted: as in
// a single run, no property is applicable to them.
void RefuseOtherModels(const Measurements& base, const Measurements& other, const PropertySet& set) {
  const std::vector<std::string> a = ModelsOf(base, set), b = ModelsOf(other, set);
  const auto is_shared = [&](const std::string& model) { return std::ranges::find(b, model) != b.end(); };
  if (std::ranges::any_of(a, is_shared) || (a.empty() && b.empty())) return;
  const auto text = [](const std::vector<std::string>& models) {
    std::string names;
    for (const std::string& model : models) names += (names.empty() ? "" : " and ") + model;
    return names.empty() ? std::string("of no CONTEXT") : "of " + names;
  };
  throw Error(ErrorCode::kIncompatible,
              "has metrics " + text(b) + ", but " + base.inputs.front() + " " + text(a) +
                  ": record both sides with the same events",
              other.inputs.front());
}

// Sorts by the absolute difference of lost time, then by that of severities, largest first, then by region; the order
// does not change if the sides are exchanged.
void SortChanges(const Measurements& base, const Measurements& other, std::vector<PropertyChange>& changes) {
  const auto key = [&](const PropertyChange& change) {
    const bool in_base = change.base_region.valid();
    const Region& region = in_base ? base.regions[change.base_region.value] : other.regions[change.other_region.value];
    const bool has_time = change.unit == "s" && change.lost_difference;
    return std::tuple(has_time ? -std::abs(*change.lost_difference) : 0.0, !change.difference,
                      -std::abs(change.difference.value_or(0)), std::string_view(region.name), region.kind,
                      std::string_view(region.file), region.line, std::string_view(change.name));
  };
  std::ranges::stable_sort(changes, {}, key);
}

// Returns nullopt if the property holds on neither side.
std::optional<PropertyChange> ChangeOf(const std::string& name, const RegionPair& pair, const SideResults& base,
                                       const SideResults& other) {
  const bool in_base = base.Find(name, pair.base) != nullptr, in_other = other.Find(name, pair.other) != nullptr;
  if (!in_base && !in_other) return std::nullopt;
  PropertyChange change;
  change.name = name;
  change.base_region = pair.base;
  change.other_region = pair.other;
  if (!in_base) change.reason = base.WhyNot(name, pair.base, other.FunctionOf(pair.other));
  if (!in_other) change.reason = other.WhyNot(name, pair.other, base.FunctionOf(pair.base));
  const bool is_known = change.reason.empty();
  const auto take = [&](const SideResults& side, RegionId region, std::optional<double>& severity,
                        std::optional<double>& lost) {
    const std::optional<Outcome> outcome = side.OutcomeOf(name, region);
    if (!outcome) return;
    severity = outcome->severity;
    lost = outcome->lost;
  };
  if (in_base || is_known) take(base, pair.base, change.base, change.base_lost);
  if (in_other || is_known) take(other, pair.other, change.other, change.other_lost);
  if (change.base && change.other) change.difference = *change.base - *change.other;
  if (change.base_lost && change.other_lost) change.lost_difference = *change.base_lost - *change.other_lost;
  change.unit = (in_base ? base.Find(name, pair.base) : other.Find(name, pair.other))->unit;
  using Status = PropertyChange::Status;
  change.status = !is_known             ? Status::kNotApplicable
                  : in_base && in_other ? Status::kBoth
                  : in_base             ? Status::kOnlyBase
                                        : Status::kOnlyOther;
  return change;
}

}  // namespace

PropertyDifference SubtractProperties(const Measurements& base, const Measurements& other, const PropertySet& set,
                                      const PropertyOptions& options) {
  RefuseOtherMachines(base, other);
  RefuseOtherModels(base, other, set);
  PropertyEvaluator of_base(base, set, options), of_other(other, set, options);
  PropertyDifference result;
  result.base = of_base.Find();
  result.other = of_other.Find();
  MarkLeaves(base, set, result.base);
  MarkLeaves(other, set, result.other);
  const SideResults in_base(base, result.base, of_base), in_other(other, result.other, of_other);
  const std::vector<std::string> names = NamesOf(result.base, result.other);
  for (const RegionPair& pair : MatchRegions(base, other)) {
    for (const std::string& name : names) {
      std::optional<PropertyChange> change = ChangeOf(name, pair, in_base, in_other);
      if (change) result.changes.push_back(std::move(*change));
    }
  }
  SortChanges(base, other, result.changes);
  return result;
}

}  // namespace profdiff
