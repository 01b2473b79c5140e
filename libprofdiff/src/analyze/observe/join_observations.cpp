// SPDX-License-Identifier: GPL-3.0-or-later
// Joins observations of several recordings.
// Tests: tests/unit/analyze/observe/observe_test.cpp.
#include <utility>

#include "profdiff/models.h"
#include "values/loading_traces.h"
#include "values/observation_builder.h"

namespace profdiff {

Observations JoinObservations(std::vector<Observations> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  ObservationBuilder builder;
  std::vector<std::string> inputs;
  std::vector<Message> missing, remarks;
  UnusedArguments unused;
  for (const Observations& part : parts) {
    for (const ObservedSeries& series : part.series) {
      for (const ObservedPoint& point : series.points) {
        ParameterValues at = series.labels;
        for (std::size_t i = 0; i < point.at.size(); ++i) at.push_back({series.parameters[i], point.at[i]});
        builder.Add(series.function, series.metric, at, point.values, point.period, series.unit, series.callers);
      }
    }
    inputs.insert(inputs.end(), part.inputs.begin(), part.inputs.end());
    missing.insert(missing.end(), part.missing.begin(), part.missing.end());
    unused.not_positive += part.unused.not_positive;
    unused.of_texts += part.unused.of_texts;
    unused.calls_of_texts += part.unused.calls_of_texts;
    unused.crowded += part.unused.crowded;
    for (const Message& remark : part.remarks) {
      if (remarks.empty() || remarks.back() != remark) remarks.push_back(remark);
    }
  }
  Observations joined = builder.Take();
  joined.inputs = std::move(inputs);
  joined.missing = std::move(missing);
  joined.remarks = std::move(remarks);
  joined.unused = unused;
  return joined;
}

}  // namespace profdiff
