// SPDX-License-Identifier: GPL-3.0-or-later
// Waits of ranks for each other.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_WAITS_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_WAITS_H_

#include <vector>

#include "analyze/waits/mpi_calls.h"
#include "analyze/waits/waits.h"

namespace profdiff {

// Appends the waits within the phase. Times of `mpi` are those of clocks that agree.
void FindMpiWaits(const MpiCalls& mpi, std::vector<Wait>& waits, WaitProblems& problems);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_WAITS_H_
