// SPDX-License-Identifier: GPL-3.0-or-later
// Self time in a function that does not block is work. Of several bad runs, the most counts.
#include "analyze/ranking/stops/slower.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "analyze/ranking/stops/records.h"

namespace profdiff {
namespace {

constexpr double kLonger = 1.2;      // than the longest good run
constexpr std::uint64_t kTimes = 2;  // the good maximum
constexpr std::uint64_t kPart = 10;  // of the run: one tenth

using SelfTimes = std::map<std::pair<ThreadKey, std::string_view>, std::uint64_t>;

// The rank that took longest; ranks may have clocks of their own.
std::uint64_t DurationOf(const Trace& trace) {
  std::uint64_t longest = 0;
  for (const auto& [rank, times] : FindRankTimes(trace)) {
    longest = std::max(longest, times.last - std::min(times.begin, times.last));
  }
  return longest;
}

std::vector<std::int64_t> SelfTimesByName(const CallTree& calls, std::size_t names) {
  std::vector<std::int64_t> times(names);
  std::vector<std::uint32_t> inside;
  for (std::uint32_t row = 0; row < calls.size(); ++row) {
    while (!inside.empty() && calls.end[inside.back()] <= row) inside.pop_back();
    const auto duration = static_cast<std::int64_t>(calls.duration[row]);
    times[calls.function[row].value] += duration;
    if (!inside.empty()) times[calls.function[inside.back()].value] -= duration;
    inside.push_back(row);
  }
  return times;
}

// Raises the self time of each function that does not block to that of this run, if it is larger.
void AddSelfTimes(const Trace& trace, SelfTimes& most) {
  const std::vector<ThreadKey> keys = ThreadKeys(trace);
  std::vector<bool> blocks;  // by NameId
  for (const std::string& name : trace.names) blocks.push_back(Blocks(name));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::vector<std::int64_t> times = SelfTimesByName(trace.threads[i].calls, trace.names.size());
    for (std::size_t name = 0; name < times.size(); ++name) {
      if (times[name] <= 0 || blocks[name]) continue;
      std::uint64_t& known = most[{keys[i], trace.names[name]}];
      known = std::max(known, static_cast<std::uint64_t>(times[name]));
    }
  }
}

}  // namespace

std::vector<SlowerFunction> FindSlower(Runs good, Runs bad) {
  std::uint64_t longest = 0;
  for (const Trace* run : good) longest = std::max(longest, DurationOf(*run));
  auto took_longer = [&](const Trace* run) {
    return static_cast<double>(DurationOf(*run)) > kLonger * static_cast<double>(longest);
  };
  if (good.empty() || std::ranges::none_of(bad, took_longer)) return {};
  SelfTimes in_good;
  for (const Trace* run : good) AddSelfTimes(*run, in_good);
  std::map<std::pair<ThreadKey, std::string_view>, SlowerFunction> slower;
  for (const Trace* run : bad) {
    if (!took_longer(run)) continue;
    const std::uint64_t least = DurationOf(*run) / kPart;
    SelfTimes times;
    AddSelfTimes(*run, times);
    for (const auto& [key, time] : times) {
      const auto known = in_good.find(key);
      const std::uint64_t most = known == in_good.end() ? 0 : known->second;
      if (time <= kTimes * most || time <= least) continue;
      SlowerFunction& function = slower[key];
      if (time > function.bad) function = {key.first, std::string(key.second), time, most};
    }
  }
  std::vector<SlowerFunction> list;
  for (auto& [key, function] : slower) list.push_back(std::move(function));
  std::ranges::stable_sort(list, std::greater<>(), [](const SlowerFunction& f) { return f.bad - f.most; });
  return list;
}

}  // namespace profdiff
