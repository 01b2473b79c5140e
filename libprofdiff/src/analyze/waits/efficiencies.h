// SPDX-License-Identifier: GPL-3.0-or-later
// Computes figures that show how well a parallel run uses its processors.
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_EFFICIENCIES_H_
#define PROFDIFF_ANALYZE_WAITS_EFFICIENCIES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "profdiff/properties.h"

namespace profdiff {

// Times of one location within the phase, in nanoseconds.
struct LocationTimes {
  std::uint32_t rank = 0;
  std::int64_t covered = 0;  // time in recorded calls of any kind
  std::int64_t useful = 0;   // time in neither MPI nor OpenMP
  std::int64_t mpi = 0;
};

struct EfficiencyInput {
  std::vector<LocationTimes> locations;      // sorted by rank; the first thread of each rank comes first
  std::int64_t length = 0;                   // length of the phase in nanoseconds
  std::optional<std::int64_t> ideal_length;  // length of the phase if transfers took no time; nullopt if unknown
  bool has_mpi = false, has_openmp = false;
};

// Returns no efficiencies for fewer than two locations. Source: the efficiencies of the POP project, multiplicative
// model.
std::vector<Efficiency> FindEfficiencies(const EfficiencyInput& input);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_EFFICIENCIES_H_
