// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/property/metric_rows.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "profdiff/error.h"

namespace profdiff {

MetricRows::MetricRows(const std::string& path, const MeasureOptions& options) : path_(path), options_(options) {
  made_.inputs = {path_};
  made_.regions.push_back({.kind = RegionKind::kProgram, .name = "program"});
  made_.phase = RegionId(std::size_t{0});
}

void MetricRows::Add(const MetricRow& row) {
  const std::size_t metric = FindMetric(row);
  // The value is NaN if no row has the metric. It is not replaced by 0, so a property that needs the metric does not
  // apply.
  std::vector<double>& values = values_[{FindRegion(row), row.location}];
  values.resize(std::max(values.size(), metric + 1), kAbsent);
  values[metric] = std::isnan(values[metric]) ? row.value : values[metric] + row.value;
}

Measurements MetricRows::Take() {
  for (std::size_t i = 1; i < made_.regions.size(); ++i) Nest(RegionId(i));
  options_.phase.empty() ? AddProgram() : ChoosePhase();
  AddContexts();
  if (options_.instances) made_.remarks.emplace_back("in a table, calls of the phase cannot be distinguished");
  return std::move(made_);
}

// Metric names in properties consist only of letters, digits and underscores, so perf's "cache-misses" becomes
// "cache_misses".
std::size_t MetricRows::FindMetric(const MetricRow& row) {
  const auto [found, is_new] = metric_ids_.try_emplace(WithUnderscores(row.metric), made_.metrics.size());
  if (!is_new) return found->second;
  constexpr std::size_t kMostMetrics = 10'000;
  if (made_.metrics.size() == kMostMetrics) throw Error(ErrorCode::kUnsupported, "more than 10000 metrics", path_);
  made_.metrics.push_back(found->first);
  made_.units.push_back(row.unit);
  return found->second;
}

// Finds or adds a region; an empty name refers to the program.
RegionId MetricRows::FindRegion(const MetricRow& row) {
  if (row.region.empty()) return made_.phase;
  const auto [found, is_new] = ids_.try_emplace({row.region, row.file, row.line}, made_.regions.size());
  if (is_new) {
    const RegionKind kind = row.line == 0 ? RegionKind::kFunction : RegionKind::kLine;
    made_.regions.push_back({.kind = kind, .name = row.region, .image = {}, .file = row.file, .line = row.line});
  }
  return RegionId(found->second);
}

// Nests a line in its function, that is, in the region with the same name, no line, and the same file or none. Nests
// other regions in the program.
void MetricRows::Nest(RegionId id) {
  Region& region = made_.regions[id.value];
  auto function = ids_.find({region.name, region.file, 0});
  if (function == ids_.end()) function = ids_.find({region.name, "", 0});
  region.parent = region.line != 0 && function != ids_.end() ? RegionId(function->second) : made_.phase;
  made_.nested.emplace_back(region.parent, id);
}

// Sets the phase (--phase): a function, or one of its lines.
void MetricRows::ChoosePhase() {
  const auto found = std::ranges::find_if(made_.regions, [this](const Region& region) {
    return region.kind != RegionKind::kProgram && region.name == options_.phase && region.line == options_.phase_line;
  });
  if (found == made_.regions.end()) {
    const std::string line = options_.phase_line == 0 ? "" : ":" + std::to_string(options_.phase_line);
    throw Error(ErrorCode::kBadArgument, "no region '" + options_.phase + line + "'", path_, {},
                {RemedyKind::kChoosePhase, {}});
  }
  KeepWithin(RegionId(static_cast<std::size_t>(found - made_.regions.begin())));
}

// Keeps only the phase and its lines, because a table does not show which functions a function calls.
void MetricRows::KeepWithin(RegionId phase) {
  std::vector<Region> kept;
  std::vector<RegionId> ids(made_.regions.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (RegionId(i) != phase && made_.regions[i].parent != phase) continue;
    ids[i] = RegionId(kept.size());
    kept.push_back(std::move(made_.regions[i]));
  }
  for (Region& region : kept) region.parent = region.parent.valid() ? ids[region.parent.value] : RegionId();
  std::erase_if(made_.nested, [=](const auto& pair) { return pair.first != phase; });
  for (auto& [outer, inner] : made_.nested) {
    outer = ids[outer.value];
    inner = ids[inner.value];
  }
  std::map<Key, std::vector<double>> values;
  for (auto& [key, each] : values_) {
    const RegionId id = ids[key.first.value];
    if (id.valid()) values.emplace(Key{id, key.second}, std::move(each));
  }
  values_ = std::move(values);
  made_.regions = std::move(kept);
  made_.phase = ids[phase.value];
}

void MetricRows::AddContexts() {
  for (auto& [key, values] : values_) {
    values.resize(made_.metrics.size(), kAbsent);
    made_.contexts.push_back({key.first, key.second, std::move(values)});
  }
}

// If the program has no rows of its own, it gets the sums over the regions nested directly in it. Regions nested in
// functions are left out, because the rows of a function are assumed to include its lines.
void MetricRows::AddProgram() {
  const RegionId program = made_.phase;
  const auto is_of_program = [=](const auto& entry) { return entry.first.first == program; };
  if (std::ranges::any_of(values_, is_of_program)) return;
  std::map<Key, std::vector<double>> sums;
  for (const auto& [key, values] : values_) {
    if (made_.regions[key.first.value].parent != program) continue;
    std::vector<double>& sum = sums[{program, key.second}];
    sum.resize(made_.metrics.size(), kAbsent);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isnan(values[i])) sum[i] = std::isnan(sum[i]) ? values[i] : sum[i] + values[i];
    }
  }
  values_.merge(sums);
}

}  // namespace profdiff
