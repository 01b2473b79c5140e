// SPDX-License-Identifier: GPL-3.0-or-later
// Iterates over the sequence of functions of folded entries, without unfolding it in memory.
// Tests: tests/unit/analyze/loops/fold_test.cpp.
#ifndef PROFDIFF_ANALYZE_LOOPS_FOLDED_CURSOR_H_
#define PROFDIFF_ANALYZE_LOOPS_FOLDED_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

class FoldedCursor {
 public:
  // Both arguments must outlive the cursor.
  FoldedCursor(const FoldedTraces& folded, std::span<const FoldedEntry> entries)
      : folded_(&folded), stack_{{entries}} {}

  // Returns the id of the next function; for a return, the id of FoldedTraces::kReturn. Invalid at the end.
  NameId Next() {
    while (repeats_ == 0) {
      if (stack_.empty()) return {};
      Level& top = stack_.back();
      if (top.next == top.entries.size()) {
        top.next = 0;
        if (--top.rounds == 0) stack_.pop_back();
        continue;
      }
      const FoldedEntry& entry = top.entries[top.next++];
      if (entry.function.valid()) {
        function_ = entry.function;
        repeats_ = entry.count;
      } else if (entry.count > 0) {
        stack_.push_back({folded_->loops[entry.loop.value], 0, entry.count});
      }
    }
    --repeats_;
    return function_;
  }

 private:
  // A level of nesting: its entries (the whole sequence or a loop body), and the number of rounds that are left,
  // including the current one.
  struct Level {
    std::span<const FoldedEntry> entries;
    std::size_t next = 0;
    std::uint32_t rounds = 1;
  };

  const FoldedTraces* folded_;
  std::vector<Level> stack_;
  NameId function_;
  std::uint32_t repeats_ = 0;  // how many more times to return function_
};

// Returns the id of FoldedTraces::kReturn; invalid if returns are dropped.
NameId FindReturns(const FoldedTraces& folded);

// A FoldedCursor that skips returns.
class FoldedCallCursor {
 public:
  FoldedCallCursor(const FoldedTraces& folded, const FoldedThread& thread)
      : cursor_(folded, thread.entries), returns_(FindReturns(folded)) {}

  NameId Next() {
    NameId name = cursor_.Next();
    while (name.valid() && name == returns_) name = cursor_.Next();
    return name;
  }

 private:
  FoldedCursor cursor_;
  NameId returns_;  // invalid if returns are dropped
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_LOOPS_FOLDED_CURSOR_H_
