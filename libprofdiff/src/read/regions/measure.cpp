// SPDX-License-Identifier: GPL-3.0-or-later
// Makes measurements from a table: one context for each function at each location. A location without a value of a
// function counts as an observation of 0; otherwise, the analysis would miss an imbalance in which one location does
// all the work. Times were measured, so differences between locations are not those of samples: `evenChance` is 0.
// Tests: tests/unit/read/regions/tau_test.cpp, caliper_test.cpp.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "base/text.h"
#include "read/regions/region_table.h"

namespace profdiff {
namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

class RegionMeasures {
 public:
  RegionMeasures(RegionTable table, const std::string& path, const MeasureOptions& options)
      : table_(std::move(table)), path_(path), options_(options) {}

  Measurements Make() {
    made_.inputs = {path_};
    made_.missing = std::move(table_.missing);
    made_.remarks = std::move(table_.remarks);
    ChooseTime();
    AddMetrics();
    OrderLocations();
    AddRegions();
    AddValues();
    SetTotals();
    AddContexts();
    if (options_.instances) {
      made_.remarks.emplace_back("sums over all calls: calls of the phase cannot be distinguished", path_);
    }
    return std::move(made_);
  }

 private:
  enum Metric : std::size_t { kSelf, kCalls, kRankTotal, kEvenChance, kTotal, kUseful, kMpi, kOpenMp, kFirstEvent };

  // Chooses the event whose values are times of regions.
  void ChooseTime() {
    const auto is_time = [](const RegionMetric& metric) { return metric.event.rate != 1; };
    if (table_.preferred && is_time(table_.metrics[*table_.preferred])) {
      time_ = *table_.preferred;
    } else {
      time_ = static_cast<std::size_t>(std::ranges::find_if(table_.metrics, is_time) - table_.metrics.begin());
    }
  }

  void AddMetrics() {
    made_.metrics = {"self", "calls", "rankTotal", "evenChance", "total", "useful", "mpi", "openmp"};
    made_.units = {"s", "calls", "s", "", "s", "s", "s", "s"};
    for (const RegionMetric& metric : table_.metrics) {
      std::string name = WithUnderscores(metric.event.name);
      while (std::ranges::find(made_.metrics, name) != made_.metrics.end()) name += '_';
      made_.metrics.push_back(std::move(name));
      made_.units.push_back(metric.event.unit == "seconds" ? "s" : metric.event.unit);
    }
  }

  void OrderLocations() {
    std::vector<std::size_t> order(table_.locations.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t i) { return table_.locations[i]; });
    place_.resize(order.size());
    for (const std::size_t i : order) {
      // Locations that the file distinguishes only by name are one location here.
      if (locations_.empty() || locations_.back() != table_.locations[i]) locations_.push_back(table_.locations[i]);
      place_[i] = locations_.size() - 1;
    }
  }

  void AddRegions() {
    made_.phase = RegionId(std::size_t{0});
    made_.regions.push_back({.kind = RegionKind::kProgram, .name = "program"});
    if (!options_.phase.empty()) made_.regions[0] = {.kind = RegionKind::kFunction, .name = options_.phase};
    region_of_.resize(table_.names.size());
    bool is_found = options_.phase.empty();
    for (std::size_t f = 0; f < table_.names.size(); ++f) {
      const std::string name(table_.names.NameOf(FunctionId(f)));
      is_found = is_found || name == options_.phase;
      const RegionId region(made_.regions.size());
      region_of_[f] = region;
      made_.regions.push_back({.kind = table_.kinds[f].kind, .name = name});
      made_.regions.back().file = table_.names.ImageOf(FunctionId(f));
      made_.regions.back().parent = made_.phase;
      made_.nested.emplace_back(made_.phase, region);
    }
    if (!is_found || options_.phase_line != 0) {
      throw Error(ErrorCode::kBadArgument, "no region '" + options_.phase + "'", path_, {},
                  {RemedyKind::kChoosePhase, {}});
    }
    if (!options_.phase.empty() && !table_.is_tree) {
      throw Error(ErrorCode::kBadArgument, "a phase needs whole paths of calls, which the recording does not have",
                  path_, {}, {RemedyKind::kSetPhase, {}});
    }
  }

