// SPDX-License-Identifier: GPL-3.0-or-later
// Rates how likely each thread is the cause of a stop. A rank that ended with an error well before all others is the
// cause. Otherwise, the cause is a thread that stopped. Threads that have made all their calls, or that join threads of
// their own process, come last, as they wait for the cause. A thread that stopped outside a blocking call comes before
// waiting threads. Ties are broken by the smallest number of threads at the same place, then by the least progress.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "analyze/ranking/stops/blocking.h"
#include "analyze/ranking/stops/stops.h"

namespace profdiff {
namespace {

// A failed rank is the cause only if it ended at least this many nanoseconds before all other ranks. A shorter time
// proves nothing, because the launcher ends the other ranks within this time after a failure.
constexpr std::uint64_t kEarly = 2'000'000'000;

// Returns the time in nanoseconds from a rank's first call to the rank's end. Ranks start together, so these times can
// be compared even if clocks differ.
std::uint64_t Elapsed(const RankTimes& times) { return times.SinceBegin(times.end); }

// True if the thread waits or has stopped; false if the same thread does not finish in any good run either.
bool IsStop(const ThreadEnd& end) {
  return !end.usual && (end.state == EndState::kWaits || end.state == EndState::kStopped);
}

// The key by which stopped threads are grouped into places. The last call that returned is part of the key only if the
// call that hangs was not recorded, because it is then the best clue to the place.
using Place = std::tuple<std::vector<std::string>, EndState, std::string, std::vector<std::string>>;
Place PlaceOf(const ThreadEnd& end) {
  if (end.next.empty()) return {end.open, end.state, {}, {}};
  return {end.open, end.state, end.after, end.next};
}

using Group = std::vector<const ThreadEnd*>;

// The rating of a thread, compared field by field. The thread with the lowest rating is the most likely cause.
struct Rating {
  bool done = false, joins = false, waits = false;
  double share = 0;
  std::uint64_t calls = 0;

  friend auto operator<=>(const Rating&, const Rating&) = default;
};

class PlaceFinder {
 public:
  explicit PlaceFinder(const std::vector<ThreadEnd>& ends) {
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
      at.next = end.next;
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
    return {end.done, joins, end.state == EndState::kWaits,
            static_cast<double>(here) / static_cast<double>(of_number_.at(end.id.thread)), end.calls};
  }

  // By thread number: the number of ranks that have a trace of a thread with this number.
  std::map<std::uint32_t, std::size_t> of_number_;
  std::map<Place, Group> groups_;
};

}  // namespace

void AddBadEnds(const RunSummary& of_run, std::size_t run, std::vector<BadEnd>& ends) {
  const std::map<std::uint32_t, RankTimes> ranks = FindRankTimes(of_run);
  for (const auto& [rank, times] : ranks) {
    if (times.exit_status.value_or(0) == 0) continue;
    BadEnd end{run, rank, *times.exit_status, {}, {}, false};
    bool all_known = times.end_is_known && times.begin;  // a rank without calls has no start to count from
    for (const auto& [other, other_times] : ranks) {
      if (other == rank) continue;
      all_known = all_known && other_times.end_is_known && other_times.begin;
      const std::uint64_t before = Elapsed(other_times) - std::min(Elapsed(times), Elapsed(other_times));
      end.before_last = std::max(end.before_last.value_or(0), before);
      end.before_others = std::min(end.before_others.value_or(before), before);
    }
    if (!all_known) end.before_last = end.before_others = std::nullopt;
    end.is_early = end.before_others.value_or(0) >= kEarly;
    ends.push_back(end);
  }
}

void AddPlaces(const std::vector<ThreadEnd>& ends, std::size_t run, Stops& stops) {
  const PlaceFinder finder(ends);
  std::vector<ThreadKey> suspects;
  for (const BadEnd& end : stops.ends) {
    if (end.run == run && end.is_early) suspects.push_back({end.rank, 0});
  }
  if (suspects.empty()) suspects = finder.Suspects();
  for (StopPlace& place : finder.Places(run, suspects)) stops.places.push_back(std::move(place));
  stops.suspects.push_back(std::move(suspects));
}

}  // namespace profdiff
