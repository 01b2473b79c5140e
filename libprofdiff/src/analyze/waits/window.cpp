// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/window.h"

#include <algorithm>
#include <limits>

namespace profdiff {
namespace {

class Window {
 public:
  Window(std::int64_t shift, std::int64_t first, std::uint64_t from, std::uint64_t to) : shift_(shift) {
    const auto until = [&](std::uint64_t time) {
      constexpr auto kLast = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
      return static_cast<std::uint64_t>(first) + std::min(time, kLast - static_cast<std::uint64_t>(first));
    };
    from_ = until(from);
    to_ = std::max(from_, until(to));
  }

  std::uint64_t Cut(std::uint64_t time) const { return std::clamp(Shifted(time), from_, to_); }
  bool Has(std::uint64_t time) const { return Shifted(time) >= from_ && Shifted(time) <= to_; }

 private:
  std::uint64_t Shifted(std::uint64_t time) const { return time + static_cast<std::uint64_t>(shift_); }

  std::int64_t shift_ = 0;
  std::uint64_t from_ = 0, to_ = 0;
};

void CutCounts(CounterReadings& readings, const Window& window) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const std::size_t end = at + readings.sets[readings.set[i]].size();
    if (!window.Has(readings.time[i])) {
      std::fill(readings.counts.begin() + static_cast<std::ptrdiff_t>(at),
                readings.counts.begin() + static_cast<std::ptrdiff_t>(end), 0);
    }
    readings.time[i] = window.Cut(readings.time[i]);
    at = end;
  }
}

void CutThread(ThreadTrace& thread, const Window& window) {
  CallTree& calls = thread.calls;
  for (std::size_t row = 0; row < calls.size(); ++row) {
    const std::uint64_t end = window.Cut(calls.start[row] + calls.duration[row]);
    calls.start[row] = window.Cut(calls.start[row]);
    calls.duration[row] = end - calls.start[row];
  }
  for (Communication& communication : thread.communications) communication.time = window.Cut(communication.time);
  CutCounts(thread.counters, window);
}

}  // namespace

void RankClocks::Add(const Trace& part) {
  for (const ThreadTrace& thread : part.threads) {
    if (thread.calls.size() == 0) continue;
    const auto first = static_cast<std::int64_t>(thread.calls.start[0]);
    const auto [known, is_new] = begin.try_emplace(thread.rank, first);
    if (!is_new) known->second = std::min(known->second, first);
  }
}

Trace InWindow(const Trace& part, const RankClocks& clocks, std::uint64_t from, std::uint64_t to) {
  const auto offset_of = [&](std::uint32_t rank) {
    const auto found = clocks.offsets.find(rank);
    return found == clocks.offsets.end() ? 0 : found->second;
  };
  // All clocks are shifted so far that no time is below 0.
  std::int64_t shift = 0, first = std::numeric_limits<std::int64_t>::max();
  for (const auto& [rank, begin] : clocks.begin) shift = std::max(shift, -(begin + offset_of(rank)));
  for (const auto& [rank, begin] : clocks.begin) first = std::min(first, begin + offset_of(rank) + shift);
  Trace cut = part;
  for (ThreadTrace& thread : cut.threads) CutThread(thread, {offset_of(thread.rank) + shift, first, from, to});
  return cut;
}

}  // namespace profdiff
