// SPDX-License-Identifier: GPL-3.0-or-later
// The function or loop of an entry of a folded trace, without its count.
// Tests: tests/unit/analyze/ranking/diff_nlr_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_ENTRY_SYMBOLS_H_
#define PROFDIFF_ANALYZE_RANKING_ENTRY_SYMBOLS_H_

#include <cstdint>

#include "profdiff/ranking.h"

namespace profdiff {

// Symbols are ids of functions, or ids of loops plus kLoopSymbols. The symbol of a loop of one function is the symbol
// of that function: one receive and three in a row differ only in their counts.
inline constexpr std::uint32_t kLoopSymbols = std::uint32_t{1} << 31;

inline std::uint32_t SymbolOf(const FoldedTraces& folded, const FoldedEntry& entry) {
  if (entry.function.valid()) return entry.function.value;
  const std::vector<FoldedEntry>& body = folded.loops[entry.loop.value];
  if (body.size() == 1 && body[0].function.valid()) return body[0].function.value;
  return kLoopSymbols + entry.loop.value;
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_ENTRY_SYMBOLS_H_
