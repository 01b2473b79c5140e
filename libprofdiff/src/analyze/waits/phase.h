// SPDX-License-Identifier: GPL-3.0-or-later
// When which thread was in the phase that is looked at.
// Tests: tests/unit/analyze/waits/phase_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_PHASE_H_
#define PROFDIFF_ANALYZE_WAITS_PHASE_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "profdiff/properties.h"
#include "profdiff/trace.h"

namespace profdiff {

// Units: nanoseconds of the recorder's clock.
struct PhaseInterval {
  std::int64_t begin = 0, end = 0;
};

struct Phase {
  NameId function;              // invalid: the whole recording
  std::string name;             // "program" for the whole recording
  std::uint32_t instances = 1;  // 0: the function is missing
  // By thread, then by instance. A thread that never calls the phase's function has the intervals of its rank's first
  // thread that does.
  std::vector<std::vector<PhaseInterval>> intervals;
  std::vector<bool> calls_phase;  // by thread

  // The instance that a time belongs to, from 1; 0: none.
  std::uint32_t InstanceAt(std::size_t thread, std::int64_t time) const;
};

// The outermost calls of the phase's function, given by linkage name or demangled name; without a name those of main,
// else the whole recording. If several functions have the demangled name, the first by linkage name is used, so that
// parts of a run agree.
// Errors: kBadArgument for a loop: traces have no lines.
Phase FindPhase(const Trace& trace, const MeasureOptions& options);

// The phase's function.
std::string WantedPhase(const MeasureOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_PHASE_H_
