// SPDX-License-Identifier: GPL-3.0-or-later
// Converts counters to metrics of regions.
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
  // `threads` lists the threads that are locations, as indices into the events' threads. Counters that were not read at
  // any location are omitted.
  CounterMetrics(const TraceEvents& events, const std::vector<std::size_t>& threads);

  // `instance` is an instance of the phase, or 0 if values by instance are not needed.
  void Add(RegionId region, std::uint32_t instance, const CounterSum& sum);

  // Appends units and names of metrics. The names are valid in the language of properties and differ from the names of
  // earlier metrics.
  void AppendMetrics(Measurements& made) const;
  // Append the values of a region in one thread, or in one instance of the phase. A value is NaN if the thread does not
  // have the counter.
  void AppendValues(RegionId region, std::size_t thread, std::vector<double>& values) const;
  void AppendValuesOfInstance(RegionId region, std::uint32_t instance, std::vector<double>& values) const;

 private:
  const TraceEvents& events_;
  std::vector<CounterId> metrics_;  // the counters that are metrics
  // Index of each counter in metrics_, by CounterId; metrics_.size() for a counter that is not a metric.
  std::vector<std::size_t> metric_of_;
  std::vector<std::vector<bool>> has_;  // true if the thread has the counter; indexed by thread, then by metric
  std::map<std::pair<RegionId, std::size_t>, std::vector<double>> by_thread_;
  std::map<std::pair<RegionId, std::uint32_t>, std::vector<double>> by_instance_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_COUNTER_METRICS_H_
