// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over the differences of two traces, for reports.
#ifndef PROFDIFF_VALUES_TRACE_CHANGES_H_
#define PROFDIFF_VALUES_TRACE_CHANGES_H_

#include <cstdint>

#include "profdiff/alignment.h"

namespace profdiff {

// Returns the sum of the absolute differences of the parts of all paths.
std::uint64_t SumOfChanges(const TraceDifference& difference);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_TRACE_CHANGES_H_
