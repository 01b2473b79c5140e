// SPDX-License-Identifier: GPL-3.0-or-later
// Joins recordings of one program by different monitors, such as perf and Callgrind. Regions match if their kinds,
// names and source positions are equal. Monitors record source positions in different degrees of detail: files are
// compared by their base name, and a function without a file matches a function with the same name if there is only
// one.
#include "analyze/property/combine.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyze/property/scale_sample.h"
#include "base/name_parts.h"
#include "base/text.h"

namespace profdiff {
namespace {

using PlaceKey = std::tuple<RegionKind, std::string, std::string, std::uint32_t, std::uint32_t>;
using CombinedKey = std::tuple<PlaceKey, std::string, std::string, PlaceKey>;

// Callgrind may write demangled names; other monitors write linkage names.
PlaceKey PlaceOf(const Region& region) {
  return {region.kind, DemangledName(region.name), std::string(BaseName(region.file)), region.line, region.number};
}

// The key of a call, or of a part of a region, includes the enclosing region.
CombinedKey CombinedKeyOf(const Measurements& measurements, const Region& region) {
  const bool is_part = !region.callee.empty() || !region.data_structure.empty() || region.kind == RegionKind::kCall;
  const bool has_outer = is_part && region.parent.valid();
  return {PlaceOf(region), region.callee, region.data_structure,
          has_outer ? PlaceOf(measurements.regions[region.parent.value]) : PlaceKey()};
}

class Combiner {
 public:
  Combiner(Measurements& all, Measurements more) : all_(all), more_(std::move(more)) {
    for (std::size_t i = 0; i < all_.regions.size(); ++i) {
      const Region& region = all_.regions[i];
      known_.try_emplace(CombinedKeyOf(all_, region), i);
      if (region.kind == RegionKind::kFunction) functions_[DemangledName(region.name)].emplace_back(i);
    }
    is_taken_.resize(all_.regions.size());
  }

  void Combine(bool is_sample) {
    MatchThreads(all_.contexts, more_.contexts);
    MatchThreads(more_.contexts, all_.contexts);
    MatchRegions();
    if (is_sample) {
      ScaleSample(all_, ids_, more_);
      DropKnownMetrics();
    }
    AddRegions();
    AddMetrics();
    AddContexts(all_.contexts, more_.contexts, [](const Context& c) { return std::tie(c.region, c.location); });
    AddContexts(all_.instance_contexts, more_.instance_contexts,
                [](const InstanceContext& c) { return std::tie(c.region, c.instance); });
    AddRest();
  }

 private:
  using Threads = std::map<std::uint32_t, std::set<std::optional<std::uint32_t>>>;  // threads of each rank

  static Threads ThreadsOf(const std::vector<Context>& contexts) {
    Threads threads;
    for (const Context& context : contexts) {
      if (context.location.rank) threads[*context.location.rank].insert(context.location.thread);
    }
    return threads;
  }

  // Callgrind measures a process as a whole; other monitors measure its threads. If a process has only one thread,
  // contexts of the whole process get that thread, so that both recordings have the same location.
  static void MatchThreads(std::vector<Context>& wholes, const std::vector<Context>& parts) {
    const Threads own = ThreadsOf(wholes), other = ThreadsOf(parts);
    for (Context& context : wholes) {
      if (!context.location.rank || own.at(*context.location.rank).size() != 1) continue;
      const auto threads = other.find(*context.location.rank);
      const bool is_one = threads != other.end() && threads->second.size() == 1;
      if (is_one && !context.location.thread) context.location.thread = *threads->second.begin();
    }
  }

  // Returns a region of `all_` when it is first matched, and an invalid id afterwards: a second region of the other
  // recording with the same key becomes a new region.
  RegionId Take(RegionId id) {
    if (!id.valid() || is_taken_[id.value]) return {};
    is_taken_[id.value] = true;
    return id;
  }

  RegionId Find(const Region& region) {
    const auto known = known_.find(CombinedKeyOf(more_, region));
    if (known != known_.end()) return known->second;
    if (region.kind != RegionKind::kFunction) return {};
    const auto named = functions_.find(DemangledName(region.name));
    if (named == functions_.end() || named->second.size() != 1) return {};
    const RegionId only = named->second.front();
    return region.file.empty() || all_.regions[only.value].file.empty() ? only : RegionId();
  }

  void MatchRegions() {
    ids_.resize(more_.regions.size());
    // The phases (the regions whose values are the reference for shares) of both recordings match by definition,
    // whatever their names are.
    ids_[more_.phase.value] = Take(all_.phase);
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (!ids_[i].valid()) ids_[i] = Take(Find(more_.regions[i]));
    }
  }

  // Drops the values that the sample (a run that did less work) has for known metrics in known regions. If the
  // locations of the two runs differ, the evaluation would otherwise add the values of both runs.
  void DropKnownMetrics() {
    for (Context& context : more_.contexts) {
      if (!ids_[context.region.value].valid()) continue;
      for (std::size_t i = 0; i < more_.metrics.size(); ++i) {
        if (all_.FindMetric(more_.metrics[i])) context.values[i] = kMissing;
      }
    }
  }

