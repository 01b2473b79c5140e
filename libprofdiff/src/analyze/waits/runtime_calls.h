// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of a trace into MPI, OpenMP and POSIX threads, the bodies of parallel regions, and the counts of the
// program's own code. Tests: tests/unit/analyze/waits/phase_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_RUNTIME_CALLS_H_
#define PROFDIFF_ANALYZE_WAITS_RUNTIME_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyze/waits/counter_walk.h"
#include "analyze/waits/phase.h"
#include "analyze/waits/waits.h"
#include "profdiff/trace.h"

namespace profdiff {

// One thread's part of a parallel region: a call of the function that the compiler outlined from the region's body, or
// the region itself if the recording has parallel regions.
struct OutlinedBody {
  std::uint32_t thread = 0;
  CallId call;
  CallId library_call;  // the enclosing call of the runtime library; invalid in threads of the library's pool
  std::uint32_t instance = 0;
  std::int64_t begin = 0, end = 0;
  // Set only for regions:
  NameId caller = {};  // the enclosing function, in the thread that began the team
  CallId outer = {};   // the enclosing part of another region in the thread; invalid if there is none
};

// A barrier that is a region in the recording, and its place among the calls.
struct RegionBarrier {
  std::size_t call = 0;  // index in RuntimeCalls::calls
  CallId around;         // the call that encloses the barrier; invalid if there is none
  CallId before;         // the call before the barrier within `around`; invalid if that call has a barrier of its own
};

// A task that is a region in the recording, executed during a call of the runtime library.
struct ExecutedTask {
  std::uint32_t thread = 0;
  std::int64_t begin = 0, end = 0;
};

struct RuntimeCalls {
  // Kinds of functions and regions.
  enum class Class : std::uint8_t {
    kProgram,
    kMpi,
    kOpenMp,
    kBody,       // a function that the compiler outlined from a construct
    kParallel,   // a region of the recording: one thread's part of a parallel region
    kConstruct,  // a region of the recording: an OpenMP construct, which contains code of the program
    kBlock,      // a region of the recording: code of the program, possibly within a region in which the thread waits
    kRecorder,
    kThreads,  // a routine of POSIX threads in which threads wait for each other
  };
  std::vector<Class> class_of;

  std::vector<RuntimeCall> calls;       // sorted by thread, then by start
  std::vector<OutlinedBody> bodies;     // outlined functions, sorted like `calls`
  std::vector<OutlinedBody> parts;      // parts of parallel regions, sorted like `calls`
  std::vector<RegionBarrier> barriers;  // sorted by call
  std::vector<ExecutedTask> tasks;      // sorted by thread, then by start
  // Teams of parallel regions, as indices into `parts`; the index of the master thread comes first.
  std::vector<std::vector<std::uint32_t>> teams;
  std::optional<std::string> team_problem;  // the reason why some teams are unknown
  bool lacks_blocks = false;                // true if critical sections were recorded without their blocks
  // Nanoseconds in calls of any kind, by thread, then by instance of the phase.
  std::vector<std::vector<std::int64_t>> covered;
  // Indexed by the NameId of a body: the function whose call of the library ran the body. Invalid for other names, and
  // if no thread has such a call.
  std::vector<NameId> owners;

  std::vector<CodeCount> counted;  // counts within the phase, by thread

  // Returns the barrier whose call has this index in `calls`; null if the call is not a barrier.
  const RegionBarrier* BarrierOf(std::size_t call) const;

  // Returns the name of a body. If the name begins with a dot, it is preceded by the owner's name, for example
  // "solve.omp_outlined..1".
  std::string NameOfBody(const Trace& trace, NameId body) const;
};

// Finds the runtime calls of a trace. Times are on the recorder's clock. Cost: linear in calls.
RuntimeCalls FindRuntimeCalls(const Trace& trace, const Phase& phase);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_RUNTIME_CALLS_H_
