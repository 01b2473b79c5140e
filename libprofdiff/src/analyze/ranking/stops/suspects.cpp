// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the threads that probably caused a stop. The evidence is, from strong to weak: a rank that failed first; a
// rank without a recording; ranks whose calls contradict each other, and threads that wait for each other, or those
// among them that do something that no good run does; other threads that do so; threads that hold a lock for which
// others wait; and a rating of the places where threads stopped.
//
// The rating: threads that have made all their calls, or that join threads of their own process, come last, as they
// wait for the cause. A thread that stopped outside a blocking call comes before waiting threads, and a thread between
// a lock and its release before one that has no lock. Ties are broken by the smallest number of threads at the same
// place, then for ranks, which make the same calls, by the least progress. Tests:
// tests/unit/analyze/ranking/stops/stops_test.cpp.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "analyze/ranking/stops/blocking.h"
#include "analyze/ranking/stops/stops.h"

namespace profdiff {
namespace {

// True if the thread waits or has stopped; false if the same thread does not finish in any good run either.
bool IsStop(const ThreadEnd& end) {
  return !end.usual && (end.state == EndState::kWaits || end.state == EndState::kStopped);
}

// The key by which stopped threads are grouped into places. The last call that returned is part of the key only if the
// call that hangs was not recorded, because it is then the best clue to the place. What good runs call next is not a
// part of it: ranks that wait at one place may take different branches after it.
using Place = std::tuple<std::vector<std::string>, EndState, std::string>;
Place PlaceOf(const ThreadEnd& end) { return {end.open, end.state, end.next.empty() ? std::string() : end.after}; }

using Group = std::vector<const ThreadEnd*>;

// The rating of a thread, compared field by field. The thread with the lowest rating is the most likely cause.
struct Rating {
  bool done = false, joins = false, waits = false, has_no_lock = false;
  double share = 0;
  std::uint64_t calls = 0;

  friend auto operator<=>(const Rating&, const Rating&) = default;
};

class PlaceFinder {
 public:
  PlaceFinder(const std::vector<ThreadEnd>& ends, const RunSummary& summary) {
    for (const ThreadSummary& thread : summary.threads) {
      if (!thread.sync.held.empty()) with_lock_.insert(thread.id);
    }
    for (const ThreadEnd& end : ends) {
      if (end.state != EndState::kMissing) ++of_number_[end.id.thread];
      if (IsStop(end)) groups_[PlaceOf(end)].push_back(&end);
    }
  }

  std::vector<ThreadKey> Suspects() const {
    std::map<Rating, std::vector<ThreadKey>> rated;
    for (const auto& [place, group] : groups_) {
      for (const ThreadEnd* end : group) rated[RatingOf(*end, group)].push_back(end->id);
    }
    if (rated.empty()) return {};
    std::vector<ThreadKey>& suspects = rated.begin()->second;
    std::ranges::sort(suspects);
    return suspects;
  }

  // Returns the places with suspects first, then the other places, sorted by ascending number of threads.
  std::vector<StopPlace> Places(std::size_t run, const std::vector<ThreadKey>& suspects) const {
    std::vector<StopPlace> places;
    for (const auto& [place, group] : groups_) {
      StopPlace& at = places.emplace_back();
      const ThreadEnd& end = *group[0];
      at.run = run;
      for (const ThreadEnd* thread : group) at.threads.push_back(thread->id);
      const bool same_after = std::ranges::all_of(group, [&](const ThreadEnd* e) { return e->after == end.after; });
      at.where = end.open;
      at.after = same_after ? end.after : std::string();
      at.state = end.state;
      std::set<std::string> next;
      for (const ThreadEnd* thread : group) next.insert(thread->next.begin(), thread->next.end());
      at.next.assign(next.begin(), next.end());
    }
    auto rank_of = [&](const StopPlace& place) {
      const bool suspected =
          std::ranges::any_of(place.threads, [&](ThreadKey id) { return std::ranges::binary_search(suspects, id); });
      return std::tuple(!suspected, place.threads.size(), place.threads[0]);
    };
    std::ranges::sort(places, {}, rank_of);
    return places;
  }

 private:
  Rating RatingOf(const ThreadEnd& end, const Group& group) const {
    // Share of the threads with this thread number that stopped here. A place where only a few of many threads stop is
    // unusual. Only threads with the same number are compared, since main threads and workers always stop at different
    // places.
    const auto here = std::ranges::count(group, end.id.thread, [](const ThreadEnd* e) { return e->id.thread; });
    const bool joins = !end.open.empty() && JoinsOwnThreads(end.open.back());
    const double share = static_cast<double>(here) / static_cast<double>(of_number_.at(end.id.thread));
    // Threads of one process make different numbers of calls, so these show no progress there.
    const bool is_alone = of_number_.at(end.id.thread) == 1;
    const std::uint64_t calls = is_alone && end.state == EndState::kWaits ? 0 : end.calls;
    return {end.done, joins, end.state == EndState::kWaits, !with_lock_.contains(end.id), share, calls};
  }

