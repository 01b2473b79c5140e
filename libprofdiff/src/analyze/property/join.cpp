// SPDX-License-Identifier: GPL-3.0-or-later
// Joins several recordings as the processes of one run: the recording at index i is rank i, unless several recordings
// are threads of one process.
// Tests: tests/unit/analyze/property/join_test.cpp, find_test.cpp.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "analyze/property/combine.h"
#include "analyze/property/machines.h"
#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "values/loading_traces.h"

namespace profdiff {
namespace {

using JoinedKey = std::tuple<RegionKind, std::string, std::string, std::string, std::uint32_t, std::uint32_t,
                             std::string, std::string>;

JoinedKey KeyOf(const Measurements& part, const Region& region) {
  const std::string outer = region.parent.valid() ? part.regions[region.parent.value].name : "";
  // Only calls are distinguished by their enclosing region: a function is the same region for all its callers.
  return {region.kind, region.name,   region.image,   region.file,
          region.line, region.number, PartOf(region), region.kind == RegionKind::kCall ? outer : ""};
}

// Returns the thread of a recording; nullopt if no other recording can belong to the same process.
std::optional<std::uint32_t> ThreadOf(const Measurements& part) {
  if (part.process.empty() || part.contexts.empty()) return std::nullopt;
  return part.contexts.front().location.thread;
}

bool IsWhole(const Measurements& part) { return part.regions[part.phase.value].kind == RegionKind::kProgram; }

// Returns the rank of each recording. Two processes on different hosts or in different runs can have the same process
// id. A thread that occurs twice shows this, and each of the processes then gets a rank of its own.
std::vector<std::uint32_t> RanksOf(const std::vector<Measurements>& parts) {
  struct Process {
    std::uint32_t rank;
    std::set<std::uint32_t> threads = {};
  };
  std::map<std::string_view, std::vector<Process>> processes;
  std::vector<std::uint32_t> ranks;
  std::uint32_t next = 0;
  for (const Measurements& part : parts) {
    const std::optional<std::uint32_t> thread = ThreadOf(part);
    if (!thread) {
      ranks.push_back(next++);
      continue;
    }
    std::vector<Process>& known = processes[part.process];
    auto process = std::ranges::find_if(known, [&](const Process& each) { return !each.threads.contains(*thread); });
    if (process == known.end()) process = known.insert(known.end(), {next++});
    process->threads.insert(*thread);
    ranks.push_back(process->rank);
  }
  return ranks;
}

class Joiner {
 public:
  // `first` is the recording whose phase (the region whose values are the reference for shares) becomes the phase of
  // the joined run.
  explicit Joiner(const Measurements& first) { made_.phase = Find(first, first.regions[first.phase.value]); }

  void Add(Measurements part, std::uint32_t rank) {
    std::vector<RegionId> ids;
    for (const Region& region : part.regions) ids.push_back(Find(part, region));
    // A thread other than the main thread does not start in main, and everything that it does belongs to the phase.
    if (ThreadOf(part) && IsWhole(part)) ids[part.phase.value] = made_.phase;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const RegionId parent = part.regions[i].parent;
      RegionId& known = made_.regions[ids[i].value].parent;
      std::string& reason = made_.regions[ids[i].value].incomplete;
      if (reason.empty()) reason = part.regions[i].incomplete;
      // The parent is taken from the first recording in which the region has one.
      if (!known.valid() && parent.valid()) known = ids[parent.value];
    }
    for (const auto& [outer, inner] : part.nested) nested_.emplace(ids[outer.value], ids[inner.value]);
    AddContexts(part, ids, rank);
    RefuseOthers(part, ids);
    made_.inputs.insert(made_.inputs.end(), part.inputs.begin(), part.inputs.end());
    for (const std::string& metric : part.incomplete_metrics) {
      std::vector<std::string>& known = made_.incomplete_metrics;
      if (std::ranges::find(known, metric) == known.end()) known.push_back(metric);
    }
    made_.missing.insert(made_.missing.end(), part.missing.begin(), part.missing.end());
    made_.remarks.insert(made_.remarks.end(), part.remarks.begin(), part.remarks.end());
    for (AddressBucket& bucket : part.histogram) {
      bucket.location.rank = rank;
      made_.histogram.push_back(std::move(bucket));
    }
    // Takes the longest time of all processes, as they run at the same time.
    if (part.seconds) made_.seconds = std::max(made_.seconds.value_or(0), *part.seconds);
    made_.instances = std::max(made_.instances, part.instances);
  }

