// SPDX-License-Identifier: GPL-3.0-or-later
// When the threads of a run made their last records, and how long they ever paused.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_RECORDS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_RECORDS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

// Units: nanoseconds of the tracer's clock.
struct ThreadRecords {
  std::uint64_t last = 0;           // record
  std::uint64_t longest_pause = 0;  // between records, but for those in MPI_Init
  CallId left;                      // the last call that was left
};

// Properties of the functions of a run, by NameId.
struct RecordNames {
  std::vector<NameId> ids;     // all of them
  std::vector<bool> are_init;  // MPI_Init

  explicit RecordNames(const Trace& trace);
};

ThreadRecords FindRecords(const RecordNames& names, const CallTree& calls);

// The times of one rank. Its clock may be another than those of other ranks, which run on other machines: only spans
// of time can be compared.
struct RankTimes {
  std::uint64_t begin = 0;  // its first call
  std::uint64_t last = 0;   // record
  std::uint64_t end = 0;    // of the recording
  std::optional<int> exit_status;
  bool end_is_known = false;  // else the end is the last record: of the run where all ranks have one clock
};

// By rank. If the tracer records no ends of recordings, all ranks share one clock.
std::map<std::uint32_t, RankTimes> FindRankTimes(const Trace& trace);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_RECORDS_H_
