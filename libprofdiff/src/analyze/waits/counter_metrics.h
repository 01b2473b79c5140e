// SPDX-License-Identifier: GPL-3.0-or-later
// Counters as metrics of regions.
// Tests: tests/unit/analyze/waits/counters_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_COUNTER_METRICS_H_
#define PROFDIFF_ANALYZE_WAITS_COUNTER_METRICS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/waits/trace_events.h"
#include "profdiff/properties.h"

namespace profdiff {

class CounterMetrics {
 public:
  // `threads`: those of `events` that are locations. Counters that none of them has are no metrics.
  CounterMetrics(const TraceEvents& events, const std::vector<std::size_t>& threads);

  // `instance`: of the phase, where values of instances are wanted, else 0.
  void Add(RegionId region, std::uint32_t instance, const CounterSum& sum);

  // Appends names in the language of properties that differ from the metrics which are there, and units.
  void AppendMetrics(Measurements& made) const;
  // Appends the values of a region in a thread, or in an instance of the phase. NaN: the thread does not have the
  // counter.
  void AppendValues(RegionId region, std::size_t thread, std::vector<double>& values) const;
  void AppendValuesOfInstance(RegionId region, std::uint32_t instance, std::vector<double>& values) const;

 private:
  const TraceEvents& events_;
  std::vector<CounterId> metrics_;      // of the events
  std::vector<std::size_t> metric_of_;  // by counter of the events; metrics_.size(): it is none
  std::vector<std::vector<bool>> has_;  // by thread, then by metric
  std::map<std::pair<RegionId, std::size_t>, std::vector<double>> by_thread_;
  std::map<std::pair<RegionId, std::uint32_t>, std::vector<double>> by_instance_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_COUNTER_METRICS_H_
