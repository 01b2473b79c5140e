// SPDX-License-Identifier: GPL-3.0-or-later
// The value of a counter is absent (NaN) for a thread that does not have the counter, and so are sums that would
// include this value: a missing count is not 0.
#include "analyze/waits/counter_metrics.h"

#include <algorithm>
#include <limits>

#include "values/asl_words.h"

namespace profdiff {

CounterMetrics::CounterMetrics(const TraceEvents& events, const std::vector<std::size_t>& threads) : events_(events) {
  std::vector<bool> is_counted(events.counters.size());
  for (const std::size_t thread : threads) {
    for (const CounterId counter : events.threads[thread].counters) is_counted[counter.value] = true;
  }
  for (std::size_t i = 0; i < is_counted.size(); ++i) {
    if (is_counted[i]) metrics_.emplace_back(i);
  }
  metric_of_.assign(is_counted.size(), metrics_.size());
  for (std::size_t i = 0; i < metrics_.size(); ++i) metric_of_[metrics_[i].value] = i;
  for (const ThreadEvents& thread : events.threads) {
    std::vector<bool>& has = has_.emplace_back(metrics_.size() + 1);
    for (const CounterId counter : thread.counters) has[metric_of_[counter.value]] = true;
  }
}

void CounterMetrics::Add(RegionId region, std::uint32_t instance, const CounterSum& sum) {
  const std::size_t metric = metric_of_[sum.counter.value];
  if (metric == metrics_.size()) return;
  const auto add = [&](std::vector<double>& values) {
    values.resize(metrics_.size());
    values[metric] += sum.amount;
  };
  add(by_thread_[{region, sum.thread}]);
  if (instance != 0) add(by_instance_[{region, instance}]);
}

void CounterMetrics::AppendMetrics(Measurements& made) const {
  for (const CounterId counter : metrics_) {
    const std::string plain = AsAslName(events_.counters[counter.value].name);
    std::string name = plain;
    for (std::size_t number = 2; made.FindMetric(name); ++number) {
      const std::string end = "_" + std::to_string(number);
      name = plain.substr(0, kLongestAslName - end.size()) + end;
    }
    made.metrics.push_back(std::move(name));
    const std::string& unit = events_.counters[counter.value].unit;
    made.units.push_back(unit == "#" ? "" : unit);  // "#" is Score-P's unit of counts
  }
}

void CounterMetrics::AppendValues(RegionId region, std::size_t thread, std::vector<double>& values) const {
  const auto found = by_thread_.find({region, thread});
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    const double value = found == by_thread_.end() ? 0 : found->second[i];
    values.push_back(has_[thread][i] ? value : std::numeric_limits<double>::quiet_NaN());
  }
}

void CounterMetrics::AppendValuesOfInstance(RegionId region, std::uint32_t instance,
                                            std::vector<double>& values) const {
  const auto found = by_instance_.find({region, instance});
  for (std::size_t i = 0; i < metrics_.size(); ++i)
    values.push_back(found == by_instance_.end() ? 0 : found->second[i]);
}

}  // namespace profdiff
