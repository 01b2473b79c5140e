// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the ranks that are assigned to one process. Notes (remarks and missing data) are stored with their rank, so
// that the notes of all processes can be sorted by rank. The output is then the same for any number of processes.
// Tests: tests/cli/rank/distributed.py.
#include <utility>
#include <vector>

#include "profdiff/parts.h"
#include "values/join_ranks.h"
#include "values/loading_traces.h"

namespace profdiff {

void LoadRankShare(const Input& input, std::size_t run, const TraceOptions& options,
                   const std::function<bool(std::uint32_t rank)>& wants, RankShare& share) {
  RankJoiner joiner;
  std::vector<RankNotes> notes;
  const auto take = [&](std::uint32_t rank, Trace part) {
    notes.push_back({rank, std::exchange(part.missing, {}), std::exchange(part.remarks, {})});
    joiner.Add(std::move(part));
  };
  // Notes that belong to no rank are about the whole recording; every process has them.
  Trace whole = ReadTraceByRank(input, options, {wants, take});
  notes.push_back({std::nullopt, std::move(whole.missing), std::move(whole.remarks)});
  share.Add(run, joiner.Take(), std::move(notes));
}

}  // namespace profdiff
