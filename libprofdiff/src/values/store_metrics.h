// SPDX-License-Identifier: GPL-3.0-or-later
// Names of metrics in stores.
#ifndef PROFDIFF_VALUES_STORE_METRICS_H_
#define PROFDIFF_VALUES_STORE_METRICS_H_

#include <algorithm>
#include <string_view>

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

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_STORE_METRICS_H_
