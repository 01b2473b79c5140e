// SPDX-License-Identifier: GPL-3.0-or-later
// Scales the counts of a smaller run (the sample) to those of the whole run. The counts of a line are multiplied by the
// ratio of the memory references that the two runs made in the line, so rates such as misses per reference do not
// change. A region that contains lines gets the sums of its lines; its counts outside these lines are scaled by the
// region's own ratio. The share of an array in a region does not change. Code that only the sample executed is left out
// if references were counted for the whole run. Other regions that only the sample has, such as loops that only its
// recorder finds, are scaled by the ratio of the phase.
#include "analyze/property/scale_sample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace profdiff {
namespace {

// Functions that are left out are named in the remark only if they have at least this share of the sample's references.
constexpr double kLeastShare = 0.01;
constexpr int kMostSteps = 1000;  // limit for walks along parents, which may form cycles in damaged measurements

// Returns the sum of the metrics over all locations, by region. Absent values count as 0.
std::vector<double> SumsByRegion(const Measurements& run, const std::vector<std::string>& metrics) {
  std::vector<double> sums(run.regions.size());
  for (const std::string& metric : metrics) {
    const std::optional<std::size_t> column = run.FindMetric(metric);
    if (!column) continue;
    for (const Context& context : run.contexts) {
      const double value = context.values[*column];
      if (!std::isnan(value)) sums[context.region.value] += value;
    }
  }
  return sums;
}

class SampleScaler {
 public:
  SampleScaler(const Measurements& all, const std::vector<RegionId>& ids, Measurements& sample)
      : sample_(sample), raw_(sample.contexts), lines_(sample.contexts.size()) {
    for (std::size_t i = 0; i < raw_.size(); ++i) numbers_[{raw_[i].region, raw_[i].location}] = i;
    FindRatios(all, ids);
  }

  // Leaves out the regions that only the sample executed.
  void DropUnmeasured() {
    std::erase_if(sample_.contexts, [this](const Context& context) { return is_dropped_[context.region.value]; });
    const double least = kLeastShare * references_[sample_.phase.value];
    std::map<std::string, double> by_function;
    for (std::size_t i = 0; i < is_dropped_.size(); ++i) {
      const Region& region = sample_.regions[i];
      if (is_dropped_[i] && !IsPart(region)) {
        double& most = by_function[region.name];
        most = std::max(most, references_[i]);
      }
    }
    std::string names;
    for (const auto& [name, references] : by_function) {
      if (references > 0 && references >= least) names += (names.empty() ? "" : ", ") + name;
    }
    if (names.empty()) return;
    sample_.remarks.emplace_back("code that only the smaller run executes is left out: " + names);
  }

  void Scale() {
    const auto scale = [&](auto is_it, auto value_of) {
      for (std::size_t i = 0; i < raw_.size(); ++i) {
        if (!is_it(RegionOf(i))) continue;
        for (std::size_t m = 0; m < raw_[i].values.size(); ++m) sample_.contexts[i].values[m] = value_of(i, m);
      }
    };
    const auto is_line = [](const Region& region) { return region.kind == RegionKind::kLine && !IsPart(region); };
    const auto is_around = [](const Region& region) { return region.kind != RegionKind::kLine && !IsPart(region); };
    scale(is_line, [this](std::size_t i, std::size_t m) { return std::round(raw_[i].values[m] * RatioOf(i)); });
    AddLines(is_line);
    AddDropped();
    scale(is_around, [this](std::size_t i, std::size_t m) {
      const double raw = raw_[i].values[m];
      const Sums lines = lines_[i].empty() ? Sums() : lines_[i][m];
      if (std::isnan(raw)) return raw;
      return lines.scaled + std::round(std::max(0.0, raw - lines.raw) * RatioOf(i));
    });
    scale(IsPart, [this](std::size_t i, std::size_t m) {
      const auto whole = numbers_.find({RegionOf(i).parent, raw_[i].location});
      double before = whole == numbers_.end() ? 0 : raw_[whole->second].values[m];
      double raw = raw_[i].values[m];
      // Subtracts the counts of dropped functions from the phase's part for one array. References are not subtracted,
      // because the part has the references of the whole region.
      if (RegionOf(i).parent == sample_.phase && sample_.units[m] != "references") {
        raw = std::max(0.0, raw - DroppedFrom(i, RegionOf(i).data_structure, m));
        before -= DroppedFrom(i, "", m);
      }
      const double ratio = before > 0 ? sample_.contexts[whole->second].values[m] / before : RatioOf(i);
      return std::round(raw * ratio);
    });
  }

