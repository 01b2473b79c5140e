// SPDX-License-Identifier: GPL-3.0-or-later
// Finds functions that took longer than in any good run. Only self time in functions that do not block is compared,
// because it is work; time in blocking functions would point to the threads that wait for the slow one. If there are
// several bad runs, the largest time counts.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "analyze/ranking/stops/stops.h"

namespace profdiff {
namespace {

constexpr double kLonger = 1.2;  // a slower run takes more than this factor times the duration of the longest good run
constexpr std::uint64_t kTimes = 2;  // a slower function takes more than this factor times its maximum in good runs
constexpr std::uint64_t kPart = 10;  // a slower function also takes more than 1 / kPart of its run

using SelfTimes = std::map<std::pair<ThreadKey, std::string_view>, std::uint64_t>;

// Raises the self time of each function to its self time in this run if the latter is larger.
void AddSelfTimes(const RunSummary& run, SelfTimes& most) {
  for (const ThreadSummary& thread : run.threads) {
    for (const NameWork& self : thread.work) {
      std::uint64_t& known = most[{thread.id, run.NameOf(self.name)}];
      known = std::max(known, self.time);
    }
  }
}

}  // namespace

// Durations are compared instead of end times, as each rank may have its own clock.
std::uint64_t LongestDuration(const RunSummary& run) {
  std::uint64_t longest = 0;
  for (const auto& [rank, times] : FindRankClocks(run)) {
    longest = std::max(longest, times.SinceBegin(times.last));
  }
  return longest;
}

std::vector<SlowerFunction> FindSlower(std::span<const RunSummary> good, std::span<const RunSummary> bad) {
  std::uint64_t longest = 0;
  for (const RunSummary& run : good) longest = std::max(longest, LongestDuration(run));
  auto took_longer = [&](const RunSummary& run) {
    return static_cast<double>(LongestDuration(run)) > kLonger * static_cast<double>(longest);
  };
  if (good.empty() || std::ranges::none_of(bad, took_longer)) return {};
  SelfTimes in_good;
  for (const RunSummary& run : good) AddSelfTimes(run, in_good);
  std::map<std::pair<ThreadKey, std::string_view>, SlowerFunction> slower;
  for (const RunSummary& run : bad) {
    if (!took_longer(run)) continue;
    const std::uint64_t least = LongestDuration(run) / kPart;
    SelfTimes times;
    AddSelfTimes(run, times);
    for (const auto& [key, time] : times) {
      const auto known = in_good.find(key);
      const std::uint64_t most = known == in_good.end() ? 0 : known->second;
      if (time <= kTimes * most || time <= least) continue;
      SlowerFunction& function = slower[key];
      if (time > function.bad) {
        function = {key.first, std::string(key.second), time, most, SlowerFunction::What::kLonger};
      }
    }
  }
  std::vector<SlowerFunction> list;
  for (auto& [key, function] : slower) list.push_back(std::move(function));
  // The largest excess comes first, as it contributes most to the longer duration of the run.
  std::ranges::stable_sort(list, std::greater<>(), [](const SlowerFunction& f) { return f.bad - f.most; });
  return list;
}

}  // namespace profdiff
