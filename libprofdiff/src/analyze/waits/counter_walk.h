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

// The count of one counter in the code of one function.
struct CodeCount {
  std::uint32_t thread = 0;  // index in Trace::threads
  // `caller` is the innermost enclosing function of the program, or invalid if none was recorded; `function` is an MPI
  // routine, or invalid for the caller's own code.
  NameId caller, function;
  // The enclosing parallel region if `caller` is invalid; see RuntimeCall::body.
  CallId body;
  std::uint32_t instance = 0;  // instance of the phase, counted from 1
  CounterId counter;
  double amount = 0;
};

// Receives the enter and leave events of one thread in chronological order.
//
// Counts between two readings of a set are divided among the functions that ran between them, in proportion to their
// time; if there is a reading at each event, all counts belong to one function. If no time passed, the innermost call
// at the second reading gets all counts, since Score-P reads counters before it enters or leaves a call.
class CounterWalk {
 public:
  // A place to which counts are attributed: the code of a function, or its calls of an MPI routine, in one instance of
  // the phase.
  using Account = std::uint32_t;
  static constexpr Account kNoAccount = 0;  // collects the time of code whose counts are dropped

  // `begin` is the start of the first call in nanoseconds.
  CounterWalk(const CounterReadings& readings, std::uint64_t begin);

  // Returns the account of the given code. Tries the account `known` first, to save a search.
  Account AccountOf(NameId caller, NameId function, CallId body, std::uint32_t instance, Account known);

  // Must be called when the call `next` is entered, and when the thread ends; `next` is then the number of calls.
  // `account` is the account of the innermost open call.
  void Enter(CallId next, Account account, std::uint64_t time);
  // Must be called when the innermost open call is left. `innermost` is that call, `account` its account. `next` is the
  // first call that is entered afterwards, or the number of calls if there is none.
  void Leave(CallId innermost, CallId next, Account account, std::uint64_t time);

  // Must be called after the last call.
  void AppendCounts(std::uint32_t thread, std::vector<CodeCount>& counts) const;

 private:
  using Code = std::tuple<NameId, NameId, CallId, std::uint32_t>;  // caller, function, body, instance

  // The state of one set of counters, which are read together.
  struct SetState {
    std::size_t counters = 0;
    std::vector<std::uint64_t> times;  // nanoseconds since the last reading, by account
    std::vector<Account> passed;       // accounts whose time is not 0
    std::uint64_t total = 0;           // sum of `times`
    // Row of each account in `amounts`, numbered from 1; 0 for an account without a row.
    std::vector<std::uint32_t> rows;
    std::vector<double> amounts;  // counts attributed so far, by row, then by counter of the set
  };

  void Pass(Account account, std::uint64_t until);
  void Read(Account account, std::uint64_t latest);
  void Add(SetState& state, Account account, const double* counts, double share) const;

  const CounterReadings& readings_;
  std::uint64_t now_;
  std::size_t at_ = 0;         // index of the next reading in readings_
  std::size_t counts_at_ = 0;  // index of the first count of the next reading
  std::vector<SetState> sets_;
  std::vector<Code> codes_;  // the code of each account
  std::map<Code, Account> accounts_;
};

// Returns the counters with counts: counters that were read at least twice, or that counted something.
std::vector<CounterId> CountedBy(const CounterReadings& readings);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_COUNTER_WALK_H_
