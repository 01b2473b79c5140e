// SPDX-License-Identifier: GPL-3.0-or-later
// The time for which threads of a trace waited for other threads.
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

// Kinds of lost time, named like their metrics.
enum class WaitKind : std::uint8_t {
  kLateSender,
  kWrongOrder,
  kLateReceiver,
  kWaitAtBarrier,
  kWaitAtNxN,
  kLateBroadcast,
  kEarlyReduce,
  kEarlyScan,
  kWaitAtFence,
  kWindowContention,
  kPollingForMessage,  // partly outside of recorded calls
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
  kSerialTime,  // other threads have nothing to do; not a wait in a call
  kMutexContention,
  kSerializedByMutex,
  kIdleWorkers,
  kJoinWait,
};

inline constexpr std::size_t kWaitKinds = 28;
inline constexpr std::size_t kMpiWaitKinds = 11;  // number of MPI kinds, which come first

// True for kinds of waits in routines of POSIX threads, which come last.
constexpr bool IsThreadWait(WaitKind kind) { return kind >= WaitKind::kMutexContention; }

inline constexpr std::array<std::string_view, kWaitKinds> kWaitNames = {
    "LateSender",
    "WrongOrder",
    "LateReceiver",
    "WaitAtBarrier",
    "WaitAtNxN",
    "LateBroadcast",
    "EarlyReduce",
    "EarlyScan",
    "WaitAtFence",
    "WindowContention",
    "PollingForMessage",
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
    "SerialTime",
    "MutexContention",
    "SerializedByMutex",
    "IdleWorkers",
    "JoinWait",
};

// True for kinds whose time does not count as time in waits: it is part of the time of another kind, or a thread spends
// it outside of recorded calls.
constexpr bool IsRefinement(WaitKind kind) {
  return kind == WaitKind::kWrongOrder || kind == WaitKind::kPollingForMessage ||
         kind == WaitKind::kInsufficientWorkInParallelLoop || kind == WaitKind::kImbalanceDueToNotEnoughSections ||
         kind == WaitKind::kImbalanceDueToUnevenSectionDistribution || kind == WaitKind::kSerialTime ||
         kind == WaitKind::kSerializedByMutex;
}

// A call into a runtime library (MPI, OpenMP or POSIX threads) made by the program itself.
struct RuntimeCall {
  std::uint32_t thread = 0;  // index in Trace::threads
  CallId call;
  NameId caller;                    // the innermost enclosing function of the program; invalid if none was recorded
  CallId body;                      // OutlinedBody::call of the enclosing parallel region; invalid if there is none
  std::uint32_t instance = 0;       // instance of the phase, from 1; 0 outside the phase
  std::int64_t begin = 0, end = 0;  // nanoseconds, after the correction of clocks
  std::int64_t inside = 0;          // nanoseconds in the library itself, without the outlined functions that it calls
};

// Time that a thread lost in calls of one kind. Units: nanoseconds.
struct Wait {
  WaitKind kind = WaitKind::kLateSender;
  std::uint32_t thread = 0;
  NameId caller;               // the innermost enclosing function of the program; invalid if none was recorded
  NameId callee;               // the routine of MPI or POSIX threads that waited; invalid for OpenMP
  std::uint32_t instance = 0;  // instance of the phase, from 1
  std::int64_t lost = 0;
  bool outside_calls = false;  // true if the thread waited outside recorded calls
  std::uint64_t count = 1;     // number of waits
  NameId construct = {};       // the OpenMP construct if it is a region of the recording; otherwise invalid
  CallId call = {};            // the call or body in which the thread waited; invalid if there is none
  std::uint64_t object = 0;    // address of the mutex; 0 if it is unknown or not told apart
  bool is_estimated = false;   // true if only the lengths of calls suggest that the thread waited
};

// The reason why the lost time is unknown, by kind of wait; nullopt if the time is known.
using WaitProblems = std::array<std::optional<std::string>, kWaitKinds>;

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_WAITS_H_
