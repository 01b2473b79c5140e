// SPDX-License-Identifier: GPL-3.0-or-later
// Where the best alignment of two lists passes about half of its cost.
// Tests: tests/unit/analyze/align/sequence_aligner_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_MIDPOINT_H_
#define PROFDIFF_ANALYZE_ALIGN_MIDPOINT_H_

#include <cstdint>
#include <optional>

#include "analyze/align/lists.h"

namespace profdiff {

// A cell of a best alignment.
struct Midpoint {
  std::uint32_t cost_before = 0, cost_behind = 0;
  std::size_t i = 0, j = 0;
};

// Searches from both ends at once. Nothing where that would take more than so many steps, each of them one reach of one
// wavefront.
// Cost: the square of the alignment's cost; memory linear in it.
// Source: Marco-Sola et al., Optimal gap-affine alignment in O(s) space.
template <class Symbol>
std::optional<Midpoint> FindMidpoint(const SymbolLists<Symbol>& lists, EditCosts costs, std::uint64_t most_steps);

// At most so many steps does an alignment of a given cost take in all, when its lists are divided where they meet, and
// divided again.
std::uint64_t StepsOf(std::uint64_t cost, std::size_t a_size, std::size_t b_size, EditCosts costs);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_MIDPOINT_H_
