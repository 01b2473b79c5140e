// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs of `egprof rank`.
#ifndef EGPROF_RANK_OUTPUTS_H_
#define EGPROF_RANK_OUTPUTS_H_

#include "egprof/console/file_guard.h"
#include "egprof/console/text_sink.h"
#include "egprof/rank/options.h"
#include "profdiff/ranking.h"

namespace egprof {

// Registers all inputs and outputs. Errors: those of PlanOutputs.
void PlanRankFiles(const ThreadRankOptions& options, FileGuard& files);

void WriteRankOutputs(const ThreadRankOptions& options, const profdiff::RankingView& view, TextSink& out,
                      FileGuard& files);

}  // namespace egprof

#endif  // EGPROF_RANK_OUTPUTS_H_
