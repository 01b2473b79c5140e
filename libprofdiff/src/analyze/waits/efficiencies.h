// SPDX-License-Identifier: GPL-3.0-or-later
// How well a parallel run uses its processors, in a few figures.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_EFFICIENCIES_H_
#define PROFDIFF_ANALYZE_WAITS_EFFICIENCIES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "profdiff/properties.h"

namespace profdiff {

// Units: nanoseconds.
struct LocationTimes {
  std::uint32_t rank = 0;
  std::int64_t covered = 0;  // in any call of the phase
  std::int64_t useful = 0;   // in neither MPI nor OpenMP
  std::int64_t mpi = 0;
};

struct EfficiencyInput {
  std::vector<LocationTimes> locations;      // by rank, its first thread first
  std::int64_t length = 0;                   // of the phase
  std::optional<std::int64_t> ideal_length;  // if transfers took no time
  bool has_mpi = false, has_openmp = false;
};

// None for fewer than two locations. Source: the efficiencies of the POP project, multiplicative model.
std::vector<Efficiency> FindEfficiencies(const EfficiencyInput& input);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_EFFICIENCIES_H_
