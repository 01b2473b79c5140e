// SPDX-License-Identifier: GPL-3.0-or-later
// What the calls of some ranks show before they are held against those of other ranks.
//
// Sums stand for all calls but those of MPI, which other ranks wait for: a part of a run takes little memory, and can
// be made where its recording is.
// Tests: tests/unit/analyze/waits/measured_parts_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_TRACE_EVENTS_H_
#define PROFDIFF_ANALYZE_WAITS_TRACE_EVENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analyze/waits/mpi_calls.h"
#include "analyze/waits/openmp.h"
#include "analyze/waits/phase.h"
#include "analyze/waits/runtime_calls.h"
#include "analyze/waits/transfers.h"
#include "analyze/waits/waits.h"
#include "profdiff/properties.h"

namespace profdiff {

// Units: nanoseconds.
struct ThreadEvents {
  std::uint32_t rank = 0;
  std::vector<PhaseInterval> intervals;  // by instance of the phase
  std::vector<std::int64_t> covered;     // by instance: in calls of any kind
};

// The time that a function spent in a routine of a runtime library.
struct LibraryTime {
  std::uint32_t thread = 0;    // an entry of TraceEvents::threads
  NameId caller, function;     // as RuntimeCall::caller; the routine
  std::uint32_t instance = 0;  // of the phase; never 0
  RuntimeCalls::Class is = RuntimeCalls::Class::kMpi;
  std::int64_t inside = 0;  // nanoseconds, as RuntimeCall::inside
};

// Threads of `waits` and `calls` are entries of `threads`.
struct TraceEvents {
  std::vector<std::string> names;  // by NameId: those that are used here
  std::string phase;               // linkage name of its function; empty: all that was recorded, or it is not there
  std::uint32_t instances = 1;     // of the phase
  std::vector<ThreadEvents> threads;
  bool has_mpi = false, has_openmp = false;  // calls of these, in the phase or not
  std::vector<LibraryTime> library;
  std::vector<Wait> waits;  // of threads for their team
  WaitProblems problems;    // likewise
  TeamKinds teams;
  std::vector<MpiCall> calls;  // by rank, then in order of their beginning
  Transfers transfers;         // of `calls`
  std::vector<std::string> paths, missing, remarks;
};

// Errors: those of FindPhase. Cost: linear in calls but for sorting.
TraceEvents SumUpTrace(const Trace& part, const MeasureOptions& options);

// Parts with different ranks, lower ones first. A part that does not have the phase's function has no time in it.
// Errors: kBadArgument for a phase that no part has.
TraceEvents JoinTraceEvents(std::vector<TraceEvents> parts, const MeasureOptions& options);

// What MeasureTrace makes of the whole.
Measurements MeasureEvents(TraceEvents events, const MeasureOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_TRACE_EVENTS_H_
