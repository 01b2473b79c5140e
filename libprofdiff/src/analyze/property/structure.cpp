// SPDX-License-Identifier: GPL-3.0-or-later
// Matches the regions of a structure file with the regions of a run, in three rounds. The first round matches regions
// of the same kind and file, so that a loop does not match the line of its header. The second round allows similar
// files. The third round matches the remaining regions of any kind.
// Test: tests/unit/analyze/property/structure_test.cpp.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "profdiff/properties.h"

namespace profdiff {
namespace {

// Limit on the total number of steps in all walks to parents. Without it, a file of 64 MiB that nests a million regions
// could keep the program busy for hours.
constexpr std::size_t kAllSteps = 100000000;

class StructureJoin {
 public:
  StructureJoin(const ProgramStructure& structure, Measurements& measurements)
      : structure_(structure.regions),
        made_(measurements),
        measured_(measurements.regions.size()),
        measured_of_(structure_.size()) {
    for (std::size_t i = 0; i < made_.regions.size(); ++i) {
      const Region& region = made_.regions[i];
      if (region.data_structure.empty() && region.callee.empty()) by_name_[KeyOf(region)].emplace_back(i);
    }
    nested_.insert(made_.nested.begin(), made_.nested.end());
  }

  void Join() {
    for (const Likeness likeness : {Likeness::kSame, Likeness::kSameKind, Likeness::kAnyKind}) {
      for (std::size_t i = 0; i < structure_.size(); ++i) {
        if (!measured_of_[i].valid()) measured_of_[i] = Take(structure_[i], likeness);
      }
    }
    const std::vector<bool> is_used = Used();
    for (std::size_t i = 0; i < structure_.size(); ++i) {
      if (is_used[i]) Place(i);
    }
    made_.nested.assign(nested_.begin(), nested_.end());
  }

 private:
  enum class Likeness { kSame, kSameKind, kAnyKind };
  using Key = std::pair<std::string, std::uint32_t>;  // name and line of a region

  // Replaces invisible characters, because structure files contain text such as "U+000A" in their place.
  static Key KeyOf(const Region& region) { return {WithNumberedControls(region.name), region.line}; }

  // Takes the first unmatched region of the run with the same name and line that is similar enough. Calls match only
  // calls.
  RegionId Take(const Region& wanted, Likeness likeness) {
    const bool any_kind = likeness == Likeness::kAnyKind;
    const auto found = by_name_.find(KeyOf(wanted));
    if (found == by_name_.end() || (any_kind && wanted.kind == RegionKind::kCall)) return {};
    std::vector<RegionId>& ids = found->second;
    const auto is_it = [&](RegionId id) {
      const Region& region = made_.regions[id.value];
      const std::string file = WithNumberedControls(region.file);
      const bool is_place =
          file == wanted.file || (likeness != Likeness::kSame &&
                                  (file.empty() || wanted.file.empty() || BaseName(file) == BaseName(wanted.file)));
      return is_place && (any_kind ? region.kind != RegionKind::kCall : region.kind == wanted.kind);
    };
    const auto taken = std::ranges::find_if(ids, is_it);
    if (taken == ids.end()) return {};
    const RegionId id = *taken;
    ids.erase(taken);
    return id;
  }

  // Returns, for each region of the structure, whether it or a nested region was measured. Other regions are left out,
  // as they would only clutter reports. Parents come before their children, so one pass from the end suffices.
  std::vector<bool> Used() const {
    std::vector<bool> is_used(structure_.size());
    for (std::size_t i = structure_.size(); i-- > 0;) {
      if (measured_of_[i].valid()) is_used[i] = true;
      if (is_used[i] && structure_[i].parent.valid()) is_used[structure_[i].parent.value] = true;
    }
    return is_used;
  }

  // Adds a region that was not measured, or adds details to a measured one, and nests it as in the structure. The
  // outermost new regions belong to the phase.
  void Place(std::size_t number) {
    const Region& wanted = structure_[number];
    RegionId& id = measured_of_[number];
    const bool is_new = !id.valid();
    if (is_new) {
      id = RegionId(made_.regions.size());
      made_.regions.push_back(wanted);
      made_.regions.back().parent = {};
    } else {
      Region& region = made_.regions[id.value];
      region.kind = wanted.kind;
      if (wanted.number != 0) region.number = wanted.number;
      if (region.file.empty()) region.file = wanted.file;
      if (!wanted.arrays.empty()) region.arrays = wanted.arrays;
    }
    const RegionId outer = wanted.parent.valid() ? measured_of_[wanted.parent.value]
                           : is_new              ? made_.phase
                                                 : RegionId();
    if (outer.valid()) Nest(outer, id);
  }

  // Moves a region into another one, unless that would form a cycle or the region is already nested there, possibly
  // through regions that the structure lacks. A region that was measured below a call keeps that parent and is nested
  // in both.
  void Nest(RegionId outer, RegionId inner) {
    RegionId& known = made_.regions[inner.value].parent;
    // A new region was not measured; no region is nested in it yet.
    const bool is_new = inner.value >= measured_;
    if (inner == made_.phase || (!is_new && (IsWithin(inner, outer) || IsWithin(outer, inner)))) return;
    nested_.emplace(outer, inner);
    if (known.valid() && made_.regions[known.value].kind == RegionKind::kCall) return;
    if (known.valid()) nested_.erase({known, inner});
    known = outer;
  }

  // True if a region is nested in another one at any depth. Also true if this is unknown, because damaged measurements
  // have a cycle or because no steps are left.
  bool IsWithin(RegionId inner, RegionId outer) {
    for (std::size_t depth = 0; inner.valid() && inner != outer && depth < made_.regions.size(); ++depth) {
      if (steps_ == kAllSteps) break;
      ++steps_;
      inner = made_.regions[inner.value].parent;
    }
    return inner.valid();
  }

  const std::vector<Region>& structure_;
  Measurements& made_;
  const std::size_t measured_;  // number of regions that were measured; new ones follow them
  // Number of steps in all walks to parents so far.
  std::size_t steps_ = 0;
  // The matching region of the run, indexed by region of the structure.
  std::vector<RegionId> measured_of_;
  std::map<Key, std::vector<RegionId>> by_name_;
  std::set<std::pair<RegionId, RegionId>> nested_;
};

}  // namespace

void ApplyStructure(const ProgramStructure& structure, Measurements& measurements) {
  StructureJoin(structure, measurements).Join();
}

}  // namespace profdiff
