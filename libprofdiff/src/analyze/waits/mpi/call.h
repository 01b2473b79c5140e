// SPDX-License-Identifier: GPL-3.0-or-later
// A call of MPI.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_CALL_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_CALL_H_

#include <cstdint>
#include <optional>

#include "analyze/waits/routines.h"
#include "profdiff/trace.h"

namespace profdiff {

// One MPI call. Units: nanoseconds. Names and threads are those of the part of the run that has the call.
struct MpiCall {
  std::uint32_t thread = 0;    // as RuntimeCall::thread
  std::uint32_t rank = 0;      // of MPI_COMM_WORLD
  std::uint32_t instance = 0;  // of the phase, from 1; 0: outside of it
  NameId caller, function;     // `caller` as RuntimeCall::caller; `function` is the routine
  MpiRoutine routine;
  std::int64_t begin = 0, end = 0;    // of the rank's clock; FitClocks finds the offset
  std::optional<std::uint32_t> root;  // rank, of a collective operation that has one
  std::uint64_t communicator = 0;     // of a collective operation
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_CALL_H_
