// SPDX-License-Identifier: GPL-3.0-or-later
// Unfolds traces, and computes the lengths of loops without unfolding them.
// Tests: tests/unit/analyze/loops/fold_test.cpp.
#include <algorithm>

#include "analyze/loops/fold.h"
#include "analyze/loops/folded_cursor.h"

namespace profdiff {
std::vector<NameId> Unfold(const FoldedTraces& folded, std::span<const FoldedEntry> entries) {
  std::vector<NameId> functions;
  FoldedCursor cursor(folded, entries);
  for (NameId function = cursor.Next(); function.valid(); function = cursor.Next()) functions.push_back(function);
  return functions;
}

NameId FindReturns(const FoldedTraces& folded) {
  if (folded.filter.drop_returns) return {};
  const auto found = std::ranges::lower_bound(folded.names, FoldedTraces::kReturn);
  return NameId(static_cast<std::size_t>(found - folded.names.begin()));
}

// A body contains only earlier loops, so their lengths are known.
std::vector<std::uint64_t> LoopLengths(const FoldedTraces& folded) {
  std::vector<std::uint64_t> lengths;
  for (const std::vector<FoldedEntry>& body : folded.loops) {
    std::uint64_t length = 0;
    for (const FoldedEntry& entry : body) length += entry.count * (entry.loop.valid() ? lengths[entry.loop.value] : 1);
    lengths.push_back(length);
  }
  return lengths;
}

const FoldedThread* FoldedTraces::Find(std::size_t run, ThreadKey id) const {
  const auto found = std::ranges::lower_bound(runs[run], id, {}, &FoldedThread::id);
  return found != runs[run].end() && found->id == id ? &*found : nullptr;
}

}  // namespace profdiff