  Measurements Take() {
    made_.nested.assign(nested_.begin(), nested_.end());
    for (Context& context : made_.contexts) context.values.resize(made_.metrics.size(), kMissing);
    // Sorts by region, then by location; the evaluation requires this order.
    std::ranges::stable_sort(made_.contexts, {}, [](const Context& c) { return std::tie(c.region, c.location); });
    for (auto& [place, values] : instances_) {
      values.resize(made_.metrics.size(), kMissing);
      made_.instance_contexts.push_back({place.first, place.second, std::move(values)});
    }
    AddLoadBalance(made_);
    AddCounterEfficiencies(made_);
    return std::move(made_);
  }

 private:
  RegionId Find(const Measurements& part, const Region& region) {
    const auto [found, is_new] = ids_.try_emplace(KeyOf(part, region), made_.regions.size());
    if (is_new) {
      made_.regions.push_back(region);
      made_.regions.back().parent = {};
    }
    return found->second;
  }

  void AddContexts(const Measurements& part, const std::vector<RegionId>& ids, std::uint32_t rank) {
    std::vector<std::size_t> metrics;
    for (std::size_t i = 0; i < part.metrics.size(); ++i) {
      metrics.push_back(AddMetric(made_, part.metrics[i], part.units[i]));
    }
    for (const Context& context : part.contexts) {
      Context copy{ids[context.region.value], context.location, {}};
      if (!copy.location.rank) copy.location.rank = rank;
      copy.values.resize(made_.metrics.size(), kMissing);
      for (std::size_t i = 0; i < metrics.size(); ++i) copy.values[metrics[i]] = context.values[i];
      made_.contexts.push_back(std::move(copy));
    }
    for (const InstanceContext& context : part.instance_contexts) {
      std::vector<double>& sums = instances_[{ids[context.region.value], context.instance}];
      sums.resize(made_.metrics.size(), kMissing);
      for (std::size_t i = 0; i < metrics.size(); ++i) Add(sums[metrics[i]], context.values[i]);
    }
  }

  // Adds a value to a sum. NaN, an absent value, is ignored.
  static void Add(double& sum, double value) {
    if (std::isnan(value)) return;
    sum = std::isnan(sum) ? value : sum + value;
  }

  void RefuseOthers(const Measurements& part, const std::vector<RegionId>& ids) {
    // Misses of different caches, or shares of different phases, cannot be compared between processes.
    const std::string& path = part.inputs.front();
    if (ids[part.phase.value] != made_.phase) {
      throw Error(ErrorCode::kIncompatible, "its phase differs from that of " + made_.inputs.front(), path);
    }
    if (made_.machine.empty()) made_.machine = part.machine;
    made_.is_played = made_.is_played || part.is_played;
    if (!HaveOtherCaches(made_, part)) return;
    throw Error(ErrorCode::kIncompatible,
                "recorded with different caches than " + made_.inputs.front() + ": " + part.machine, path);
  }

  Measurements made_;
  std::map<JoinedKey, RegionId> ids_;
  std::set<std::pair<RegionId, RegionId>> nested_;
  // Sums over processes, by region and instance.
  std::map<std::pair<RegionId, std::uint64_t>, std::vector<double>> instances_;
};

}  // namespace

Measurements JoinMeasurements(std::vector<Measurements> parts) {
  if (parts.empty()) throw Error(ErrorCode::kBadArgument, "no recording to join");
  if (parts.size() == 1) return std::move(parts.front());
  const std::vector<std::uint32_t> ranks = RanksOf(parts);
  const auto first =
      std::ranges::find_if_not(parts, [](const Measurements& part) { return ThreadOf(part) && IsWhole(part); });
  Joiner joiner(first == parts.end() ? parts.front() : *first);
  for (std::size_t i = 0; i < parts.size(); ++i) joiner.Add(std::move(parts[i]), ranks[i]);
  return joiner.Take();
}

}  // namespace profdiff
