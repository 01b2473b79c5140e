// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of traces and profiles.
#ifndef PROFDIFF_ANALYZE_OBSERVE_METRICS_H_
#define PROFDIFF_ANALYZE_OBSERVE_METRICS_H_

#include <string>
#include <vector>

namespace profdiff {

// Errors: kBadArgument for any name other than time, self, mpi, compute and calls.
void RequireKnownMetrics(const std::vector<std::string>& metrics);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_OBSERVE_METRICS_H_
