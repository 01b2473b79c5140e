// SPDX-License-Identifier: GPL-3.0-or-later
// Names of metrics in stores.
#ifndef PROFDIFF_VALUES_STORE_METRICS_H_
#define PROFDIFF_VALUES_STORE_METRICS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "profdiff/store.h"

namespace profdiff {

inline constexpr std::string_view kSelfMetric = "self", kInclusiveMetric = "time", kCallsMetric = "calls";

// Metrics that are used only for differences.
inline constexpr std::string_view kSelfCallsMetric = "selfCalls", kTicksMetric = "samples", kEndingMetric = "ended",
                                  kTotalSamplesMetric = "totalSamples", kSquaresMetric = "squares",
                                  kTotalSquaresMetric = "totalSquares", kSumTicksMetric = "sumSamples",
                                  kSumTotalMetric = "sumTotal", kSumOutsideMetric = "sumOutside";

inline bool IsForDifferences(std::string_view metric) {
  constexpr std::string_view kAll[] = {kSelfCallsMetric,    kTicksMetric,    kEndingMetric,
                                       kTotalSamplesMetric, kSquaresMetric,  kTotalSquaresMetric,
                                       kSumTicksMetric,     kSumTotalMetric, kSumOutsideMetric};
  return std::ranges::find(kAll, metric) != std::end(kAll);
}

// Sets what a trial knows about a function.
inline void SetDetails(StoredTrial& trial, std::uint32_t function, StoredDetails details) {
  if (details == StoredDetails()) return;
  if (trial.details.size() <= function) trial.details.resize(std::size_t{function} + 1);
  trial.details[function] = details;
}

// Stores and exports of earlier versions have details as metrics. Returns false for values of other metrics.
inline bool TakeOldDetail(StoredTrial& trial, std::uint32_t function, std::string_view metric, double value) {
  if (metric != "line" && metric != "kind") return false;
  StoredDetails details = function < trial.details.size() ? trial.details[function] : StoredDetails();
  // Limits the value, as a value from a damaged store may be too large for an integer.
  (metric == "line" ? details.line : details.kind) = static_cast<std::uint32_t>(std::clamp(value, 0.0, 4e9));
  SetDetails(trial, function, details);
  return true;
}

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_STORE_METRICS_H_
