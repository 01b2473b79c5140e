// SPDX-License-Identifier: GPL-3.0-or-later
// Finds for whom the threads of a bad run wait, and cycles of waits.
// Tests: tests/unit/analyze/ranking/stops/waiting_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_WAITING_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_WAITING_H_

#include <cstddef>
#include <vector>

#include "analyze/ranking/stops/run_summary.h"
#include "profdiff/ranking.h"

namespace profdiff {

struct RunWaits {
  std::vector<ThreadWait> waits;  // by id
  std::vector<WaitCycle> cycles;
  std::vector<CallError> errors;
};

// `run` is the index in the list of bad runs. `ends` are the states of its threads, by id.
RunWaits FindWaits(const RunSummary& of_run, std::size_t run, const std::vector<ThreadEnd>& ends);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_WAITING_H_
