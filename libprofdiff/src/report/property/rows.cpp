// SPDX-License-Identifier: GPL-3.0-or-later
// Describes regions as text, and declares the fields of findings.
//
// Tests: tests/unit/report/property/texts_test.cpp.
#include "report/property/rows.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/name_parts.h"
#include "base/text.h"
#include "base/utf8.h"
#include "values/region_path.h"

namespace profdiff {
namespace {

// A region and the measurements to which it belongs. `id` is invalid if there is no region.
struct RegionPlace {
  const Measurements* measurements;
  RegionId id;

  const Region& region() const { return measurements->regions[id.value]; }
};

// Adds the fields region.kind, region.name, region.file, region.line and region.path. find(row) returns the row's
// region.
template <class Row, class Find>
void AddRegion(Fields<Row>& fields, Find find) {
  const auto add = [&](std::string key, auto cell_of) {
    fields.Add("region." + std::move(key), [find, cell_of](const Row& row) {
      const RegionPlace place = find(row);
      return place.id.valid() ? cell_of(place) : Cell();
    });
  };
  add("kind", [](const RegionPlace& place) { return Cell(RegionKindName(place.region().kind)); });
  add("name", [](const RegionPlace& place) { return Cell(AsUtf8(place.region().name)); });
  add("file", [](const RegionPlace& place) { return UnlessEmpty(AsUtf8(place.region().file)); });
  add("line", [](const RegionPlace& place) { return UnlessZero(place.region().line); });
  add("path", [](const RegionPlace& place) { return Cell(AsUtf8(RegionPath(*place.measurements, place.id))); });
}

// Adds the fields callee and dataStructure. Some regions are only the share of an array or of a called routine in
// another region, with the same name and path as that region; these fields distinguish them.
template <class Row, class Find>
void AddPart(Fields<Row>& fields, Find find) {
  fields.Add("callee", [find](const Row& row) { return UnlessEmpty(AsUtf8(find(row).region().callee)); });
  fields.Add("dataStructure",
             [find](const Row& row) { return UnlessEmpty(AsUtf8(find(row).region().data_structure)); });
}

Cell LocationList(const Finding& finding) {
  return ListOf(finding.locations, [](const LocatedSeverity& at) {
    return Cell(Cell::Record{{"rank", OrNull(at.location.rank)},
                             {"thread", OrNull(at.location.thread)},
                             {"severity", at.severity},
                             {"lost", OrNull(at.lost)}});
  });
}

Cell InstanceList(const Finding& finding) {
  return ListOf(finding.instances, [](const InstanceSeverity& in) {
    return Cell(Cell::Record{{"instance", in.instance}, {"severity", in.severity}});
  });
}

// Returns the name of an OpenMP construct; empty for other regions.
std::string_view ConstructText(RegionKind kind) {
  constexpr std::pair<RegionKind, std::string_view> kConstructs[] = {{RegionKind::kParallel, "parallel region"},
                                                                     {RegionKind::kWorksharing, "parallel loop"},
                                                                     {RegionKind::kSections, "sections"},
                                                                     {RegionKind::kSingle, "single region"},
                                                                     {RegionKind::kMaster, "master region"},
                                                                     {RegionKind::kCritical, "critical section"},
                                                                     {RegionKind::kLock, "lock"},
                                                                     {RegionKind::kBarrier, "barrier"}};
  const auto* found = std::ranges::find(kConstructs, kind, &std::pair<RegionKind, std::string_view>::first);
  return found != std::end(kConstructs) ? found->second : "";
}

// Efficiencies that a recording can leave unknown.
constexpr std::string_view kEfficiencies[] = {
    "parallelEfficiency",    "loadBalance",    "communicationEfficiency",    "serialisation",           "transfer",
    "mpiParallelEfficiency", "mpiLoadBalance", "mpiCommunicationEfficiency", "openmpParallelEfficiency"};

// Formats the lost amount: seconds with six decimals, counts without decimals.
Cell LostText(const Finding& finding) {
  if (!finding.lost) return Cell();
  std::string text;
  AppendFixed(text, *finding.lost, 12, finding.unit == "s" ? 6 : 0);
  return Cell(text);
}

}  // namespace

const InstanceSeverity* WorstInstance(const Finding& finding) {
  const auto worst = std::ranges::max_element(finding.instances, {}, &InstanceSeverity::severity);
  return worst == finding.instances.end() ? nullptr : &*worst;
}

std::string Percent(double share) { return FixedText(100 * share, 1) + " %"; }

std::string NameText(const std::string& linkage_name) { return WithoutControls(DemangledName(linkage_name)); }

// The shares of arrays and of called routines are tested for first: such regions have the same kind as the enclosing
// region, so the conditions on the kind hold for them, too.
std::string RegionText(const Measurements& measurements, RegionId id) {
  const Region& region = measurements.regions[id.value];
  if (!region.data_structure.empty() && region.parent.valid()) {
    return "array " + NameText(region.data_structure) + " in " + RegionText(measurements, region.parent);
  }
  const std::string name = NameText(region.name);
  const std::string file = WithoutControls(std::string(BaseName(region.file)));
  const std::string line = std::to_string(region.line);
  const std::string place = region.line == 0 ? file : file.empty() ? "line " + line : file + ":" + line;
  if (!region.callee.empty()) {
    const std::string callee = NameText(region.callee);
    const std::string object = region.object.empty() ? "" : " (mutex " + region.object + ")";
    return (region.name == region.callee ? "calls of " + callee : callee + " in " + name) + object;
  }
  if (const std::string_view construct = ConstructText(region.kind); !construct.empty()) {
    return std::string(construct) + " in " + name + (place.empty() ? "" : " (" + place + ")");
  }
  if (region.kind == RegionKind::kProgram) return "the whole " + name;
  if (region.kind == RegionKind::kCall) return "call of " + name + (place.empty() ? "" : " at " + place);
  if (region.kind == RegionKind::kLine) return "line " + line + (file.empty() ? "" : " of " + file) + " (" + name + ")";
  std::string text = std::string(RegionKindName(region.kind)) + " " + name;
  if (!place.empty()) text += " (" + place + ")";
  return text;
}

std::string PhaseText(const Measurements& measurements) {
  const Region& phase = measurements.regions[measurements.phase.value];
  return phase.kind == RegionKind::kProgram ? "the whole program" : NameText(phase.name);
}

std::string InputsText(const Measurements& measurements) {
  std::string text;
  for (const std::string& input : measurements.inputs) text += (text.empty() ? "" : ", ") + WithoutControls(input);
  return text;
}

std::string LocationText(const Location& location) {
  std::string text;
  if (location.rank) text = "rank " + std::to_string(*location.rank);
  if (location.thread) text += (text.empty() ? "thread " : ", thread ") + std::to_string(*location.thread);
  return text;
}

std::string_view NameOf(PropertyChange::Status status) {
  constexpr std::string_view kNames[] = {"both", "onlyBase", "onlyOther", "notApplicable"};
  return kNames[static_cast<std::size_t>(status)];
}

std::string RegionText(const PropertyDifferenceView& view, const PropertyChange& change) {
  return change.base_region.valid() ? RegionText(view.base, change.base_region)
                                    : RegionText(view.other, change.other_region);
}

std::vector<std::pair<std::string, std::string>> UnknownEfficiencies(const Measurements& measurements) {
  std::vector<std::pair<std::string, std::string>> unknown;
  const auto is_whole = [](const auto& each) { return each.first == kEfficiencies[0]; };
  // The other efficiencies are factors of the whole run's. Lists none if the recording has no efficiencies at all.
  if (measurements.efficiencies.empty() && std::ranges::none_of(measurements.absent, is_whole)) return unknown;
  for (const std::string_view name : kEfficiencies) {
    if (std::ranges::find(measurements.efficiencies, name, &Efficiency::name) != measurements.efficiencies.end())
      continue;
    const auto found = std::ranges::find(measurements.absent, name, &std::pair<std::string, std::string>::first);
    if (found != measurements.absent.end()) unknown.push_back(*found);
  }
  return unknown;
}

void AppendNames(std::string& out, const std::vector<std::string_view>& names) {
  constexpr std::size_t kWidth = 100;
  std::string line = "   ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (line.size() + names[i].size() > kWidth) {
      out += line + "\n";
      line = "   ";
    }
    line.append(" ").append(names[i]).append(i + 1 == names.size() ? "" : ",");
  }
  out += line + "\n";
}

