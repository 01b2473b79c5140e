// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of all threads of good runs, with which the threads of bad runs are compared.
// Tests: tests/unit/analyze/ranking/stops/waiting_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_GOOD_STEPS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_GOOD_STEPS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyze/ranking/stops/run_summary.h"
#include "profdiff/ranking.h"

namespace profdiff {

class GoodSteps {
 public:
  // `good` must outlive this object.
  explicit GoodSteps(std::span<const RunSummary> good);

  // Returns the first step of a thread that no thread with the same first function has in any good run; nullopt if
  // there is none, if there are fewer than three such threads, or if functions have no names.
  std::optional<Reason> FindFirstNew(const RunSummary& run, const ThreadSummary& thread) const;

  // The same for a step that only the same thread, by id, has in no good run; nullopt if fewer than three good runs
  // have the thread. This is weaker evidence: which of several threads takes a branch often depends on chance.
  std::optional<Reason> FindFirstNewOfThread(const RunSummary& run, const ThreadSummary& thread) const;

  // Returns the calls that good runs make after `before` in `caller`, each followed by the calls that always come first
  // inside the call before it, down to one that blocks. Returns nothing unless every path ends in a call that blocks.
  // `before` is empty if `caller` has made no call.
  std::vector<std::vector<std::string>> PathsToBlocking(const std::string& first, const std::string& caller,
                                                        const std::string& before) const;

 private:
  using Number = std::uint32_t;  // of a name; 0 for none

  // Threads with the same first function. Keys are pairs of caller and previous call; values are calls.
  struct Team {
    std::size_t threads = 0;
    bool has_unnamed = false;
    std::unordered_map<std::uint64_t, std::set<Number>> calls;
  };

  void AddSteps(const std::vector<Number>& numbers, const std::vector<Step>& steps, Team& team) const;
  std::vector<Number> NumbersOf(const RunSummary& run) const;
  std::optional<Reason> FindFirstNew(const Team& team, const RunSummary& run, const ThreadSummary& thread) const;
  static std::uint64_t KeyOf(Number caller, Number before) { return std::uint64_t{caller} << 32 | before; }
  Number NumberOf(std::string_view name) const;
  Number Intern(const std::string& name);
  const std::set<Number>* CallsAfter(const Team& team, Number caller, Number before) const;

  std::span<const RunSummary> good_;
  std::map<std::string, Number, std::less<>> numbers_;
  std::vector<std::string> names_ = {""};  // by Number
  std::map<std::string, Team, std::less<>> teams_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_GOOD_STEPS_H_
