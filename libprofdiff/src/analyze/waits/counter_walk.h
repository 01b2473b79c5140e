// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes the counts of a thread to the code that it executed between readings.
// Tests: tests/unit/analyze/waits/counters_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_COUNTER_WALK_H_
#define PROFDIFF_ANALYZE_WAITS_COUNTER_WALK_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

// A count of one counter in the code of one function.
struct CodeCount {
  std::uint32_t thread = 0;  // an entry of Trace::threads
  NameId caller,
      function;  // `caller` as RuntimeCall::caller; `function` is a routine of MPI; invalid: the caller's own code
  CallId body;   // as RuntimeCall::body, if `caller` is invalid
  std::uint32_t instance = 0;  // of the phase, from 1
  CounterId counter;
  double amount = 0;
};

// Receives the enter and leave events of one thread in order of time.
//
// Counts between two readings of a set are divided among the code that ran between them, in proportion to its time; if
// there is a reading at each event, that is one function. If no time passed, the innermost call at the second reading
// gets all of them, since Score-P reads counters before it enters or leaves a call.
class CounterWalk {
 public:
  using Account = std::uint32_t;
  static constexpr Account kNoAccount = 0;  // for time whose counts are dropped

  // `begin`: start of the first call, nanoseconds.
  CounterWalk(const CounterReadings& readings, std::uint64_t begin);

  // Returns the account of a piece of code. `known` is tried first, to save a search.
  Account AccountOf(NameId caller, NameId function, CallId body, std::uint32_t instance, Account known);

  // Reports that the call `next` is entered or, if it is no call, that the thread ends. `account` is the account of the
  // innermost open call.
  void Enter(CallId next, Account account, std::uint64_t time);
  // Reports that `innermost` is left before `next` is entered.
  void Leave(CallId innermost, CallId next, Account account, std::uint64_t time);

  // Must be called after the last call.
  void AppendCounts(std::uint32_t thread, std::vector<CodeCount>& counts) const;

 private:
  using Code = std::tuple<NameId, NameId, CallId, std::uint32_t>;  // caller, function, body, instance

  // The state of one set.
  struct SetState {
    std::size_t counters = 0;
    std::vector<std::uint64_t> times;  // by account: time since the last reading
    std::vector<Account> passed;       // accounts whose time is not 0
    std::uint64_t total = 0;           // sum of `times`
    std::vector<std::uint32_t> rows;   // by account: row of `amounts`, from 1; 0: none
    std::vector<double> amounts;       // by row, then by counter of the set
  };

  void Pass(Account account, std::uint64_t until);
  void Read(Account account, std::uint64_t latest);
  void Add(SetState& state, Account account, const double* counts, double share) const;

  const CounterReadings& readings_;
  std::uint64_t now_;
  std::size_t at_ = 0;         // the next reading
  std::size_t counts_at_ = 0;  // its first count
  std::vector<SetState> sets_;
  std::vector<Code> codes_;  // by account
  std::map<Code, Account> accounts_;
};

// Returns the counters that have counts: those that were read twice, or counted something.
std::vector<CounterId> CountedBy(const CounterReadings& readings);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_COUNTER_WALK_H_
