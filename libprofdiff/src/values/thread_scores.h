// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over the scores of threads, and which functions wait.
#ifndef PROFDIFF_VALUES_THREAD_SCORES_H_
#define PROFDIFF_VALUES_THREAD_SCORES_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "profdiff/ranking.h"

namespace profdiff {

ScoreSummary Summarize(std::span<const ScoreRow> rows, std::uint32_t thread);

// True for functions that wait for other threads: MPI, locks, barriers, joins.
bool Blocks(std::string_view linkage_name);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_THREAD_SCORES_H_
