// SPDX-License-Identifier: GPL-3.0-or-later
// Where threads waited for others, as the calls of a trace show.
#ifndef PROFDIFF_ANALYZE_WAITS_WAITS_H_
#define PROFDIFF_ANALYZE_WAITS_WAITS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profdiff/trace.h"

namespace profdiff {

// Kinds of lost time, by the names of their metrics.
enum class WaitKind : std::uint8_t {
  kLateSender,
  kWrongOrder,
  kLateReceiver,
  kWaitAtBarrier,
  kWaitAtNxN,
  kLateBroadcast,
  kEarlyReduce,
  kImbalanceAtBarrier,
  kImbalanceInParallelLoop,
  kInsufficientWorkInParallelLoop,
  kImbalanceInParallelSections,
  kImbalanceDueToNotEnoughSections,
  kImbalanceDueToUnevenSectionDistribution,
  kUnparallelizedInSingleRegion,
  kUnparallelizedInMasterRegion,
  kImbalanceInParallelRegion,
  kCriticalSectionContention,
  kLockContention,
  kFrequentAtomic,
};

inline constexpr std::size_t kWaitKinds = 19;
inline constexpr std::size_t kMpiWaitKinds = 7;  // the first ones

inline constexpr std::array<std::string_view, kWaitKinds> kWaitNames = {
    "LateSender",
    "WrongOrder",
    "LateReceiver",
    "WaitAtBarrier",
    "WaitAtNxN",
    "LateBroadcast",
    "EarlyReduce",
    "ImbalanceAtBarrier",
    "ImbalanceInParallelLoop",
    "InsufficientWorkInParallelLoop",
    "ImbalanceInParallelSections",
    "ImbalanceDueToNotEnoughSections",
    "ImbalanceDueToUnevenSectionDistribution",
    "UnparallelizedInSingleRegion",
    "UnparallelizedInMasterRegion",
    "ImbalanceInParallelRegion",
    "CriticalSectionContention",
    "LockContention",
    "FrequentAtomic",
};

// True for kinds that are a part of another kind's waits: their time is counted there.
constexpr bool IsRefinement(WaitKind kind) {
  return kind == WaitKind::kWrongOrder || kind == WaitKind::kInsufficientWorkInParallelLoop ||
         kind == WaitKind::kImbalanceDueToNotEnoughSections ||
         kind == WaitKind::kImbalanceDueToUnevenSectionDistribution;
}

// A call into a runtime library, MPI or OpenMP, that the program itself made.
struct RuntimeCall {
  std::uint32_t thread = 0;  // an entry of Trace::threads
  CallId call;
  NameId caller;                    // the innermost function of the program around it; invalid: none was recorded
  CallId body;                      // of the parallel region around it, as OutlinedBody::call; invalid: none
  std::uint32_t instance = 0;       // of the phase, from 1; 0: outside
  std::int64_t begin = 0, end = 0;  // nanoseconds; of ranks whose clocks differ, after their correction
  std::int64_t inside = 0;          // of these in the library, and not in outlined functions that it calls
};

// Time that a thread lost in calls of one kind. Units: nanoseconds.
struct Wait {
  WaitKind kind = WaitKind::kLateSender;
  std::uint32_t thread = 0;
  NameId caller;               // as RuntimeCall::caller
  NameId callee;               // of MPI: the routine that waited; else invalid
  std::uint32_t instance = 0;  // of the phase; never 0
  std::int64_t lost = 0;
  bool outside_calls = false;  // the waits are outside of recorded calls
  std::uint64_t count = 1;     // of waits
  NameId construct = {};       // of OpenMP, where the recording names it; else invalid
};

// By kind: why it cannot be said how much was lost, if so.
using WaitProblems = std::array<std::optional<std::string>, kWaitKinds>;

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_WAITS_H_
