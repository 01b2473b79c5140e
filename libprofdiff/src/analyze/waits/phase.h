// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the times at which each thread was in the phase being examined.
// Tests: tests/unit/analyze/waits/phase_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_PHASE_H_
#define PROFDIFF_ANALYZE_WAITS_PHASE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/properties.h"
#include "profdiff/trace.h"

namespace profdiff {

// The latest time, and the largest offset of a clock, in nanoseconds. They leave room for 36 years after 2^62 ns, where
// the times of OTF2 archives begin if ranks are read one by one. A time with an offset, and differences of such times,
// fit into 64 bits.
inline constexpr std::int64_t kLargestOffset = std::int64_t{1} << 60;
inline constexpr std::int64_t kLatestTime = (std::int64_t{1} << 62) + kLargestOffset;

// An interval in nanoseconds of the recorder's clock.
struct TimeSpan {
  std::int64_t begin = 0, end = 0;
};

inline TimeSpan SpanOfCall(const CallTree& calls, std::size_t row) {
  const std::uint64_t end = calls.start[row] + calls.duration[row];
  return {static_cast<std::int64_t>(calls.start[row]), static_cast<std::int64_t>(end)};
}

struct Phase {
  NameId function;              // function of the phase; invalid if the phase is the whole recording
  std::string name;             // "program" for the whole recording
  std::uint32_t instances = 1;  // number of instances of the phase; 0 if its function is missing
  // Intervals by thread, then by instance. A thread that never calls the phase's function has the intervals of the
  // first thread of its rank that calls the function. They are extended to the ends of the thread's own calls that
  // begin in these intervals.
  std::vector<std::vector<TimeSpan>> intervals;
  std::vector<bool> calls_phase;  // true for threads that call the phase's function; indexed by thread

  // Returns the instance to which a time belongs, numbered from 1; 0 if there is none.
  std::uint32_t InstanceAt(std::size_t thread, std::int64_t time) const;
};

// Finds the outermost calls of the phase's function, which is given by its linkage name or demangled name. Without a
// name, finds the calls of main; without main, uses the whole recording. If several functions have the same demangled
// name, the first one by linkage name is used, so that parts of a run agree.
// Errors: kBadArgument if the options specify a loop as the phase, because traces have no lines; kOverflow for times
// after kLatestTime.
Phase FindPhase(const Trace& trace, const MeasureOptions& options);

// Returns the name of the function that the options specify as the phase; "main" if they specify none.
std::string WantedPhase(const MeasureOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_PHASE_H_
