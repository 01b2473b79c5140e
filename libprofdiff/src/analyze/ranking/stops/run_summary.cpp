// SPDX-License-Identifier: GPL-3.0-or-later
// Summarises the records of threads. A tracer writes one record when a call begins and one when it returns. The
// duration of a call that has not returned extends to the last record.
#include "analyze/ranking/stops/run_summary.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyze/loops/fold.h"
#include "analyze/loops/kept_calls.h"
#include "analyze/ranking/stops/blocking.h"
#include "base/in_order.h"
#include "values/name_table.h"
#include "values/thread_scores.h"

namespace profdiff {
namespace {

// Properties of the functions of a run, by NameId.
struct NameFacts {
  std::vector<NameId> ids;     // all names, so that WalkKept visits every call
  std::vector<bool> are_init;  // true for MPI_Init, whose pauses depend on how long other ranks take to start
  std::vector<bool> block;
  std::vector<SyncRoutine> routines;

  explicit NameFacts(const Trace& trace) {
    for (std::size_t i = 0; i < trace.names.size(); ++i) {
      ids.emplace_back(i);
      are_init.push_back(IsMpiInit(trace.names[i]));
      block.push_back(Blocks(trace.names[i]));
      routines.push_back(SyncRoutineOf(trace.names[i]));
    }
  }
};

class RecordReader {
 public:
  RecordReader(const NameFacts& names, const CallTree& calls, ThreadSummary& summary)
      : names_(names), calls_(calls), summary_(summary) {}

  void Read() {
    if (calls_.size() != 0) summary_.last_record = calls_.start[0];
    WalkKept(
        calls_, names_.ids, [this](std::uint32_t row, NameId) { Enter(row); },
        [this](std::uint32_t row) { Leave(row); });
  }

 private:
  void Enter(std::uint32_t row) {
    AddRecord(calls_.start[row]);
    inside_.push_back(row);
  }
  void Leave(std::uint32_t row) {
    AddRecord(calls_.start[row] + calls_.duration[row]);
    summary_.left = calls_.function[row];
    inside_.pop_back();
  }
  // Times that go backwards, as in damaged recordings, are not counted as pauses.
  void AddRecord(std::uint64_t time) {
    if (time <= summary_.last_record) return;
    const bool in_init = !inside_.empty() && names_.are_init[calls_.function[inside_.back()].value];
    if (!in_init) summary_.longest_pause = std::max(summary_.longest_pause, time - summary_.last_record);
    summary_.last_record = time;
  }