  // By thread number: the number of ranks that have a trace of a thread with this number.
  std::map<std::uint32_t, std::size_t> of_number_;
  std::map<Place, Group> groups_;
  std::set<ThreadKey> with_lock_;
};

class SuspectFinder {
 public:
  explicit SuspectFinder(const StoppedRun& stopped) : stopped_(stopped) {
    for (const Reason& reason : stopped.reasons) {
      if (reason.run == stopped.run) differ_.insert(reason.id);
    }
    for (const ThreadEnd& end : stopped.ends) {
      if (IsStop(end)) stop_.insert(end.id);
    }
  }

  // `rated` are the threads with the best rating.
  std::vector<ThreadKey> Find(std::vector<ThreadKey> rated) const {
    for (const auto find : {&SuspectFinder::Failed, &SuspectFinder::Missing, &SuspectFinder::InErrors,
                            &SuspectFinder::InCycles, &SuspectFinder::Different, &SuspectFinder::Holders}) {
      const std::set<ThreadKey> found = (this->*find)();
      if (!found.empty()) return {found.begin(), found.end()};
    }
    return rated;
  }

 private:
  std::set<ThreadKey> Failed() const {
    std::set<ThreadKey> found;
    for (const BadEnd& end : stopped_.bad_ends) {
      if (end.run == stopped_.run && end.is_first) found.insert(end.thread.value_or(ThreadKey{end.rank, 0}));
    }
    return found;
  }

  std::set<ThreadKey> Missing() const {
    const std::vector<ThreadKey> missing = FindMissingRanks(stopped_.ends);
    return {missing.begin(), missing.end()};
  }

  // Returns those that differ from good runs, or all if none does.
  std::set<ThreadKey> ThatDiffer(const std::set<ThreadKey>& threads) const {
    std::set<ThreadKey> found;
    std::ranges::set_intersection(threads, differ_, std::inserter(found, found.end()));
    return found.empty() ? threads : found;
  }

  std::set<ThreadKey> InErrors() const {
    std::set<ThreadKey> found;
    for (const CallError& error : stopped_.waits.errors) {
      // A message that is left over keeps nobody waiting.
      if (error.kind == CallError::Kind::kUnreceived) continue;
      for (const ThreadEnd& end : stopped_.ends) {
        const bool is_of_rank = std::ranges::find(error.ranks, end.id.rank) != error.ranks.end();
        if (is_of_rank && (end.id.thread == 0 || differ_.contains(end.id))) found.insert(end.id);
      }
    }
    return ThatDiffer(found);
  }

  std::set<ThreadKey> InCycles() const {
    std::set<ThreadKey> found;
    for (const WaitCycle& cycle : stopped_.waits.cycles) found.insert(cycle.threads.begin(), cycle.threads.end());
    return ThatDiffer(found);
  }

  // Threads that did not stop are not the cause, unless they finished although others still wait for them.
  std::set<ThreadKey> Different() const {
    std::set<ThreadKey> found, all;
    for (const ThreadKey id : differ_) {
      all.insert(id);
      if (stop_.contains(id)) found.insert(id);
    }
    if (stop_.empty()) return {};
    return found.empty() ? all : found;
  }

  // Threads that hold a lock for which others wait, and do not wait themselves.
  std::set<ThreadKey> Holders() const {
    std::set<ThreadKey> waiting, holders;
    for (const ThreadWait& wait : stopped_.waits.waits) waiting.insert(wait.id);
    for (const ThreadWait& wait : stopped_.waits.waits) {
      if (SyncRoutineOf(wait.call).kind != SyncKind::kLock) continue;
      for (const ThreadKey id : wait.for_threads) {
        if (!waiting.contains(id)) holders.insert(id);
      }
    }
    return holders;
  }

  const StoppedRun& stopped_;
  std::set<ThreadKey> differ_, stop_;
};

}  // namespace

// The first thread of a rank that has no trace at all. A rank that some good runs lack, too, is not missing.
std::vector<ThreadKey> FindMissingRanks(const std::vector<ThreadEnd>& ends) {
  std::map<std::uint32_t, bool> ranks;
  for (const ThreadEnd& end : ends) {
    const bool is_missing = end.state == EndState::kMissing && !end.usual;
    const auto [rank, is_new] = ranks.try_emplace(end.id.rank, is_missing);
    if (!is_missing && end.state != EndState::kMissing) rank->second = false;
  }
  std::vector<ThreadKey> missing;
  for (const auto& [rank, is_missing] : ranks) {
    if (is_missing) missing.push_back({rank, 0});
  }
  return missing;
}

void AddPlaces(const StoppedRun& stopped, std::vector<StopPlace>& places,
               std::vector<std::vector<ThreadKey>>& suspects) {
  const PlaceFinder finder(stopped.ends, stopped.summary);
  std::vector<ThreadKey> found = SuspectFinder(stopped).Find(finder.Suspects());
  for (StopPlace& place : finder.Places(stopped.run, found)) places.push_back(std::move(place));
  suspects.push_back(std::move(found));
}

}  // namespace profdiff
