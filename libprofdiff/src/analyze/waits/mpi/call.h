// SPDX-License-Identifier: GPL-3.0-or-later
// An MPI call.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_CALL_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_CALL_H_

#include <cstdint>
#include <limits>
#include <optional>

#include "analyze/waits/routines.h"
#include "profdiff/trace.h"

namespace profdiff {

// The end of a call that had not returned when the recording ended.
inline constexpr std::int64_t kUnknownEnd = std::numeric_limits<std::int64_t>::max();

// An MPI call. Times are in nanoseconds. Threads and names are ids within the part of the run that contains the call.
struct MpiCall {
  std::uint32_t thread = 0;    // index of the thread
  std::uint32_t rank = 0;      // rank in MPI_COMM_WORLD
  std::uint32_t instance = 0;  // instance of the phase, from 1; 0 outside the phase
  // `caller` is the innermost enclosing function of the program, or invalid if none was recorded; `function` is the MPI
  // routine.
  NameId caller, function;
  MpiRoutine routine;
  // True if the call had not returned when the recording ended; `end` is then the last time recorded for the rank.
  bool is_open = false;
  std::int64_t begin = 0, end = 0;    // on the rank's clock, whose offset FitClocks finds
  std::optional<std::uint32_t> root;  // rank of the root, for a collective operation that has one
  std::uint64_t communicator = 0;     // id of the communicator, for a collective operation

  std::int64_t KnownEnd() const { return is_open ? kUnknownEnd : end; }
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_CALL_H_
