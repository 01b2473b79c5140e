// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of a trace into MPI and OpenMP, and the time that is left for the program.
// Tests: tests/unit/analyze/waits/phase_test.cpp.
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

// One thread's part of a parallel region: a call of the function that the compiler outlined from its body, or of the
// region itself if the recording has such regions.
struct OutlinedBody {
  std::uint32_t thread = 0;
  CallId call;
  CallId library_call;  // the runtime library's call around it; invalid in threads of the library's pool
  std::uint32_t instance = 0;
  std::int64_t begin = 0, end = 0;
  // Set for regions only:
  NameId caller = {};  // the function around it, in the thread that began the team
  CallId outer = {};   // the part of another region around it in the thread; invalid: none
};

// A barrier that is a region of the recording, and its place among the calls.
struct RegionBarrier {
  std::size_t call = 0;  // an entry of RuntimeCalls::calls
  CallId around;         // the call around it; invalid: none
  CallId before;         // the previous call in the same call, if that has no barrier of its own; else invalid
};

// A task that is a region of the recording, executed during a call of the runtime library.
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
    kParallel,   // a region: the program's code in a team
    kConstruct,  // a region: the program's code
    kBlock,      // a region: the program's code, possibly within a region in which the thread waits
    kRecorder,
  };
  std::vector<Class> class_of;

  std::vector<RuntimeCall> calls;       // by thread, then in order of their beginning
  std::vector<OutlinedBody> bodies;     // outlined functions, in the same order
  std::vector<OutlinedBody> parts;      // parts of parallel regions, in the same order
  std::vector<RegionBarrier> barriers;  // by call
  std::vector<ExecutedTask> tasks;      // by thread, then in order of their beginning
  // Teams of parallel regions, as indices into `parts`; the master thread's comes first.
  std::vector<std::vector<std::uint32_t>> teams;
  std::optional<std::string> team_problem;  // the reason why some teams are unknown
  bool lacks_blocks = false;                // critical sections were recorded without their blocks
  // By thread, then by instance of the phase: nanoseconds in calls of any kind.
  std::vector<std::vector<std::int64_t>> covered;
  // By NameId, of bodies: the function that called the library; invalid if no thread did.
  std::vector<NameId> owners;

  std::vector<CodeCount> counted;  // within the phase, by thread

  // Returns the barrier with this index into `calls`; null for other calls.
  const RegionBarrier* BarrierOf(std::size_t call) const;

  // Returns the name of a body. If it begins with a dot, the owner's name is put before it: "solve.omp_outlined..1".
  std::string NameOfBody(const Trace& trace, NameId body) const;
};

// Times are those of the recorder. Cost: linear in calls.
RuntimeCalls FindRuntimeCalls(const Trace& trace, const Phase& phase);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_RUNTIME_CALLS_H_