  const NameFacts& names_;
  const CallTree& calls_;
  ThreadSummary& summary_;
  std::vector<std::uint32_t> inside_;  // rows of the calls that have not returned yet, outermost first
};

// Examines only top-level calls, because these end last.
std::uint64_t LastEnd(const CallTree& calls) {
  std::uint64_t last = 0;
  for (std::uint32_t row = 0; row < calls.size(); row = calls.end[row]) {
    last = std::max(last, calls.start[row] + calls.duration[row]);
  }
  return last;
}

void AddWork(const NameFacts& names, const CallTree& calls, std::vector<NameWork>& work) {
  // Self times by function: durations minus the durations of direct callees.
  std::vector<std::int64_t> times(names.ids.size());
  std::vector<std::uint64_t> counts(names.ids.size());
  std::vector<std::int64_t> longest(names.ids.size());
  std::vector<std::pair<std::uint32_t, std::int64_t>> inside;  // rows of calls, and their self times so far
  const auto leave = [&] {
    const auto& [row, self] = inside.back();
    const std::uint32_t function = calls.function[row].value;
    times[function] += self;
    longest[function] = std::max(longest[function], self);
    inside.pop_back();
  };
  for (std::uint32_t row = 0; row < calls.size(); ++row) {
    while (!inside.empty() && calls.end[inside.back().first] <= row) leave();
    const auto duration = static_cast<std::int64_t>(calls.duration[row]);
    ++counts[calls.function[row].value];
    if (!inside.empty()) inside.back().second -= duration;
    inside.emplace_back(row, duration);
  }
  while (!inside.empty()) leave();
  for (const NameId name : names.ids) {
    // Time in a function that blocks is waiting, not work. Self times can be negative if the times of a damaged trace
    // are inconsistent.
    if (counts[name.value] == 0 || names.block[name.value]) continue;
    work.push_back({name, static_cast<std::uint64_t>(std::max<std::int64_t>(0, times[name.value])), counts[name.value],
                    static_cast<std::uint64_t>(longest[name.value])});
  }
}

// The last call was entered last. If a callee of it had returned, its own entry would not be the last record.
bool EndsInEntry(const CallTree& calls) {
  const auto last = static_cast<std::uint32_t>(calls.size() - 1);
  return !calls.open.empty() && calls.open.back().value == last && calls.duration[last] == 0;
}

void SummarizeThread(const NameFacts& names, const ThreadTrace& thread, ThreadSummary& summary) {
  const CallTree& calls = thread.calls;
  if (calls.size() != 0) {
    summary.begin = calls.start[0];
    summary.first = calls.function[0];
    summary.ends_in_entry = EndsInEntry(calls);
  }
  summary.calls = calls.size();
  summary.steps = FindSteps(calls);
  summary.sync = ReadSync(thread, names.routines);
  summary.last_end = LastEnd(calls);
  RecordReader(names, calls, summary).Read();
  for (const CallId call : calls.open) summary.open.push_back({calls.function[call.value], calls.start[call.value]});
  AddWork(names, calls, summary.work);
}

// Replaces the name ids of a part of a run with the name ids of the whole run.
void Renumber(const std::vector<NameId>& ids, ThreadSummary& thread) {
  if (thread.left.valid()) thread.left = ids[thread.left.value];
  for (NameTime& call : thread.open) call.name = ids[call.name.value];
  for (NameWork& work : thread.work) work.name = ids[work.name.value];
  const auto renumber = [&ids](NameId& name) {
    if (name.valid()) name = ids[name.value];
  };
  renumber(thread.first);
  for (Step& step : thread.steps) {
    renumber(step.caller);
    renumber(step.before);
    renumber(step.call);
  }
  for (MadeCollectives& calls : thread.sync.collectives) {
    for (MadeCollective& call : calls.calls) renumber(call.name);
  }
}

}  // namespace

RunSummary SummarizeRun(const Trace& trace, unsigned threads) {
  RunSummary run{trace.names, {}, trace.ends};
  const NameFacts names(trace);
  for (const ThreadKey id : ThreadKeys(trace)) run.threads.emplace_back().id = id;
  WorkInOrder(
      run.threads.size(), threads, [&](std::size_t i) { SummarizeThread(names, trace.threads[i], run.threads[i]); },
      [](std::size_t) {});
  return run;
}

std::vector<RunSummary> SummarizeRuns(Runs runs, unsigned threads) {
  std::vector<RunSummary> summaries;
  for (const Trace* run : runs) summaries.push_back(SummarizeRun(*run, threads));
  return summaries;
}

RunSummary JoinSummaries(std::vector<RunSummary> parts) {
  RunSummary whole;
  NameTable names;
  for (RunSummary& part : parts) {
    std::vector<NameId> ids;
    for (const std::string& name : part.names) ids.push_back(names.Intern(name).id);
    for (ThreadSummary& thread : part.threads) {
      Renumber(ids, thread);
      whole.threads.push_back(std::move(thread));
    }
    std::ranges::move(part.ends, std::back_inserter(whole.ends));
  }
  whole.names = names.Take();
  // Sorts by id: the order of parts depends on how ranks were distributed among them, but ids do not.
  std::ranges::sort(whole.threads, {}, &ThreadSummary::id);
  std::ranges::sort(whole.ends, {}, &RankEnd::rank);
  return whole;
}

std::map<std::uint32_t, RankClock> FindRankClocks(const RunSummary& run) {
  std::map<std::uint32_t, RankClock> ranks;
  std::uint64_t last = 0;
  for (const ThreadSummary& thread : run.threads) {
    const auto [rank, is_new] = ranks.emplace(thread.id.rank, RankClock());
    if (!thread.begin) continue;
    RankClock& times = rank->second;
    times.begin = std::min(times.begin.value_or(*thread.begin), *thread.begin);
    times.last = std::max(times.last, thread.last_end);
    last = std::max(last, times.last);
  }
  // Uses the last record of the run if the ends of recordings were not recorded, because all ranks then have the same
  // clock. Otherwise, the end of a rank is the end of its recording, which can be later than its last record.
  for (auto& [number, times] : ranks) times.end = run.ends.empty() ? last : times.last;
  for (const RankEnd& end : run.ends) {
    RankClock& times = ranks[end.rank];
    times.exit_status = end.exit_status;
    times.end_is_known = end.recording_end.has_value();
    times.end = std::max(times.last, end.recording_end.value_or(0));
  }
  return ranks;
}

}  // namespace profdiff
