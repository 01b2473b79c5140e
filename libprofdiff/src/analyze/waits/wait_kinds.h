// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/openmp_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_WAIT_KINDS_H_
#define PROFDIFF_ANALYZE_WAITS_WAIT_KINDS_H_

#include "analyze/waits/waits.h"
#include "profdiff/properties.h"

namespace profdiff {

// Returns the kind of the OpenMP construct that has waits of this kind; kFunction if they belong to no construct.
RegionKind ConstructOf(WaitKind kind);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_WAIT_KINDS_H_