Fields<Finding> FindingFields(const Measurements& measurements) {
  Fields<Finding> fields;
  fields.Add("name", [](const Finding& finding) { return Cell(finding.name); });
  fields.Add("refines", [](const Finding& finding) { return UnlessEmpty(finding.refines); });
  fields.Add("leaf", [](const Finding& finding) { return Cell(finding.leaf); });
  const auto find = [&measurements](const Finding& finding) { return RegionPlace{&measurements, finding.region}; };
  AddRegion(fields, find);
  AddPart(fields, find);
  fields.Add("object", [find](const Finding& finding) { return UnlessEmpty(find(finding).region().object); });
  fields.Add("severity", [](const Finding& finding) { return Cell(finding.severity); });
  fields.Add("confidence", [](const Finding& finding) { return Cell(finding.confidence); });
  fields.Add("share", [](const Finding& finding) { return OrNull(finding.share); });
  fields.Add("lost", [](const Finding& finding) { return OrNull(finding.lost); });
  fields.Add("unit", [](const Finding& finding) { return UnlessEmpty(finding.unit); });
  fields.Add("locations", LocationList);
  fields.Add("instances", InstanceList);
  fields.AddForTables("instance", [](const Finding& finding) {
    const InstanceSeverity* const worst = WorstInstance(finding);
    return worst == nullptr ? Cell() : Cell(worst->instance);
  });
  fields.AddForTables("instanceSeverity", [](const Finding& finding) {
    const InstanceSeverity* const worst = WorstInstance(finding);
    return worst == nullptr ? Cell() : Cell(worst->severity);
  });
  fields.AddForTables("location", [](const Finding& finding) {
    return finding.locations.empty() ? Cell() : UnlessEmpty(LocationText(finding.locations.front().location));
  });
  fields.AddForTables(
      "where", [&measurements](const Finding& finding) { return Cell(RegionText(measurements, finding.region)); });
  fields.AddForTables("lostText", LostText);
  fields.AddForTables("mark", [](const Finding& finding) { return Cell(finding.leaf ? "*" : ""); });
  return fields;
}

