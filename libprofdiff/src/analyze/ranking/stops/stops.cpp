// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the places where threads stopped, in runs whose traces are folded and summarised.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#include "analyze/ranking/stops/stops.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyze/loops/fold.h"
#include "analyze/ranking/stops/communicators.h"

namespace profdiff {
namespace {

// Threads that do not finish in any good run either, such as threads started by libraries, do not indicate a stop.
bool HasStopped(const std::vector<ThreadEnd>& ends) {
  return std::ranges::any_of(ends, [](const ThreadEnd& end) {
    return !end.usual && end.state != EndState::kFinished && end.state != EndState::kMissing;
  });
}

// The threads of good runs with which a thread is compared: those with the same first function, or only the same
// thread.
enum class Compared : std::uint8_t { kTeam, kThread };

// Finds the first new step of each thread. Recorders that lost records may have lost the calls before it. Steps that
// are only new for a thread's number count if a process stopped and nothing better is known. Which rank takes a branch
// depends on data, so they do not count in runs of several ranks.
void AddReasons(const FoldedTraces& folded, std::size_t folded_run, const RunSummary& summary, std::size_t run,
                const GoodSteps& steps, Compared with, std::vector<Reason>& reasons) {
  std::map<std::uint32_t, RankClock> times = FindRankClocks(summary);
  for (const ThreadSummary& thread : summary.threads) {
    const FoldedThread* const calls = folded.Find(folded_run, thread.id);
    if (calls != nullptr && calls->lost_records != 0) continue;
    std::optional<Reason> reason =
        with == Compared::kTeam ? steps.FindFirstNew(summary, thread) : steps.FindFirstNewOfThread(summary, thread);
    if (!reason) continue;
    reason->run = run;
    reason->time = times[thread.id.rank].SinceBegin(*reason->time);
    reasons.push_back(std::move(*reason));
  }
}

// True if a message that the same ranks leave over is left over in a good run as well.
bool IsInGood(const CallError& error, std::span<const RunSummary> good) {
  return error.kind == CallError::Kind::kUnreceived && std::ranges::any_of(good, [&](const RunSummary& run) {
           const std::vector<CallError> errors = FindLeftOver(run);
           return std::ranges::find(errors, error.ranks, &CallError::ranks) != errors.end();
         });
}

constexpr std::array<std::string_view, 4> kReasonNames = {"step", "argument", "lost", "count"};

}  // namespace

std::string_view NameOf(Reason::Kind kind) { return kReasonNames[static_cast<std::size_t>(kind)]; }

Stops FindStops(const FoldedTraces& folded, std::span<const RunSummary> runs, std::size_t good_runs, unsigned threads) {
  const std::span<const RunSummary> good = runs.first(good_runs), bad = runs.subspan(good_runs);
  const GoodSteps steps(good);
  const EndsOfGoodRuns statuses = StatusesOf(good);
  Stops stops;
  stops.runs = FindThreadEnds(folded, runs, good_runs, steps, threads);
  for (std::size_t run = 0; run < bad.size(); ++run) {
    const std::vector<ThreadEnd>& ends = stops.runs[good_runs + run];
    AddBadEnds(bad[run], run, statuses, stops.ends);
    const auto is_of_run = [run](const auto& found) { return found.run == run; };
    AddReasons(folded, good_runs + run, bad[run], run, steps, Compared::kTeam, stops.reasons);
    const bool has_stopped = HasStopped(ends);
    RunWaits waits;
    if (has_stopped) waits = FindWaits(bad[run], run, ends);
    std::erase_if(waits.errors, [&](const CallError& error) { return IsInGood(error, good); });
    const bool is_explained =
        std::ranges::any_of(stops.reasons, is_of_run) || !waits.cycles.empty() ||
        std::ranges::any_of(stops.ends, [&](const BadEnd& end) { return is_of_run(end) && end.is_first; });
    if (has_stopped) AddArgumentReasons(good, bad[run], run, stops.reasons);
    const bool has_ranks = !bad[run].threads.empty() && bad[run].threads.back().id.rank > 0;
    if (has_stopped && !has_ranks && !is_explained && std::ranges::none_of(stops.reasons, is_of_run)) {
      AddReasons(folded, good_runs + run, bad[run], run, steps, Compared::kThread, stops.reasons);
    }
    AddPlaces({bad[run], run, ends, stops.ends, waits, stops.reasons}, stops.places, stops.suspects);
    std::ranges::move(waits.waits, std::back_inserter(stops.waits));
    std::ranges::move(waits.cycles, std::back_inserter(stops.cycles));
    std::ranges::move(waits.errors, std::back_inserter(stops.errors));
    stops.stopped = stops.stopped || has_stopped;
    // The numbers of calls in a run that stopped only show how far each thread came.
    if (!has_stopped) std::ranges::move(FindUnlikePeers(good, bad[run]), std::back_inserter(stops.slower));
  }
  stops.stopped = stops.stopped || std::ranges::any_of(stops.ends, &BadEnd::is_first);
  std::ranges::move(FindSlower(good, bad), std::back_inserter(stops.slower));
  return stops;
}

Stops FindStops(Runs good, Runs bad, const RankFilter& filter, unsigned threads) {
  std::vector<const Trace*> runs(good.begin(), good.end());
  runs.insert(runs.end(), bad.begin(), bad.end());
  return FindStops(FoldTraces(runs, filter, threads), SummarizeRuns(runs, threads), good.size(), threads);
}

}  // namespace profdiff
