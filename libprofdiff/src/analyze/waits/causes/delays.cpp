// SPDX-License-Identifier: GPL-3.0-or-later
// Waits are visited by their ends, latest first, so that everything that is passed on to a wait is known when it is
// visited. What is passed on to the waits of a thread during an interval is a rate for this interval: the sum of all
// rates at a wait is kept as a running sum while the waits of the thread are visited backwards.
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp.
#include "analyze/waits/causes/delays.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

namespace profdiff {
namespace {

// The waits of one thread, in order.
struct ThreadWaits {
  std::vector<std::int64_t> begins;
  std::vector<double> before;  // sum of the lengths of all waits before each wait; one more element for the end
  std::vector<double> rates;   // change of the rate at each wait, when waits are visited backwards; one more element
  double rate = 0;
  std::size_t left = 0;  // number of waits that have not been visited
};

class DelayFinder {
 public:
  explicit DelayFinder(const RunHistory& history)
      : history_(history), own_(history.paths().size()), other_(history.paths().size()) {
    threads_.resize(history.threads().size());
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) AddThread(thread);
  }

  Delays Find() {
    const std::vector<RankWait>& waits = history_.waits();
    std::vector<std::uint32_t> order(waits.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order,
                             [&](std::uint32_t a, std::uint32_t b) { return KeyOf(waits[a]) > KeyOf(waits[b]); });
    for (const std::uint32_t wait : order) Visit(waits[wait]);
    return std::move(found_);
  }

 private:
  using Key = std::tuple<std::int64_t, std::int64_t, std::uint32_t, std::uint32_t>;

  // Within a thread, later calls come first even if waits have no length.
  Key KeyOf(const RankWait& wait) const {
    return {wait.end, history_.StepOf(wait.call).end, wait.call.thread, wait.call.step};
  }

  void AddThread(std::uint32_t index) {
    ThreadWaits& thread = threads_[index];
    thread.before.push_back(0);
    for (const std::uint32_t id : history_.waits_of(index)) {
      const RankWait& wait = history_.waits()[id];
      thread.begins.push_back(wait.begin);
      thread.before.push_back(thread.before.back() + static_cast<double>(wait.end - wait.begin));
    }
    thread.rates.resize(thread.before.size());
    thread.left = thread.begins.size();
  }

  void Visit(const RankWait& wait) {
    ThreadWaits& thread = threads_[wait.call.thread];
    thread.rate += thread.rates[thread.left--];
    const double length = static_cast<double>(wait.end - wait.begin);
    const double own = wait.is_counted ? length : 0, passed_on = thread.rate * length;
    found_.waits += own;
    if (own + passed_on > 0) Share(wait, own, passed_on);
  }

  // Shares a wait, and what was passed on to it, among the paths and the waits of the rank that ended it.
  void Share(const RankWait& wait, double own, double passed_on) {
    if (history_.RankOf(wait.call) == history_.RankOf(wait.by)) {
      found_.unexplained += own + passed_on;
      return;
    }
    const auto [begin, other_begin] = history_.LastMeeting(wait.call, wait.by);
    const TimeSpan other{other_begin, history_.StepOf(wait.by).begin};
    own_.Clear();
    other_.Clear();
    history_.Collect(wait.call.thread, {begin, wait.begin}, own_);
    history_.Collect(wait.by.thread, other, other_);
    const auto [first, last] = WaitsIn(threads_[wait.by.thread], other);
    const bool has_waits = first < last;
    const double waited = has_waits ? std::max(other_.waited - own_.waited, 0.0) : 0;
    double sum = waited;
    for (const std::uint32_t path : other_.paths()) sum += ExcessOf(path);
    if (sum <= 0) {
      found_.unexplained += own + passed_on;
      return;
    }
    for (const std::uint32_t path : other_.paths()) {
      if (ExcessOf(path) <= 0) continue;
      DelayCost& cost = found_.costs[{wait.by.thread, path}];
      cost.direct += own * ExcessOf(path) / sum;
      cost.indirect += passed_on * ExcessOf(path) / sum;
    }
    if (waited > 0) PassOn(threads_[wait.by.thread], first, last, (own + passed_on) * waited / sum);
  }

  double ExcessOf(std::uint32_t path) const { return std::max(other_.Of(path) - own_.Of(path), 0.0); }

  // Returns the range of the waits of a thread that begin in an interval and have not been visited.
  static std::pair<std::size_t, std::size_t> WaitsIn(const ThreadWaits& thread, const TimeSpan& interval) {
    const auto index_of = [&](std::int64_t time) {
      return static_cast<std::size_t>(std::ranges::lower_bound(thread.begins, time) - thread.begins.begin());
    };
    return {index_of(interval.begin), std::min(index_of(interval.end), thread.left)};
  }

  static void PassOn(ThreadWaits& thread, std::size_t first, std::size_t last, double time) {
    const double rate = time / (thread.before[last] - thread.before[first]);
    thread.rates[last] += rate;
    thread.rates[first] -= rate;
  }

  const RunHistory& history_;
  std::vector<ThreadWaits> threads_;
  PathTimes own_, other_;
  Delays found_;
};

}  // namespace

Delays FindDelays(const RunHistory& history) { return DelayFinder(history).Find(); }

}  // namespace profdiff