Fields<NotApplicable> NotApplicableFields(const Measurements& measurements) {
  Fields<NotApplicable> fields;
  fields.Add("name", [](const NotApplicable& each) { return Cell(each.name); });
  AddRegion(fields, [&measurements](const NotApplicable& each) { return RegionPlace{&measurements, each.region}; });
  fields.Add("reason", [](const NotApplicable& each) { return Cell(each.reason); });
  return fields;
}

Fields<PropertyChange> ChangeFields(const PropertyDifferenceView& view) {
  const auto find = [&base = view.base, &other = view.other](const PropertyChange& change) {
    return change.base_region.valid() ? RegionPlace{&base, change.base_region}
                                      : RegionPlace{&other, change.other_region};
  };
  Fields<PropertyChange> fields;
  fields.Add("name", [](const PropertyChange& change) { return Cell(change.name); });
  AddRegion(fields, find);
  AddPart(fields, find);
  fields.Add("base", [](const PropertyChange& change) { return OrNull(change.base); });
  fields.Add("other", [](const PropertyChange& change) { return OrNull(change.other); });
  fields.Add("diff", [](const PropertyChange& change) { return OrNull(change.difference); });
  fields.Add("baseLost", [](const PropertyChange& change) { return OrNull(change.base_lost); });
  fields.Add("otherLost", [](const PropertyChange& change) { return OrNull(change.other_lost); });
  fields.Add("diffLost", [](const PropertyChange& change) { return OrNull(change.lost_difference); });
  fields.Add("unit", [](const PropertyChange& change) { return UnlessEmpty(change.unit); });
  fields.Add("status", [](const PropertyChange& change) { return Cell(NameOf(change.status)); });
  fields.Add("reason", [](const PropertyChange& change) { return UnlessEmpty(AsUtf8(change.reason)); });
  fields.AddForTables("where", [&view](const PropertyChange& change) { return Cell(RegionText(view, change)); });
  return fields;
}

std::vector<SideNotApplicable> NotApplicableOf(const PropertyDifference& difference) {
  std::vector<SideNotApplicable> all;
  for (const NotApplicable& each : difference.base.not_applicable) all.push_back({"base", &each});
  for (const NotApplicable& each : difference.other.not_applicable) all.push_back({"other", &each});
  return all;
}

Fields<SideNotApplicable> SideNotApplicableFields(const PropertyDifferenceView& view) {
  Fields<SideNotApplicable> fields;
  fields.Add("side", [](const SideNotApplicable& each) { return Cell(each.side); });
  fields.Add("name", [](const SideNotApplicable& each) { return Cell(each.entry->name); });
  AddRegion(fields, [&base = view.base, &other = view.other](const SideNotApplicable& each) {
    return RegionPlace{each.side == "base" ? &base : &other, each.entry->region};
  });
  fields.Add("reason", [](const SideNotApplicable& each) { return Cell(AsUtf8(each.entry->reason)); });
  return fields;
}

}  // namespace profdiff
