// SPDX-License-Identifier: GPL-3.0-or-later
// Roles of calls in OpenMP constructs. A call is either a call into an OpenMP library or a region of a recording.
// Source: libgomp's interface as of GCC 12; libomp's interface as of clang 14.
// Tests: tests/unit/analyze/waits/openmp_test.cpp, tests/unit/analyze/waits/constructs_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_OPENMP_ROLES_H_
#define PROFDIFF_ANALYZE_WAITS_OPENMP_ROLES_H_

#include <cstdint>
#include <string_view>

#include "profdiff/trace.h"

namespace profdiff {

enum class OpenMpRole : std::uint8_t {
  kOther,
  kBarrier,
  kLoopEnd,
  kSectionsEnd,
  kLoopStart,
  kLoopNext,
  kSectionsStart,
  kSectionsNext,
  kSingleStart,
  kCopyStart,     // start of `single` with copyprivate; a barrier for the threads that do not execute the `single`
  kCopyEnd,       // the barrier of the thread that executed the `single`
  kParallel,      // begins a team
  kTask,          // creates tasks or waits for them
  kThreads,       // omp_get_num_threads
  kThreadNumber,  // omp_get_thread_num
  kCritical,
  kLock,
  kAtomic,
  kLoopEndWithout,      // end of a loop with `nowait`, which has no barrier
  kSectionsEndWithout,  // end of `sections` with `nowait`, which has no barrier
  kStaticLoopEnd,       // LLVM: end of a static loop, whose barrier is a separate call
  kMaster,              // LLVM: start or end of `master`
  kRegionBarrier,       // a barrier that is a region of the recording
};

bool IsBarrier(OpenMpRole role);

// `defined` is the role in the recording's definitions, which takes precedence over the name.
OpenMpRole OpenMpRoleOf(CallRole defined, std::string_view name);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPENMP_ROLES_H_
