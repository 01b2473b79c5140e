// SPDX-License-Identifier: GPL-3.0-or-later
// Finds out how ranks ended, and which end was the first. A rank that failed by itself counts before ranks that were
// ended from outside, however little earlier it ended: mpirun ends the other ranks 0.4 to 1.6 s after a failure, and
// these end within 0.11 s of each other. uftrace writes the entry of a call that has not returned only in the thread
// that received a signal. If that call blocks, the signal was sent to a rank that waited.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#include <algorithm>
#include <array>
#include <csignal>
#include <map>
#include <optional>

#include "analyze/ranking/stops/blocking.h"
#include "analyze/ranking/stops/stops.h"

namespace profdiff {
namespace {

// All times are in nanoseconds.
constexpr std::uint64_t kTogether = 100'000'000;          // ends within this time count as the same moment
constexpr std::uint64_t kKilledBefore = 200'000'000;      // a killed rank is the first if it ended this much earlier
constexpr std::uint64_t kSilence = 500'000'000;           // shortest silence before a signal sent by hand
constexpr std::uint64_t kLongerPauses = 3;                // and it is longer than this many of the longest pauses
constexpr std::uint64_t kSameHand = 1'000'000'000;        // a user sends a signal to all ranks within this time
constexpr std::uint64_t kStartTogether = 10'000'000'000;  // ranks of one host start within this time

bool IsFromOutside(int signal) {
  constexpr std::array kOutside = {SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM};
  return std::ranges::find(kOutside, signal) != kOutside.end();
}

class RankEnds {
 public:
  RankEnds(const RunSummary& of_run, std::size_t run, const EndsOfGoodRuns& good)
      : summary_(of_run), run_(run), good_(good), ranks_(FindRankClocks(of_run)) {
    for (const ThreadSummary& thread : of_run.threads) threads_[thread.id.rank].push_back(&thread);
  }

  std::vector<BadEnd> Find() {
    FindOrder();
    for (const auto& [rank, times] : ranks_) {
      if (times.exit_status.value_or(0) != 0) ends_.push_back(Describe(rank, times));
    }
    FindSentToAll();
    FindFirst();
    FindDistances();
    return std::move(ends_);
  }

 private:
  // Ends are compared by the tracer's clock if all ranks have the same one, otherwise by the duration of each rank.
  void FindOrder() {
    std::optional<std::uint64_t> first, last;
    for (const auto& [rank, times] : ranks_) {
      if (!times.begin) continue;
      first = std::min(first.value_or(*times.begin), *times.begin);
      last = std::max(last.value_or(*times.begin), *times.begin);
    }
    shares_clock_ = first && *last - *first <= kStartTogether;
  }
  std::uint64_t EndOf(std::uint32_t rank) const {
    const RankClock& times = ranks_.at(rank);
    return shares_clock_ ? times.end : times.SinceBegin(times.end);
  }

  BadEnd Describe(std::uint32_t rank, const RankClock& times) const {
    BadEnd end;
    end.run = run_;
    end.rank = rank;
    end.status = *times.exit_status;
    if (end.status == BadEnd::kKilledRecorder) {
      end.how = EndKind::kOutside;
      return end;
    }
    constexpr int kCodeUnit = 256, kSignals = 128;
    end.signal = end.status % kSignals;
    end.code = end.signal == 0 ? end.status / kCodeUnit : 0;
    const auto usual = good_.find(rank);
    const bool is_usual = usual != good_.end() && std::ranges::find(usual->second, end.status) != usual->second.end();
    if (end.signal == 0) {
      end.how = is_usual ? EndKind::kNormal : EndKind::kCode;
    } else if (IsFromOutside(end.signal)) {
      end.how = EndKind::kOutside;
    } else {
      end.how = WasSentByHand(rank, times) ? EndKind::kByHand : EndKind::kSignal;
    }
    return end;
  }

  // Returns the thread that received the signal; null if the recording does not show it.
  const ThreadSummary* FindReceiver(std::uint32_t rank) const {
    for (const ThreadSummary* thread : ThreadsOf(rank)) {
      if (thread->ends_in_entry) return thread;
    }
    return nullptr;
  }
  std::vector<const ThreadSummary*> ThreadsOf(std::uint32_t rank) const {
    const auto found = threads_.find(rank);
    return found == threads_.end() ? std::vector<const ThreadSummary*>() : found->second;
  }

  bool WasSentByHand(std::uint32_t rank, const RankClock& times) const {
    if (const ThreadSummary* receiver = FindReceiver(rank)) {
      std::vector<std::string> open;
      for (const NameTime& call : receiver->open) open.push_back(summary_.NameOf(call.name));
      return FindBlocking(open) < open.size();
    }
    const std::vector<const ThreadSummary*> threads = ThreadsOf(rank);
    const auto has_ended = [](const ThreadSummary* thread) { return thread->open.empty(); };
    if (std::ranges::all_of(threads, has_ended)) return true;
    std::uint64_t last = 0, longest = 0;
    for (const ThreadSummary* thread : threads) {
      last = std::max(last, thread->last_record);
      longest = std::max(longest, thread->longest_pause);
    }
    const std::uint64_t silent = times.end - std::min(last, times.end);
    return times.end_is_known && silent > std::max(kSilence, kLongerPauses * longest);
  }

