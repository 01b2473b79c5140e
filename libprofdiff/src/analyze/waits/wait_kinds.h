// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/openmp_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_WAIT_KINDS_H_
#define PROFDIFF_ANALYZE_WAITS_WAIT_KINDS_H_

#include "analyze/waits/waits.h"
#include "profdiff/properties.h"

namespace profdiff {

// Returns the kind of the region that has waits of this kind: an OpenMP construct, a routine of POSIX threads, or the
// function itself if they belong to neither.
RegionKind ConstructOf(WaitKind kind);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_WAIT_KINDS_H_
