// SPDX-License-Identifier: GPL-3.0-or-later
// Where two aligned executions spent different time.
#ifndef PROFDIFF_TRACE_DIFFERENCE_H_
#define PROFDIFF_TRACE_DIFFERENCE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/export.h"
#include "profdiff/trace.h"

namespace profdiff {

// Calls of one side that stand in blocks of one mark. Units: nanoseconds of self time, which a trace whose times make
// no sense can make negative. When the alignment is flat, activations are counted in place of calls.
struct MarkedCalls {
  std::uint64_t calls = 0;
  std::int64_t time = 0;

  friend bool operator==(const MarkedCalls&, const MarkedCalls&) = default;
};

// Where the calls and the time of both sides went.
struct TraceTotals {
  MarkedCalls equal_a, equal_b;  // as many calls
  MarkedCalls different_a, different_b;
  MarkedCalls only_a, only_b;
  std::int64_t total_a = 0, total_b = 0;  // the inclusive time of the calls on top level

  // What is left of total_a - total_b after the differences of all partners, of what is different, and of what only
  // one side has: 0, or the alignment does not cover the traces.
  PROFDIFF_EXPORT std::int64_t Residual() const;
  PROFDIFF_EXPORT TraceTotals& operator+=(const TraceTotals& more);

  friend bool operator==(const TraceTotals&, const TraceTotals&) = default;
};

// One function in both traces. Units: nanoseconds; inclusive time counts a call below one of the same function once.
struct FunctionDifference {
  NameId a, b;  // of the traces' names; one is invalid where that side has no such name
  std::uint64_t calls_a = 0, calls_b = 0;
  std::uint64_t matched = 0;  // pairs of partners; in place of calls, activations when flat, as all below
  std::uint64_t different_a = 0, different_b = 0;
  std::uint64_t only_a = 0, only_b = 0;
  std::int64_t self_a = 0, self_b = 0;
  std::int64_t inclusive_a = 0, inclusive_b = 0;
};

// A pair of partners. Units: nanoseconds, positive where B is faster.
struct SingleDifference {
  std::size_t thread = 0;  // in Alignment::threads
  CallId a, b;
  std::int64_t difference = 0;                   // time(A) - time(B)
  std::uint32_t position_a = 0, position_b = 0;  // where in the sequences, when flat
};

enum class CallTime { kSelf, kInclusive };

struct TraceDifferenceOptions {
  std::size_t top = 20;               // of the largest single differences
  CallTime top_by = CallTime::kSelf;  // always by self time when flat, an activation's own
  unsigned threads = 1;               // the result is the same for any number
};

struct TraceDifference {
  std::vector<TraceTotals> threads;  // in order of Alignment::threads
  TraceTotals all;
  std::vector<FunctionDifference> functions;  // those that are called at all, by name
  // The largest first; of equal ones the first thread's, there the first call's. None that is 0.
  std::vector<SingleDifference> largest;
};

// Subtracts B from A along their alignment.
// Cost: linear in calls; memory beside the result grows with functions and the depth of calls alone.
// Errors: kBadArgument for an alignment whose blocks are not those of these traces, as far as that is seen.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, V.
PROFDIFF_EXPORT TraceDifference SubtractTraces(const Trace& a, const Trace& b, const Alignment& alignment,
                                               const TraceDifferenceOptions& options = {});

// The self time of a call: its time without that of the calls it made.
PROFDIFF_EXPORT std::int64_t SelfTime(const CallTree& calls, CallId call);

// The calls that lead to a call, from top level on; the call itself is the last one.
PROFDIFF_EXPORT std::vector<CallId> CallPath(const CallTree& calls, CallId call);

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_DIFFERENCE_H_