  // A user sends the same signal to all ranks, also to those whose recordings do not show that they waited.
  void FindSentToAll() {
    for (BadEnd& end : ends_) {
      if (end.how != EndKind::kSignal) continue;
      const bool same = std::ranges::any_of(ends_, [&](const BadEnd& other) {
        if (other.how != EndKind::kByHand || other.signal != end.signal) return false;
        const std::uint64_t a = EndOf(end.rank), b = EndOf(other.rank);
        return std::max(a, b) - std::min(a, b) <= kSameHand;
      });
      if (same) end.how = EndKind::kByHand;
    }
  }

  void FindFirst() {
    std::optional<std::uint64_t> first;
    const auto has_failed = [](const BadEnd& end) { return end.how == EndKind::kCode || end.how == EndKind::kSignal; };
    for (const BadEnd& end : ends_) {
      if (has_failed(end)) first = std::min(first.value_or(EndOf(end.rank)), EndOf(end.rank));
    }
    for (BadEnd& end : ends_) {
      if (has_failed(end) && EndOf(end.rank) - *first <= kTogether) SetFirst(end);
    }
    if (!first) FindKilled();
  }

  // A rank that was killed, for example because it took too much memory, ends before the launcher ends the others.
  void FindKilled() {
    for (BadEnd& end : ends_) {
      if (end.signal != SIGKILL || ranks_.size() < 2 || !ranks_.at(end.rank).end_is_known) continue;
      const bool before_all = std::ranges::all_of(ranks_, [&](const auto& other) {
        return other.first == end.rank || (other.second.begin && EndOf(other.first) > EndOf(end.rank) + kKilledBefore);
      });
      if (before_all) SetFirst(end);
    }
  }

  void SetFirst(BadEnd& end) const {
    end.is_first = true;
    const std::vector<const ThreadSummary*> threads = ThreadsOf(end.rank);
    const auto ends_rank = [this](const ThreadSummary* thread) {
      return !thread->open.empty() && EndsThread(summary_.NameOf(thread->open.back().name));
    };
    const ThreadSummary* found = end.how == EndKind::kSignal ? FindReceiver(end.rank) : nullptr;
    if (end.how == EndKind::kCode) {
      const auto exits = std::ranges::find_if(threads, ends_rank);
      if (exits != threads.end()) found = *exits;
    }
    end.thread_is_certain = found != nullptr || threads.size() == 1;
    if (found == nullptr) found = LikelyThread(threads);
    end.thread = found == nullptr ? ThreadKey{end.rank, 0} : found->id;
  }

  // In a program of one process, the thread that wrote the last record; otherwise the main thread, which calls MPI.
  const ThreadSummary* LikelyThread(const std::vector<const ThreadSummary*>& threads) const {
    if (threads.empty()) return nullptr;
    if (ranks_.size() > 1 || threads.front()->open.empty()) return threads.front();
    return *std::ranges::max_element(threads, {}, [](const ThreadSummary* thread) { return thread->last_record; });
  }

  void FindDistances() {
    std::optional<std::uint64_t> last;
    bool all_known = ranks_.size() > 1;
    for (const auto& [rank, times] : ranks_) {
      all_known = all_known && times.end_is_known && times.begin;  // a rank without calls has no start to count from
      last = std::max(last.value_or(0), EndOf(rank));
    }
    if (!all_known) return;
    for (BadEnd& end : ends_) {
      const std::uint64_t own = EndOf(end.rank);
      end.before_last = *last - own;
      for (const auto& [rank, times] : ranks_) {
        if (rank == end.rank || (end.is_first && IsFirst(rank))) continue;
        const std::uint64_t before = EndOf(rank) - std::min(own, EndOf(rank));
        end.before_others = std::min(end.before_others.value_or(before), before);
      }
    }
  }
  bool IsFirst(std::uint32_t rank) const {
    return std::ranges::any_of(ends_, [rank](const BadEnd& end) { return end.rank == rank && end.is_first; });
  }

  const RunSummary& summary_;
  const std::size_t run_;
  const EndsOfGoodRuns& good_;
  const std::map<std::uint32_t, RankClock> ranks_;
  std::map<std::uint32_t, std::vector<const ThreadSummary*>> threads_;
  bool shares_clock_ = true;
  std::vector<BadEnd> ends_;
};

constexpr std::array<std::string_view, 6> kEndNames = {"normal", "code", "signal", "outside", "byHand", "unknown"};

}  // namespace

std::string_view NameOf(EndKind how) { return kEndNames[static_cast<std::size_t>(how)]; }

EndsOfGoodRuns StatusesOf(std::span<const RunSummary> good) {
  EndsOfGoodRuns statuses;
  for (const RunSummary& run : good) {
    for (const RankEnd& end : run.ends) {
      if (end.exit_status) statuses[end.rank].push_back(*end.exit_status);
    }
  }
  return statuses;
}

void AddBadEnds(const RunSummary& of_run, std::size_t run, const EndsOfGoodRuns& good, std::vector<BadEnd>& ends) {
  for (BadEnd& end : RankEnds(of_run, run, good).Find()) ends.push_back(std::move(end));
}

}  // namespace profdiff