 private:
  // Counts of the lines in a region, before and after scaling.
  struct Sums {
    double raw = 0, scaled = 0;
  };

  static bool IsPart(const Region& region) { return !region.data_structure.empty(); }
  const Region& RegionOf(std::size_t context) const { return sample_.regions[raw_[context].region.value]; }
  bool IsDropped(std::size_t context) const { return is_dropped_[raw_[context].region.value]; }
  double RatioOf(std::size_t context) const { return ratios_[raw_[context].region.value]; }

  // Address traces include calls in the counts of the phase, but not in the counts of other regions. Callgrind's
  // metrics that exclude calls begin with "self".
  void FindRatios(const Measurements& all, const std::vector<RegionId>& ids) {
    std::vector<std::string> metrics, own_metrics;
    for (std::size_t i = 0; i < sample_.metrics.size(); ++i) {
      if (sample_.units[i] != "references") continue;
      metrics.push_back(sample_.metrics[i]);
      own_metrics.push_back("self" + sample_.metrics[i]);
    }
    const std::vector<double> with_calls = SumsByRegion(all, metrics), own = SumsByRegion(all, own_metrics);
    references_ = SumsByRegion(sample_, metrics);
    const auto ratio = [&](std::size_t region) {
      if (!ids[region].valid() || references_[region] == 0) return 0.0;
      return (RegionId(region) == sample_.phase ? with_calls : own)[ids[region].value] / references_[region];
    };
    const double for_phase = ratio(sample_.phase.value) > 0 ? ratio(sample_.phase.value) : 1;
    std::vector<bool> is_measured;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      is_measured.push_back(ratio(i) > 0);
      ratios_.push_back(is_measured[i] ? ratio(i) : for_phase);
    }
    is_dropped_.resize(ids.size());
    if (std::ranges::any_of(own, [](double value) { return value > 0; })) FindDropped(is_measured);
  }