  // Adds the regions that only the other recording has. Known regions keep their parents, because later recordings may
  // have only a part of the path to a region.
  void AddRegions() {
    const std::size_t before = all_.regions.size();
    std::vector<RegionId> added;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (ids_[i].valid()) continue;
      ids_[i] = RegionId(all_.regions.size());
      all_.regions.push_back(more_.regions[i]);
      added.push_back(ids_[i]);
    }
    for (const RegionId id : added) {
      RegionId& parent = all_.regions[id.value].parent;
      if (parent.valid()) parent = ids_[parent.value];
    }
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      Region& region = all_.regions[ids_[i].value];
      // Adds to known regions the details that only the other monitor recorded.
      if (region.arrays.empty()) region.arrays = more_.regions[i].arrays;
      if (region.file.empty()) region.file = more_.regions[i].file;
    }
    // Adds nesting only for new regions; known regions keep theirs.
    for (const auto& [outer, inner] : more_.nested) {
      const RegionId id = ids_[inner.value];
      if (id.value >= before) all_.nested.emplace_back(ids_[outer.value], id);
    }
  }

  void AddMetrics() {
    for (std::size_t i = 0; i < more_.metrics.size(); ++i) {
      metrics_.push_back(AddMetric(all_, more_.metrics[i], more_.units[i]));
    }
    for (Context& context : all_.contexts) context.values.resize(all_.metrics.size(), kMissing);
    for (InstanceContext& context : all_.instance_contexts) context.values.resize(all_.metrics.size(), kMissing);
  }

  // Adds the values of each context in `more` to the context in `all` with the same region and the same location or
  // instance.
  template <class Each, class Key>
  void AddContexts(std::vector<Each>& all, const std::vector<Each>& more, const Key& key) {
    const std::size_t before = all.size();
    for (const Each& context : more) {
      Each moved = context;
      moved.region = ids_[context.region.value];
      moved.values.assign(all_.metrics.size(), kMissing);
      for (std::size_t i = 0; i < metrics_.size(); ++i) moved.values[metrics_[i]] = context.values[i];
      // Only the earlier contexts are sorted, and can be found by bisection; new ones are appended after them.
      const auto end = all.begin() + static_cast<std::ptrdiff_t>(before);
      const auto known =
          std::lower_bound(all.begin(), end, moved, [&](const Each& a, const Each& b) { return key(a) < key(b); });
      if (known == end || key(*known) != key(moved)) {
        all.push_back(std::move(moved));
        continue;
      }
      for (std::size_t i = 0; i < moved.values.size(); ++i) {
        // Sets only missing values, so that results do not change if a later recording has the metric as well.
        if (std::isnan(known->values[i])) known->values[i] = moved.values[i];
      }
    }
    std::ranges::sort(all, {}, key);
  }

  void AddRest() {
    const auto append = [](auto& list, auto& tail) {
      list.insert(list.end(), std::make_move_iterator(tail.begin()), std::make_move_iterator(tail.end()));
    };
    append(all_.inputs, more_.inputs);
    append(all_.absent, more_.absent);
    append(all_.missing, more_.missing);
    append(all_.remarks, more_.remarks);
    // Takes all efficiencies from the recording that has more of them. They are not mixed, because some are products of
    // others.
    if (more_.efficiencies.size() > all_.efficiencies.size()) all_.efficiencies = std::move(more_.efficiencies);
    if (all_.clocks.offsets.empty()) all_.clocks = std::move(more_.clocks);
    if (!all_.seconds) all_.seconds = more_.seconds;
    if (all_.machine.empty()) all_.machine = std::move(more_.machine);
    all_.is_played = all_.is_played || more_.is_played;
  }

  Measurements& all_;
  Measurements more_;
  std::map<CombinedKey, RegionId> known_;                   // regions of all_ before combining, by key
  std::map<std::string, std::vector<RegionId>> functions_;  // functions of all_, by demangled name
  std::vector<bool> is_taken_;        // indexed by region of all_ before combining: true if matched
  std::vector<RegionId> ids_;         // indexed by region of more_: its id in all_
  std::vector<std::size_t> metrics_;  // indexed by metric of more_: its index in all_
};

}  // namespace

std::size_t AddMetric(Measurements& all, const std::string& name, const std::string& unit) {
  if (const std::optional<std::size_t> known = all.FindMetric(name)) return *known;
  all.metrics.push_back(name);
  all.units.push_back(unit);
  return all.metrics.size() - 1;
}

void AddMeasurements(Measurements& all, Measurements more, bool is_sample) {
  if (all.regions.empty()) {
    all = std::move(more);
    return;
  }
  if (!more.regions.empty()) Combiner(all, std::move(more)).Combine(is_sample);
}

}  // namespace profdiff
