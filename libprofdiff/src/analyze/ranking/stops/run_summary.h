// SPDX-License-Identifier: GPL-3.0-or-later
// The data about a run that FindStops needs in addition to the run's folded calls. It is small enough to be sent
// between processes.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_RUN_SUMMARY_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_RUN_SUMMARY_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyze/ranking/stops/steps.h"
#include "analyze/ranking/stops/sync.h"
#include "profdiff/ranking.h"

namespace profdiff {

struct NameTime {
  NameId name;  // index in RunSummary::names
  std::uint64_t time = 0;
};

// What a thread did in one function.
struct NameWork {
  NameId name;
  std::uint64_t time = 0;  // self time in nanoseconds
  std::uint64_t calls = 0;
  std::uint64_t longest = 0;  // longest self time of one call, in nanoseconds
};

// All times are in nanoseconds of the tracer's clock.
struct ThreadSummary {
  ThreadKey id;
  // Start of the first call; nullopt if there is none.
  std::optional<std::uint64_t> begin;
  std::uint64_t last_end = 0;       // end of the last top-level call, as recorded
  std::uint64_t last_record = 0;    // last start or end of a call; open calls have no end
  std::uint64_t longest_pause = 0;  // longest pause between records, except in MPI_Init
  // Function of the call that returned last; invalid if no call returned.
  NameId left;
  std::vector<NameTime> open;  // start times of open calls, outermost first
  std::vector<NameWork> work;  // by name; only functions that do not block
  // Function of the thread's first call; threads with the same one do the same work. Invalid if there is no call.
  NameId first;
  std::uint64_t calls = 0;  // number of all calls
  // True if the last record is that of the entry of the innermost open call. uftrace writes such a record only in the
  // thread that received a signal.
  bool ends_in_entry = false;
  std::vector<Step> steps;  // in the order of their first occurrence
  SyncState sync;
};

struct RunSummary {
  std::vector<std::string> names;      // indexed by NameId
  std::vector<ThreadSummary> threads;  // sorted by id
  std::vector<RankEnd> ends;           // sorted by rank

  const std::string& NameOf(NameId name) const { return names[name.value]; }
};

RunSummary SummarizeRun(const Trace& trace, unsigned threads);
std::vector<RunSummary> SummarizeRuns(Runs runs, unsigned threads);

// Joins summaries of parts of a run that have no rank in common.
RunSummary JoinSummaries(std::vector<RunSummary> parts);

// The times of one rank. Its clock may differ from the clocks of other ranks, which run on other machines, so only
// durations can be compared.
struct RankClock {
  std::optional<std::uint64_t> begin;  // start of the rank's first call; nullopt if there is none
  std::uint64_t last = 0;              // time of the rank's last record; 0 if there is none
  std::uint64_t end = 0;               // end of the rank's recording
  std::optional<int> exit_status;
  // True if the end of the recording was recorded. Otherwise, `end` is the time of the last record: the last record of
  // the run if all ranks share a clock, or else that of the rank.
  bool end_is_known = false;

  // Returns the nanoseconds from the first call to a later time; 0 if there is no call.
  std::uint64_t SinceBegin(std::uint64_t time) const { return time - std::min(begin.value_or(time), time); }
};

// Returns the times by rank. If the tracer does not record the ends of recordings, all ranks share one clock.
std::map<std::uint32_t, RankClock> FindRankClocks(const RunSummary& run);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_RUN_SUMMARY_H_