  // Finds the regions that only the sample executed. The recorder of the whole run may lack line numbers. A line
  // without references in the whole run is therefore such a region only if that run has references in other lines of
  // the function, or no references in the function at all. Recorders do not find the same loops, so a loop is such a
  // region if all of its lines are. A loop without lines is such a region if the whole run has no references in its
  // function. The function of a line or loop is found by its name, because the parents of regions may skip the
  // function.
  void FindDropped(const std::vector<bool>& is_measured) {
    const auto& regions = sample_.regions;
    std::set<std::string> functions, with_lines;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      if (!is_measured[i] || IsPart(regions[i]) || RegionId(i) == sample_.phase) continue;
      (regions[i].kind == RegionKind::kLine ? with_lines : functions).insert(regions[i].name);
    }
    std::vector<bool> has_lines(regions.size()), has_kept_lines(regions.size());
    for (std::size_t i = 0; i < regions.size(); ++i) {
      const std::string& name = regions[i].name;
      const bool is_unknown = !is_measured[i] && references_[i] > 0 && RegionId(i) != sample_.phase;
      if (IsPart(regions[i])) continue;
      if (regions[i].kind == RegionKind::kFunction) is_dropped_[i] = is_unknown && !with_lines.contains(name);
      if (regions[i].kind != RegionKind::kLine) continue;
      is_dropped_[i] = is_unknown && (with_lines.contains(name) || !functions.contains(name));
      RegionId outer = regions[i].parent;
      for (int step = 0; outer.valid() && step < kMostSteps; ++step) {
        has_lines[outer.value] = true;
        if (!is_dropped_[i]) has_kept_lines[outer.value] = true;
        outer = regions[outer.value].parent;
      }
    }
    for (std::size_t i = 0; i < regions.size(); ++i) {
      if (regions[i].kind != RegionKind::kLoop || IsPart(regions[i]) || is_measured[i] ||
          RegionId(i) == sample_.phase) {
        continue;
      }
      const bool is_in_known = functions.contains(regions[i].name) || with_lines.contains(regions[i].name);
      is_dropped_[i] = has_lines[i] ? !has_kept_lines[i] : !is_in_known;
    }
    for (std::size_t i = 0; i < regions.size(); ++i) {
      if (IsPart(regions[i]) && regions[i].parent.valid()) is_dropped_[i] = is_dropped_[regions[i].parent.value];
    }
  }

  // Returns the count of an array in the dropped functions at the location of a context; if the array's name is empty,
  // returns the count of all code of these functions.
  double DroppedFrom(std::size_t context, const std::string& array, std::size_t metric) const {
    const auto counts = dropped_.find({array, raw_[context].location});
    return counts == dropped_.end() ? 0 : counts->second[metric];
  }

  // Adds up the counts of dropped functions. Their counts outside of lines are also added to the raw sums of the phase,
  // which contains all functions, so that they are not scaled with the rest of the phase.
  void AddDropped() {
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      if (!IsDropped(i) || RegionOf(i).kind != RegionKind::kFunction) continue;
      std::vector<double>& counts = dropped_[{RegionOf(i).data_structure, raw_[i].location}];
      counts.resize(sample_.metrics.size());
      for (std::size_t m = 0; m < counts.size(); ++m) {
        if (!std::isnan(raw_[i].values[m])) counts[m] += raw_[i].values[m];
      }
      if (IsPart(RegionOf(i))) continue;
      const auto phase = numbers_.find({sample_.phase, raw_[i].location});
      if (phase == numbers_.end()) continue;
      std::vector<Sums>& sums = lines_[phase->second];
      sums.resize(sample_.metrics.size());
      for (std::size_t m = 0; m < sums.size(); ++m) {
        const double own = raw_[i].values[m] - (lines_[i].empty() ? 0 : lines_[i][m].raw);
        if (own > 0) sums[m].raw += own;
      }
    }
  }

  // Adds the counts of each line to those of the regions around it.
  template <class IsLine>
  void AddLines(const IsLine& is_line) {
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      if (!is_line(RegionOf(i))) continue;
      RegionId outer = RegionOf(i).parent;
      for (int step = 0; outer.valid() && step < kMostSteps; ++step) {
        const auto around = numbers_.find({outer, raw_[i].location});
        if (around != numbers_.end()) Add(i, lines_[around->second]);
        outer = sample_.regions[outer.value].parent;
      }
    }
  }

  void Add(std::size_t line, std::vector<Sums>& sums) const {
    sums.resize(sample_.metrics.size());
    for (std::size_t m = 0; m < sums.size(); ++m) {
      if (std::isnan(raw_[line].values[m])) continue;
      sums[m].raw += raw_[line].values[m];
      if (!IsDropped(line)) sums[m].scaled += sample_.contexts[line].values[m];
    }
  }

  Measurements& sample_;
  const std::vector<Context> raw_;
  std::map<std::pair<RegionId, Location>, std::size_t> numbers_;  // index of each context in raw_
  std::vector<double> references_, ratios_;                       // indexed by region
  std::vector<bool> is_dropped_;                                  // indexed by region
  // Counts of dropped functions, by array ("" for whole functions) and location, then by metric.
  std::map<std::pair<std::string, Location>, std::vector<double>> dropped_;
  std::vector<std::vector<Sums>> lines_;  // indexed by context, then by metric
};

}  // namespace

void ScaleSample(const Measurements& all, const std::vector<RegionId>& ids, Measurements& sample) {
  SampleScaler scaler(all, ids, sample);
  scaler.Scale();
  scaler.DropUnmeasured();
}

}  // namespace profdiff
