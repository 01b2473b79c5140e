// SPDX-License-Identifier: GPL-3.0-or-later
// The way back, and what can be said of folded traces without it.
// Tests: tests/unit/analyze/loops/fold_test.cpp.
#include <algorithm>

#include "profdiff/ranking.h"

namespace profdiff {
namespace {

// A list of entries that is being read, for so many more rounds.
struct Reading {
  std::span<const FoldedEntry> entries;
  std::size_t next = 0;
  std::uint32_t rounds = 1;
};

}  // namespace

std::vector<NameId> Unfold(const FoldedTraces& folded, std::span<const FoldedEntry> entries) {
  std::vector<NameId> functions;
  std::vector<Reading> stack = {{entries}};
  while (!stack.empty()) {
    Reading& top = stack.back();
    if (top.next == top.entries.size()) {
      top.next = 0;
      if (--top.rounds == 0) stack.pop_back();
      continue;
    }
    const FoldedEntry& entry = top.entries[top.next++];
    if (entry.function.valid()) {
      functions.insert(functions.end(), entry.count, entry.function);
    } else if (entry.count > 0) {
      stack.push_back({folded.loops[entry.loop.value], 0, entry.count});
    }
  }
  return functions;
}

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
