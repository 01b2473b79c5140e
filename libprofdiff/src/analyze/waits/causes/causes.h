// SPDX-License-Identifier: GPL-3.0-or-later
// The causes of all waits between the ranks of a run, and its critical path.
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_CAUSES_CAUSES_H_
#define PROFDIFF_ANALYZE_WAITS_CAUSES_CAUSES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyze/waits/causes/history.h"
#include "analyze/waits/mpi/exchange.h"
#include "analyze/waits/mpi/whole_run.h"
#include "profdiff/properties.h"

namespace profdiff {

// Gathers the timelines, waits and messages of all ranks in the first process, and finds the causes there. Returns
// nullopt in the other processes, and if no thread calls MPI.
std::optional<WaitCauses> FindCauses(HistoryShare share, const WholeRun& run, const Exchange& exchange);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_CAUSES_CAUSES_H_
