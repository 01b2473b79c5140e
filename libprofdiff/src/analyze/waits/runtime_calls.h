// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of a trace into MPI and OpenMP, and the time that is left for the program.
// Tests: tests/unit/analyze/waits/phase_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_RUNTIME_CALLS_H_
#define PROFDIFF_ANALYZE_WAITS_RUNTIME_CALLS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analyze/waits/phase.h"
#include "analyze/waits/waits.h"
#include "profdiff/trace.h"

namespace profdiff {

// A call of the function that a compiler made of the body of an OpenMP region.
struct OutlinedBody {
  std::uint32_t thread = 0;
  CallId call;
  CallId caller;  // the call of the runtime library that called it; invalid in threads that wait for work
  std::uint32_t instance = 0;
  std::int64_t begin = 0, end = 0;
};

struct RuntimeCalls {
  // By NameId: what kind of function it is.
  enum class Class : std::uint8_t { kProgram, kMpi, kOpenMp, kBody, kRecorder };
  std::vector<Class> class_of;

  std::vector<RuntimeCall> calls;    // by thread, then in order of their beginning
  std::vector<OutlinedBody> bodies;  // likewise
  // By thread, then by instance of the phase: nanoseconds in calls of any kind.
  std::vector<std::vector<std::int64_t>> covered;
  // By NameId, of bodies: the function that called the library; invalid if no thread did.
  std::vector<NameId> owners;

  // The name of a body; it is put behind that of its owner if it begins with a dot: "solve.omp_outlined..1".
  std::string NameOfBody(const Trace& trace, NameId body) const;
};

// Times are those of the recorder. Cost: linear in calls.
RuntimeCalls FindRuntimeCalls(const Trace& trace, const Phase& phase);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_RUNTIME_CALLS_H_
