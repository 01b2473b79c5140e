// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp.
#include "analyze/waits/causes/critical_path.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace profdiff {
namespace {

class CriticalPathFinder {
 public:
  explicit CriticalPathFinder(const RunHistory& history)
      : history_(history), times_(history.paths().size()), sums_(history.paths().size()) {
    for (std::uint32_t thread = 0; thread < history.threads().size(); ++thread) {
      left_.push_back(history.waits_of(thread).size());
    }
  }

  std::map<std::pair<std::uint32_t, std::uint32_t>, CriticalWork> Find() {
    std::optional<std::uint32_t> last;
    for (std::uint32_t i = 0; i < history_.threads().size(); ++i) {
      const TimeSpan& phase = PhaseOf(i);
      if (phase.begin < phase.end && (!last || phase.end > PhaseOf(*last).end)) last = i;
    }
    if (!last) return {};
    GoBack(*last, PhaseOf(*last).end);
    AddImbalance();
    return std::move(found_);
  }

 private:
  const TimeSpan& PhaseOf(std::uint32_t thread) const { return history_.threads()[thread].phase; }

  void GoBack(std::uint32_t thread, std::int64_t time) {
    while (const RankWait* wait = LastWait(thread, time)) {
      AddWork(thread, wait->end, time);
      thread = wait->by.thread;
      time = wait->end;
    }
    AddWork(thread, PhaseOf(thread).begin, time);
  }

  // Returns the last wait of a thread in the phase that ends before a time; null if there is none. Each wait is
  // returned once, so calls that end each other's waits at the same time are no endless loop.
  const RankWait* LastWait(std::uint32_t thread, std::int64_t time) {
    const std::vector<std::uint32_t>& waits = history_.waits_of(thread);
    while (left_[thread] > 0) {
      const RankWait& wait = history_.waits()[waits[--left_[thread]]];
      if (wait.begin < PhaseOf(thread).begin) return nullptr;
      if (wait.end <= time && history_.RankOf(wait.by) != history_.RankOf(wait.call)) return &wait;
    }
    return nullptr;
  }

  void AddWork(std::uint32_t thread, std::int64_t begin, std::int64_t end) {
    times_.Clear();
    history_.Collect(thread, {begin, end}, times_);
    for (const std::uint32_t path : times_.paths()) found_[{thread, path}].time += times_.Of(path);
  }

  void AddImbalance() {
    std::set<std::uint32_t> ranks;
    for (std::uint32_t thread = 0; thread < history_.threads().size(); ++thread) {
      ranks.insert(history_.threads()[thread].rank);
      history_.Collect(thread, PhaseOf(thread), sums_);
    }
    std::map<std::uint32_t, double> critical;  // by path
    for (const auto& [key, work] : found_) critical[key.second] += work.time;
    for (auto& [key, work] : found_) {
      const double sum = critical[key.second], mean = sums_.Of(key.second) / static_cast<double>(ranks.size());
      work.imbalance = std::max(sum - mean, 0.0) * work.time / sum;
    }
  }

  const RunHistory& history_;
  PathTimes times_, sums_;
  std::vector<std::size_t> left_;  // number of waits of each thread that were not passed
  std::map<std::pair<std::uint32_t, std::uint32_t>, CriticalWork> found_;
};

}  // namespace

std::map<std::pair<std::uint32_t, std::uint32_t>, CriticalWork> FindCriticalPath(const RunHistory& history) {
  return CriticalPathFinder(history).Find();
}

}  // namespace profdiff
