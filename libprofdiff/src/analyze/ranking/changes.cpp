// SPDX-License-Identifier: GPL-3.0-or-later
// The change of a thread is its distance, 1 - Jaccard index, from the same thread of the most similar good run. Changes
// between good runs are noise. The noise of a thread is the largest change among all threads with the same thread
// number, since these do the same work in every rank. Even a few good runs then give many observations.
#include "analyze/ranking/changes.h"

#include <algorithm>
#include <optional>
#include <set>

#include "analyze/ranking/run_finder.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

class ChangeFinder {
 public:
  ChangeFinder(const FoldedTraces& folded, const ThreadAttributes& attributes, std::size_t good_runs)
      : folded_(folded), attributes_(attributes), good_runs_(good_runs) {
    FindNoise();
  }

  std::optional<ChangeSum> Find(std::size_t run, ThreadKey id) const {
    const std::optional<double> change = ChangeOf(run, id);
    if (!change) return {};
    const auto known = noise_.find(id.thread);
    const double noise = known == noise_.end() ? 0 : known->second;
    return ChangeSum{*change, noise, std::max(0.0, *change - noise), 1};
  }

 private:
  // Returns the distance of a thread from the same thread of the most similar good run other than `run`; nullopt if no
  // such run has the thread.
  std::optional<double> ChangeOf(std::size_t run, ThreadKey id) const {
    const AttributeSet* set = FindSet(folded_, attributes_, run, id);
    std::optional<double> least;
    for (std::size_t good = 0; good < good_runs_; ++good) {
      const AttributeSet* other = good == run ? nullptr : FindSet(folded_, attributes_, good, id);
      if (other != nullptr) least = std::min(least.value_or(1), 1 - Similarity(*set, *other));
    }
    return least;
  }

  void FindNoise() {
    for (std::size_t run = 0; run < good_runs_; ++run) {
      for (const FoldedThread& thread : folded_.runs[run]) {
        double& noise = noise_[thread.id.thread];
        noise = std::max(noise, ChangeOf(run, thread.id).value_or(0));
      }
    }
  }

  const FoldedTraces& folded_;
  const ThreadAttributes& attributes_;
  const std::size_t good_runs_;
  std::map<std::uint32_t, double> noise_;  // largest change between good runs, by thread number
};

// The distances of one thread between all pairs of good runs; nullopt if a run lacks the thread.
class ThreadDistances {
 public:
  ThreadDistances(const FoldedTraces& folded, const ThreadAttributes& attributes, std::size_t good_runs, ThreadKey id)
      : runs_(good_runs), values_(good_runs * good_runs) {
    std::vector<const AttributeSet*> sets;
    for (std::size_t run = 0; run < good_runs; ++run) sets.push_back(FindSet(folded, attributes, run, id));
    for (std::size_t a = 0; a < good_runs; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (sets[a] == nullptr || sets[b] == nullptr) continue;
        values_[a * runs_ + b] = values_[b * runs_ + a] = 1 - Similarity(*sets[a], *sets[b]);
      }
    }
  }

  // Returns the distance from the most similar other run, except `without`.
  std::optional<double> Least(std::size_t run, std::size_t without) const {
    std::optional<double> least;
    for (std::size_t other = 0; other < runs_; ++other) {
      const std::optional<double>& value = values_[run * runs_ + other];
      if (other != run && other != without && value) least = std::min(least.value_or(1), *value);
    }
    return least;
  }

 private:
  std::size_t runs_;
  std::vector<std::optional<double>> values_;
};

// Returns the threads that were still running when their run ended, except those that finish in no good run either. The
// frequencies of running threads only show how long they waited for other threads, and would hide the thread that
// stopped.
std::set<ThreadKey> ThreadsThatRan(const std::vector<ThreadEnd>& ends) {
  std::set<ThreadKey> ran;
  for (const ThreadEnd& end : ends) {
    if (end.state == EndState::kRuns && !end.usual) ran.insert(end.id);
  }
  return ran;
}

}  // namespace

std::vector<std::map<ThreadKey, ChangeSum>> FindGoodChanges(const FoldedTraces& folded,
                                                            const ThreadAttributes& attributes, std::size_t good_runs) {
  constexpr std::size_t kFewestRuns = 3;
  if (good_runs < kFewestRuns) return {};
  std::map<ThreadKey, ThreadDistances> threads;
  for (std::size_t run = 0; run < good_runs; ++run) {
    for (const FoldedThread& thread : folded.runs[run]) {
      if (!threads.contains(thread.id)) threads.try_emplace(thread.id, folded, attributes, good_runs, thread.id);
    }
  }
  std::vector<std::map<ThreadKey, ChangeSum>> changes(good_runs);
  for (std::size_t run = 0; run < good_runs; ++run) {
    std::map<std::uint32_t, double> noise;  // by thread number, without this run
    for (const auto& [id, distances] : threads) {
      for (std::size_t other = 0; other < good_runs; ++other) {
        if (other != run) noise[id.thread] = std::max(noise[id.thread], distances.Least(other, run).value_or(0));
      }
    }
    for (const auto& [id, distances] : threads) {
      const std::optional<double> change = distances.Least(run, run);
      if (!change) continue;
      changes[run][id] = {*change, noise[id.thread], std::max(0.0, *change - noise[id.thread]), 1};
    }
  }
  return changes;
}

std::map<ThreadKey, ChangeSum> FindChanges(const FoldedTraces& folded, const ThreadAttributes& attributes,
                                           AttributeRow row, std::size_t good_runs, const Stops& stops) {
  const ChangeFinder finder(folded, attributes, good_runs);
  std::map<ThreadKey, ChangeSum> changes;
  for (std::size_t run = good_runs; run < folded.runs.size(); ++run) {
    const std::set<ThreadKey> ran = ThreadsThatRan(stops.runs[run]);
    for (const FoldedThread& thread : folded.runs[run]) {
      if (row.frequency != AttributeFrequency::kNone && ran.contains(thread.id)) continue;
      if (const auto change = finder.Find(run, thread.id)) changes[thread.id].Add(*change);
    }
  }
  return changes;
}

}  // namespace profdiff
