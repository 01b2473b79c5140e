// SPDX-License-Identifier: GPL-3.0-or-later
// Scales the counts of each line by the ratio of both runs' references there, so that the line's rates are kept.
// Regions around lines get the sums of their lines, and what they have besides is scaled by their own ratio. Arrays
// keep their parts of a region. Regions that only the sample has are scaled by the ratio for the phase.
#include "analyze/property/scale_sample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace profdiff {
namespace {

constexpr int kMostSteps = 1000;  // limit for walks along parents, which may form cycles in damaged measurements

// Returns sums over locations, by region. Absent values count as 0.
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

  void Scale() {
    const auto scale = [&](auto is_it, auto value_of) {
      for (std::size_t i = 0; i < raw_.size(); ++i) {
        if (!is_it(RegionOf(i))) continue;
        for (std::size_t m = 0; m < raw_[i].values.size(); ++m) sample_.contexts[i].values[m] = value_of(i, m);
      }
    };
    const auto is_part = [](const Region& region) { return !region.data_structure.empty(); };
    const auto is_line = [&](const Region& region) { return region.kind == RegionKind::kLine && !is_part(region); };
    const auto is_around = [&](const Region& region) { return region.kind != RegionKind::kLine && !is_part(region); };
    scale(is_line, [this](std::size_t i, std::size_t m) { return std::round(raw_[i].values[m] * RatioOf(i)); });
    AddLines(is_line);
    scale(is_around, [this](std::size_t i, std::size_t m) {
      const double raw = raw_[i].values[m];
      const Sums lines = lines_[i].empty() ? Sums() : lines_[i][m];
      if (std::isnan(raw)) return raw;
      return lines.scaled + std::round(std::max(0.0, raw - lines.raw) * RatioOf(i));
    });
    scale(is_part, [this](std::size_t i, std::size_t m) {
      const auto whole = numbers_.find({RegionOf(i).parent, raw_[i].location});
      const double before = whole == numbers_.end() ? 0 : raw_[whole->second].values[m];
      const double ratio = before > 0 ? sample_.contexts[whole->second].values[m] / before : RatioOf(i);
      return std::round(raw_[i].values[m] * ratio);
    });
  }

 private:
  // Counts of the lines in a region, by metric.
  struct Sums {
    double raw = 0, scaled = 0;
  };

  const Region& RegionOf(std::size_t context) const { return sample_.regions[raw_[context].region.value]; }
  double RatioOf(std::size_t context) const { return ratios_[raw_[context].region.value]; }

  // Address traces measure the phase with its calls, and other regions without calls. Callgrind's metrics without calls
  // begin with "self".
  void FindRatios(const Measurements& all, const std::vector<RegionId>& ids) {
    std::vector<std::string> metrics, own_metrics;
    for (std::size_t i = 0; i < sample_.metrics.size(); ++i) {
      if (sample_.units[i] != "references") continue;
      metrics.push_back(sample_.metrics[i]);
      own_metrics.push_back("self" + sample_.metrics[i]);
    }
    const std::vector<double> with_calls = SumsByRegion(all, metrics), own = SumsByRegion(all, own_metrics);
    const std::vector<double> references = SumsByRegion(sample_, metrics);
    const auto ratio = [&](std::size_t region) {
      if (!ids[region].valid() || references[region] == 0) return 0.0;
      return (RegionId(region) == sample_.phase ? with_calls : own)[ids[region].value] / references[region];
    };
    const double for_phase = ratio(sample_.phase.value) > 0 ? ratio(sample_.phase.value) : 1;
    for (std::size_t i = 0; i < ids.size(); ++i) ratios_.push_back(ratio(i) > 0 ? ratio(i) : for_phase);
  }

  // Adds each line to the regions around it.
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
      sums[m].scaled += sample_.contexts[line].values[m];
    }
  }

  Measurements& sample_;
  const std::vector<Context> raw_;
  std::map<std::pair<RegionId, Location>, std::size_t> numbers_;  // of contexts
  std::vector<double> ratios_;                                    // by region
  std::vector<std::vector<Sums>> lines_;                          // by context, then by metric
};

}  // namespace

void ScaleSample(const Measurements& all, const std::vector<RegionId>& ids, Measurements& sample) {
  SampleScaler(all, ids, sample).Scale();
}

}  // namespace profdiff
