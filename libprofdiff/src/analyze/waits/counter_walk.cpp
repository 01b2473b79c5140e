// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: each set of counters has one time for each account (a place in the code to which counts are attributed), and
// one row of sums for each account with counts. The number of accounts grows with the number of functions, and with the
// number of parallel regions in threads that were recorded without a function. Cost: linear in calls times sets.
#include "analyze/waits/counter_walk.h"

#include <algorithm>

#include "values/index_of.h"

namespace profdiff {

CounterWalk::CounterWalk(const CounterReadings& readings, std::uint64_t begin)
    : readings_(readings), now_(begin), codes_(1) {
  if (readings.size() > 0) now_ = std::min(begin, readings.time.front());
  for (const std::vector<CounterId>& set : readings.sets) sets_.emplace_back().counters = set.size();
}

CounterWalk::Account CounterWalk::AccountOf(NameId caller, NameId function, CallId body, std::uint32_t instance,
                                            Account known) {
  if (instance == 0) return kNoAccount;
  const Code code(caller, function, caller.valid() ? CallId() : body, instance);
  if (known != kNoAccount && codes_[known] == code) return known;
  return IndexOf(code, accounts_, codes_);
}

void CounterWalk::Enter(CallId next, Account account, std::uint64_t time) {
  while (at_ < readings_.size() && readings_.next[at_] <= next) Read(account, time);
  Pass(account, time);
}

void CounterWalk::Leave(CallId innermost, CallId next, Account account, std::uint64_t time) {
  while (at_ < readings_.size() && readings_.next[at_] <= next && readings_.call[at_] == innermost) {
    Read(account, time);
  }
  Pass(account, time);
}

void CounterWalk::Pass(Account account, std::uint64_t until) {
  if (until <= now_) return;
  const std::uint64_t time = until - now_;
  now_ = until;
  for (SetState& state : sets_) {
    if (state.times.size() <= account) state.times.resize(codes_.size());
    if (state.times[account] == 0) state.passed.push_back(account);
    state.times[account] += time;
    state.total += time;
  }
}

void CounterWalk::Read(Account account, std::uint64_t latest) {
  Pass(account, std::min(readings_.time[at_], latest));
  SetState& state = sets_[readings_.set[at_]];
  const double* const counts = readings_.counts.data() + counts_at_;
  if (state.total == 0) Add(state, account, counts, 1);
  for (const Account passed : state.passed) {
    Add(state, passed, counts, static_cast<double>(state.times[passed]) / static_cast<double>(state.total));
    state.times[passed] = 0;
  }
  state.passed.clear();
  state.total = 0;
  counts_at_ += state.counters;
  ++at_;
}

void CounterWalk::Add(SetState& state, Account account, const double* counts, double share) const {
  const auto is_zero = [](double count) { return count == 0; };
  if (account == kNoAccount || std::all_of(counts, counts + state.counters, is_zero)) return;
  if (state.rows.size() <= account) state.rows.resize(codes_.size());
  std::uint32_t& row = state.rows[account];
  if (row == 0) {
    state.amounts.resize(state.amounts.size() + state.counters);
    row = static_cast<std::uint32_t>(state.amounts.size() / state.counters);
  }
  double* const amounts = state.amounts.data() + (row - std::size_t{1}) * state.counters;
  for (std::size_t i = 0; i < state.counters; ++i) amounts[i] += counts[i] * share;
}

void CounterWalk::AppendCounts(std::uint32_t thread, std::vector<CodeCount>& counts) const {
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    const SetState& state = sets_[set];
    for (Account account = 0; account < state.rows.size(); ++account) {
      if (state.rows[account] == 0) continue;
      const auto& [caller, function, body, instance] = codes_[account];
      const double* const amounts = state.amounts.data() + (state.rows[account] - std::size_t{1}) * state.counters;
      for (std::size_t i = 0; i < state.counters; ++i) {
        counts.push_back({thread, caller, function, body, instance, readings_.sets[set][i], amounts[i]});
      }
    }
  }
}

std::vector<CounterId> CountedBy(const CounterReadings& readings) {
  std::vector<std::size_t> times(readings.sets.size());
  std::vector<bool> counts(readings.sets.size());
  std::size_t at = 0;
  for (const std::uint32_t set : readings.set) {
    ++times[set];
    for (std::size_t i = 0; i < readings.sets[set].size(); ++i) counts[set] = counts[set] || readings.counts[at++] != 0;
  }
  std::vector<CounterId> found;
  for (std::size_t set = 0; set < readings.sets.size(); ++set) {
    if (times[set] > 1 || counts[set]) found.insert(found.end(), readings.sets[set].begin(), readings.sets[set].end());
  }
  return found;
}

}  // namespace profdiff
