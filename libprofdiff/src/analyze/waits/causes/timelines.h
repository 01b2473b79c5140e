// SPDX-License-Identifier: GPL-3.0-or-later
// What each thread did between its MPI calls: the exclusive time of each call path.
// Tests: tests/unit/analyze/waits/causes/causes_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_CAUSES_TIMELINES_H_
#define PROFDIFF_ANALYZE_WAITS_CAUSES_TIMELINES_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "analyze/waits/phase.h"
#include "analyze/waits/runtime_calls.h"
#include "profdiff/trace.h"

namespace profdiff {

// The path of time outside all recorded functions.
inline constexpr std::uint32_t kNoPath = std::numeric_limits<std::uint32_t>::max();

// A path of calls. A recursive call has the path of the outermost call of its function, so there are no more paths than
// orders in which functions call each other.
struct CallPath {
  std::uint32_t parent = kNoPath;  // index into Timelines::paths; kNoPath for an outermost call
  std::uint32_t name = 0;          // index into Timelines::names

  friend auto operator<=>(const CallPath&, const CallPath&) = default;
};

template <class Pack>
void Fields(Pack& pack, CallPath& path) {
  pack(path.parent, path.name);
}

// Exclusive time of one path. Units: nanoseconds.
struct PathTime {
  std::uint32_t path = kNoPath;
  std::int64_t time = 0;
};

// An MPI call of a thread.
struct TimelineStep {
  std::uint32_t call = 0;          // index into the list of MPI calls
  std::uint32_t path = 0;          // path of the call, including the routine
  std::uint32_t communicator = 0;  // for a collective operation: 1 + index into WholeRun::communicators; otherwise 0
  std::int64_t begin = 0, end = 0;
  std::uint64_t slices = 0;  // end of the slices before the call; they begin where those of the previous call end
};

// Times are in nanoseconds.
struct ThreadTimeline {
  std::uint32_t rank = 0;
  std::uint32_t number = 0;         // number of the thread within its rank, from 0
  TimeSpan span, phase;             // from the first to the last call; from the start of the phase to its end
  std::vector<TimelineStep> steps;  // in order
  std::vector<PathTime> slices;     // between the calls; those after the last call come last
};

struct Timelines {
  std::vector<std::string> names;
  std::vector<CallPath> paths;  // outer paths come before inner ones
  std::vector<ThreadTimeline> threads;

  // Returns the path of an MPI call, given by its index into the list of MPI calls.
  std::uint32_t PathOfCall(std::uint32_t call) const;
};

// Returns the functions of a path from the phase on; all of them if the phase is not among them; "program" if there are
// none. `phase` is the name of the phase's function; empty for main.
std::vector<std::string> NamesOfPath(const std::vector<std::string>& names, const std::vector<CallPath>& paths,
                                     std::uint32_t path, const std::string& phase);

// Finds the timelines of all threads that call MPI. `made` are the MPI calls of the trace. Cost: linear in calls.
Timelines FindTimelines(const Trace& trace, const Phase& phase, const RuntimeCalls& runtime,
                        const std::vector<const RuntimeCall*>& made);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_CAUSES_TIMELINES_H_
