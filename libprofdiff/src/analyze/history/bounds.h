// SPDX-License-Identifier: GPL-3.0-or-later
// How large a step of a series may be that was not found.
// Tests: tests/unit/analyze/history/bounds_test.cpp.
#ifndef PROFDIFF_ANALYZE_HISTORY_BOUNDS_H_
#define PROFDIFF_ANALYZE_HISTORY_BOUNDS_H_

#include <optional>
#include <span>

#include "analyze/history/noise.h"
#include "profdiff/store.h"

namespace profdiff {

// `parts`: the parts between the steps that were found; `rho`: autocorrelation that was assumed.
std::optional<StepBounds> FindBounds(std::span<const double> values, std::span<const Part> parts, double rho);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_HISTORY_BOUNDS_H_