  // Returns for each node whether it is in the phase.
  std::vector<bool> NodesInPhase() const {
    std::vector<bool> is_in(table_.nodes.size(), options_.phase.empty());
    for (std::size_t node = 0; node < table_.nodes.size() && !options_.phase.empty(); ++node) {
      const RegionTable::Node& own = table_.nodes[node];
      is_in[node] = (own.parent != RegionTable::kNone && is_in[own.parent]) ||
                    table_.names.NameOf(own.function) == options_.phase;
    }
    return is_in;
  }

  void AddValues() {
    amounts_.assign(made_.regions.size() * locations_.size(), std::vector<double>(made_.metrics.size()));
    const std::vector<bool> is_in = NodesInPhase();
    for (const RegionValue& value : table_.values) {
      const std::size_t location = place_[value.location];
      if (value.node == RegionTable::kNone) {
        if (options_.phase.empty()) AddValue(value, made_.phase, location);
        continue;
      }
      const RegionTable::Node& node = table_.nodes[value.node];
      if (!is_in[value.node] || (!table_.is_tree && node.parent != RegionTable::kNone)) continue;
      AddValue(value, made_.phase, location);
      AddValue(value, region_of_[node.function.value], location);
    }
  }

  std::vector<double>& Amounts(RegionId region, std::size_t location) {
    return amounts_[region.value * locations_.size() + location];
  }

  void AddValue(const RegionValue& value, RegionId region, std::size_t location) {
    std::vector<double>& amounts = Amounts(region, location);
    const bool counts_calls = value.metric == RegionTable::kNone || value.metric == time_;
    if (counts_calls && region != made_.phase) amounts[kCalls] += value.calls;
    if (value.metric == RegionTable::kNone) return;
    const RegionMetric& metric = table_.metrics[value.metric];
    const double amount = value.self * metric.ticks / metric.event.rate;
    amounts[kFirstEvent + value.metric] += amount;
    if (value.metric != time_) return;
    amounts[kSelf] += amount;
    const bool is_region = value.node != RegionTable::kNone;
    const RegionKind kind =
        is_region ? table_.kinds[table_.nodes[value.node].function.value].kind : RegionKind::kFunction;
    const bool is_openmp = kind >= RegionKind::kCritical && kind <= RegionKind::kBarrier;
    amounts[kind == RegionKind::kMpi ? kMpi : is_openmp ? kOpenMp : kUseful] += amount;
  }

  // `total` is the time of the location that took longest, times the number of locations, as for traces.
  void SetTotals() {
    double longest = 0;
    for (std::size_t i = 0; i < locations_.size(); ++i) longest = std::max(longest, Amounts(made_.phase, i)[kSelf]);
    for (std::size_t region = 0; region < made_.regions.size(); ++region) {
      for (std::size_t i = 0; i < locations_.size(); ++i) {
        std::vector<double>& amounts = Amounts(RegionId(region), i);
        amounts[kRankTotal] = Amounts(made_.phase, i)[kSelf];
        amounts[kTotal] = longest * static_cast<double>(locations_.size());
        amounts[kEvenChance] = locations_.size() > 1 ? 0 : kAbsent;
        if (time_ == table_.metrics.size()) {
          for (const Metric metric : {kSelf, kRankTotal, kEvenChance, kTotal, kUseful, kMpi, kOpenMp}) {
            amounts[metric] = kAbsent;
          }
        }
        if (!table_.has_calls) amounts[kCalls] = kAbsent;
      }
    }
    made_.seconds = longest;
    if (locations_.size() < 2) {
      made_.absent.emplace_back("evenChance", "only one process and thread: record several");
    }
  }

  void AddContexts() {
    for (std::size_t region = 0; region < made_.regions.size(); ++region) {
      for (std::size_t i = 0; i < locations_.size(); ++i) {
        made_.contexts.push_back({RegionId(region), locations_[i], std::move(Amounts(RegionId(region), i))});
      }
    }
  }

  RegionTable table_;
  const std::string& path_;
  const MeasureOptions& options_;
  Measurements made_;
  std::size_t time_ = 0;                      // index of the metric of times; the number of metrics if there is none
  std::vector<Location> locations_;           // sorted, each once
  std::vector<std::size_t> place_;            // by location of the table: index into `locations_`
  std::vector<RegionId> region_of_;           // by function
  std::vector<std::vector<double>> amounts_;  // by region and location
};

}  // namespace

Measurements MeasureRegions(RegionTable table, const std::string& path, const MeasureOptions& options) {
  return RegionMeasures(std::move(table), path, options).Make();
}

}  // namespace profdiff
