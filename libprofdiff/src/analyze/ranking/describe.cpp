// SPDX-License-Identifier: GPL-3.0-or-later
// One run, held against none. Test: tests/cli/rank/run.py.
#include "profdiff/error.h"
#include "profdiff/ranking.h"

namespace profdiff {

ThreadRanking DescribeThreads(const Trace& run, const RankOptions& options) {
  const Trace* const runs[] = {&run};
  ThreadRanking result;
  for (const RankFilter& filter : options.filters) {
    const FoldedTraces& folded = result.folded.emplace_back(FoldTraces(runs, filter, options.threads));
    if (folded.names.empty() || (folded.names.size() == 1 && folded.names[0] == FoldedTraces::kReturn)) {
      throw Error(ErrorCode::kBadArgument, "filter '" + filter.code + "' keeps no call of any thread");
    }
  }
  result.ranking.bad = 1;
  result.stops = FindStops({}, runs, options.filters.front(), options.threads);
  return result;
}

}  // namespace profdiff
