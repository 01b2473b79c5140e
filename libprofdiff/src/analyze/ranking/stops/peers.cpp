// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the threads of one run that have the same first function, and so the same work. A thread is slow in a
// function if it spends over twice as much time there as any of the others, and starved if it makes under half as many
// calls. A delay of under 0.1 s in one of several calls is no finding: another program may have had the processor.
// Threads of good runs that differ in this way, such as one that reads the input, are no finding.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "analyze/ranking/stops/stops.h"

namespace profdiff {
namespace {

constexpr std::size_t kFewestPeers = 3;  // threads with the same first function
constexpr std::uint64_t kFactor = 2;
constexpr std::uint64_t kPartOfRun = 20;   // excess over the largest peer: more than 1 / kPartOfRun of the run
constexpr std::uint64_t kFewestCalls = 4;  // calls of the peer that makes fewest
constexpr std::uint64_t kLongestTurn = 100'000'000;  // nanoseconds for which another program has the processor

using What = SlowerFunction::What;
using Finding = std::tuple<std::string, std::string, What>;  // first function, function, what

// What the members of a team did in one function.
struct TeamWork {
  std::vector<std::uint64_t> times, calls, longest;
};

class PeerFinder {
 public:
  explicit PeerFinder(const RunSummary& run) : run_(run), duration_(LongestDuration(run)) {}

  std::vector<std::pair<Finding, SlowerFunction>> Find() {
    std::map<NameId, std::vector<const ThreadSummary*>> teams;
    for (const ThreadSummary& thread : run_.threads) {
      if (thread.first.valid()) teams[thread.first].push_back(&thread);
    }
    for (const auto& [first, team] : teams) {
      if (team.size() >= kFewestPeers) Compare(first, team);
    }
    return std::move(found_);
  }

 private:
  void Compare(NameId first, const std::vector<const ThreadSummary*>& team) {
    std::map<NameId, TeamWork> work;
    for (std::size_t i = 0; i < team.size(); ++i) {
      for (const NameWork& own : team[i]->work) {
        TeamWork& of_function = work[own.name];
        of_function.times.resize(team.size());
        of_function.calls.resize(team.size());
        of_function.longest.resize(team.size());
        of_function.times[i] = own.time;
        of_function.longest[i] = own.longest;
        of_function.calls[i] = own.calls;
      }
    }
    for (const auto& [name, of_function] : work) {
      FindSlow(first, name, team, of_function);
      FindStarved(first, name, team, of_function.calls);
    }
  }

  void FindSlow(NameId first, NameId name, const std::vector<const ThreadSummary*>& team, const TeamWork& work) {
    const std::vector<std::uint64_t>& times = work.times;
    const auto most = static_cast<std::size_t>(std::ranges::max_element(times) - times.begin());
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < times.size(); ++i) next = i == most ? next : std::max(next, times[i]);
    const auto is_slow = [&](std::uint64_t time) {
      return time > kFactor * next && time - next > duration_ / kPartOfRun;
    };
    const bool is_one_delay = work.calls[most] >= kFewestCalls && work.longest[most] < kLongestTurn &&
                              !is_slow(times[most] - work.longest[most]);
    if (is_slow(times[most]) && !is_one_delay) Add(first, name, team[most]->id, times[most], next, What::kSelf);
  }

  void FindStarved(NameId first, NameId name, const std::vector<const ThreadSummary*>& team,
                   const std::vector<std::uint64_t>& calls) {
    const auto least = static_cast<std::size_t>(std::ranges::min_element(calls) - calls.begin());
    std::optional<std::uint64_t> next;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (i != least) next = std::min(next.value_or(calls[i]), calls[i]);
    }
    if (*next >= kFewestCalls && calls[least] * kFactor < *next) {
      Add(first, name, team[least]->id, calls[least], *next, What::kCalls);
    }
  }

  void Add(NameId first, NameId name, ThreadKey id, std::uint64_t bad, std::uint64_t most, What what) {
    found_.emplace_back(Finding{run_.NameOf(first), run_.NameOf(name), what},
                        SlowerFunction{id, run_.NameOf(name), bad, most, what});
  }

  const RunSummary& run_;
  const std::uint64_t duration_;
  std::vector<std::pair<Finding, SlowerFunction>> found_;
};

constexpr std::array<std::string_view, 3> kWhatNames = {"longer", "self", "calls"};

}  // namespace

std::string_view NameOf(SlowerFunction::What what) { return kWhatNames[static_cast<std::size_t>(what)]; }

std::vector<SlowerFunction> FindUnlikePeers(std::span<const RunSummary> good, const RunSummary& bad) {
  std::set<Finding> in_good;
  for (const RunSummary& run : good) {
    for (const auto& [finding, function] : PeerFinder(run).Find()) in_good.insert(finding);
  }
  std::vector<SlowerFunction> list;
  for (auto& [finding, function] : PeerFinder(bad).Find()) {
    if (!in_good.contains(finding)) list.push_back(std::move(function));
  }
  // Times come before calls, and the largest excess comes first.
  std::ranges::stable_sort(list, [](const SlowerFunction& a, const SlowerFunction& b) {
    if (a.what != b.what) return a.what < b.what;
    return a.what == What::kSelf ? a.bad - a.most > b.bad - b.most : a.most - a.bad > b.most - b.bad;
  });
  return list;
}

}  // namespace profdiff
