// SPDX-License-Identifier: GPL-3.0-or-later
// The data about a run that FindStops needs in addition to its folded calls. It is small, so that processes can send
// it.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_RUN_SUMMARY_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_RUN_SUMMARY_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

struct OpenCall {
  NameId name;  // in RunSummary::names
  std::uint64_t start = 0;
};

struct SelfTime {
  NameId name;  // in RunSummary::names
  std::uint64_t time = 0;
};

// Units: nanoseconds of the tracer's clock.
struct ThreadSummary {
  ThreadKey id;
  std::optional<std::uint64_t> begin;  // start of the first call; nothing without calls
  std::uint64_t last_end = 0;          // end of the last top-level call, as recorded
  std::uint64_t last_record = 0;       // start or end of a call; open calls have no end
  std::uint64_t longest_pause = 0;     // between records, except in MPI_Init
  NameId left;                         // function of the last call that was left; may be invalid
  std::vector<OpenCall> open;          // as CallTree::open
  std::vector<SelfTime> self_times;    // above 0, of functions that do not block
};

struct RunSummary {
  std::vector<std::string> names;      // by NameId
  std::vector<ThreadSummary> threads;  // by id
  std::vector<RankEnd> ends;           // by rank

  const std::string& NameOf(NameId name) const { return names[name.value]; }
};

RunSummary SummarizeRun(const Trace& trace, unsigned threads);
std::vector<RunSummary> SummarizeRuns(Runs runs, unsigned threads);

// Joins summaries of parts of a run that have no rank in common.
RunSummary JoinSummaries(std::vector<RunSummary> parts);

// The times of one rank. Its clock may differ from those of other ranks, which run on other machines: only spans of
// time can be compared.
struct RankTimes {
  std::optional<std::uint64_t> begin;  // its first call; nothing without any call
  std::uint64_t last = 0;              // its last record; 0 without any call
  std::uint64_t end = 0;               // of the recording
  std::optional<int> exit_status;
  bool end_is_known = false;  // otherwise the end is the last record: of the run if all ranks have one clock

  // Nanoseconds from the first call to a later time; 0 without any call.
  std::uint64_t SinceBegin(std::uint64_t time) const { return time - std::min(begin.value_or(time), time); }
};

// By rank. If the tracer records no ends of recordings, all ranks share one clock.
std::map<std::uint32_t, RankTimes> FindRankTimes(const RunSummary& run);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_RUN_SUMMARY_H_
