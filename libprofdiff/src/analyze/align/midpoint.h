// SPDX-License-Identifier: GPL-3.0-or-later
// The cell at which a best alignment of two lists has about half of its cost.
// Tests: tests/unit/analyze/align/sequence_aligner_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_MIDPOINT_H_
#define PROFDIFF_ANALYZE_ALIGN_MIDPOINT_H_

#include <cstdint>
#include <optional>

#include "analyze/align/lists.h"

namespace profdiff {

// A cell of a best alignment: i symbols of list A and j of list B are before it.
struct Midpoint {
  std::uint32_t cost_before = 0, cost_behind = 0;
  std::size_t i = 0, j = 0;
};

// Searches from both ends at once. Returns nullopt if that takes more than `most_steps` steps; a step is one diagonal
// of one wavefront.
// Cost: time grows with the square of the alignment's cost, memory linearly.
// Source: Marco-Sola et al., Optimal gap-affine alignment in O(s) space.
template <class Symbol>
std::optional<Midpoint> FindMidpoint(const SymbolLists<Symbol>& lists, EditCosts costs, std::uint64_t most_steps);

// Returns an upper bound of the total number of steps for an alignment of the given cost whose lists are repeatedly
// divided at midpoints.
std::uint64_t StepsOf(std::uint64_t cost, std::size_t a_size, std::size_t b_size, EditCosts costs);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_MIDPOINT_H_
