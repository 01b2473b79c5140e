// SPDX-License-Identifier: GPL-3.0-or-later
// Results that can be computed from the calls of some ranks without the other ranks.
//
// All calls except MPI calls are summed up. MPI calls are matched between ranks (mpi/matching.h) and then also summed
// up. The results for a part of a run therefore take little memory, and can be computed where the recording of that
// part is stored.
// Tests: tests/unit/analyze/waits/measured_parts_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_TRACE_EVENTS_H_
#define PROFDIFF_ANALYZE_WAITS_TRACE_EVENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analyze/waits/causes/timelines.h"
#include "analyze/waits/mpi/call.h"
#include "analyze/waits/mpi/transfers.h"
#include "analyze/waits/openmp/waits.h"
#include "analyze/waits/path_losses.h"
#include "analyze/waits/phase.h"
#include "analyze/waits/runtime_calls.h"
#include "analyze/waits/waits.h"
#include "profdiff/properties.h"

namespace profdiff {

// The times of one thread in the phase, in nanoseconds.
struct ThreadEvents {
  std::uint32_t rank = 0;
  std::vector<TimeSpan> intervals;    // start and end of each instance of the phase
  std::vector<std::int64_t> covered;  // time in calls of any kind, by instance
  std::vector<CounterId> counters;    // the counters that have counts; see CountedBy
};

// The time that a function spent in a routine of a runtime library.
struct LibraryTime {
  std::uint32_t thread = 0;  // index into TraceEvents::threads
  // `caller` is the innermost enclosing function of the program, or invalid if none was recorded; `function` is the
  // routine.
  NameId caller, function;
  std::uint32_t instance = 0;  // instance of the phase, from 1
  RuntimeCalls::Class is = RuntimeCalls::Class::kMpi;
  std::int64_t inside = 0;  // nanoseconds in the library itself, without the outlined functions that it calls
};

// The time of a thread in routines in which its rank starts or ends.
struct StartUpTime {
  std::uint32_t thread = 0;    // index into TraceEvents::threads
  std::uint32_t instance = 0;  // instance of the phase, from 1
  std::int64_t inside = 0;     // nanoseconds
};

// A place in the source.
struct CodePlace {
  std::string file;        // path of the source file; empty if unknown
  std::uint32_t line = 0;  // 0 if unknown
  bool is_user = false;    // true if the program's source marks the place for the recorder (kUser)
};

// Messages that were sent or received in calls of one routine.
struct SentMessages {
  std::uint32_t thread = 0;    // index into TraceEvents::threads
  NameId caller, function;     // as in LibraryTime
  std::uint32_t instance = 0;  // instance of the phase, from 1
  std::uint64_t messages = 0, bytes = 0;
};

// The count of one counter in a function's own code, or in a routine that the function called.
struct CounterSum {
  std::uint32_t thread = 0;    // index into TraceEvents::threads
  NameId caller, function;     // see LibraryTime; `function` is invalid for the caller's own code
  std::uint32_t instance = 0;  // instance of the phase, from 1
  CounterId counter;           // index in TraceEvents::counters
  double amount = 0;
};

// Sums and calls of a part of a run. The threads in `waits` and `calls` are indices into `threads`.
struct TraceEvents {
  std::vector<std::string> names;  // indexed by NameId; contains only names to which the other fields refer
  std::vector<CodePlace> places;   // places of constructs in the source code, by NameId; may be shorter than `names`
  std::string phase;  // linkage name of the phase's function; empty if missing, or if the phase is the whole recording
  std::uint32_t instances = 1;  // number of instances of the phase
  std::vector<ThreadEvents> threads;
  // True if there are calls of MPI, OpenMP or POSIX threads, inside or outside the phase.
  bool has_mpi = false, has_openmp = false, has_threads = false;
  std::vector<LibraryTime> library;  // without start-up
  std::vector<StartUpTime> start_up;
  std::vector<Wait> waits;  // waits of threads for other threads of their rank
  WaitProblems problems;    // reasons why these waits are unknown
  TeamKinds teams;
  PathLosses path_losses;  // with the names of `names`
  // Number of calls of MPI or OpenMP that had not returned, at most one for each thread, and the first of these calls,
  // such as "MPI_Recv of rank 0".
  std::uint64_t open_calls = 0;
  std::string first_open_call;
  std::vector<Counter> counters;  // indexed by CounterId
  std::vector<CounterSum> counted;
  // Filled only before MPI calls are matched:
  std::vector<MpiCall> calls;             // sorted by rank, then by start
  Transfers transfers;                    // transfers of `calls`
  Timelines timelines;                    // of the threads with `calls`
  std::vector<std::uint32_t> call_paths;  // the path of each of `calls`, as an index into PathLosses::paths
  // Filled only after MPI calls are matched, with sums over the calls:
  std::vector<Wait> mpi_waits;
  std::vector<SentMessages> sent;
  std::vector<std::string> paths;
  std::vector<Message> missing, remarks;
};

// Sums up the calls of a part. Errors: kBadArgument if the options specify a loop as the phase. Cost: linear in calls,
// except for sorting.
TraceEvents SumUpTrace(const Trace& part, const MeasureOptions& options);

// Returns the phase of a run, given the phases of its parts. It is the phase that FindPhase would find in the whole
// trace; empty for the whole recording.
std::string PhaseOfRun(const std::vector<std::string>& phases, const MeasureOptions& options);

// Marks a part that lacks the run's phase as outside the phase. Its calls are then used only to find the waits of other
// ranks.
void LeavePhase(TraceEvents& part);

// Joins parts with different ranks, in ascending order of rank, after their MPI calls were matched. A part without the
// phase's function has no time in the phase. Errors: kBadArgument if the options specify a phase that no part has.
TraceEvents JoinTraceEvents(std::vector<TraceEvents> parts, const MeasureOptions& options);

struct MpiResult;  // defined in mpi/matching.h

// Makes the result of MeasureTrace from the joined events.
Measurements MeasureEvents(TraceEvents events, const MpiResult& mpi, const MeasureOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_TRACE_EVENTS_H_
