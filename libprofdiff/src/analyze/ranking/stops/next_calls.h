// SPDX-License-Identifier: GPL-3.0-or-later
// What good runs call where a thread of a bad run went no further.
// Tests: tests/unit/analyze/ranking/stops/stops_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_NEXT_CALLS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_NEXT_CALLS_H_

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

// A thread's kept calls, one after the other.
class KeptCursor {
 public:
  // `names` is by the trace's NameId; invalid for what is not kept.
  KeptCursor(const CallTree& tree, const std::vector<NameId>& names) : tree_(&tree), names_(&names) {}

  // Invalid at the end.
  NameId Next() {
    while (row_ < tree_->size()) {
      const NameId name = (*names_)[tree_->function[row_++].value];
      if (name.valid()) return name;
    }
    return {};
  }

 private:
  const CallTree* tree_;
  const std::vector<NameId>* names_;
  std::size_t row_ = 0;
};

// True if the bad thread made the same calls as a good one, to the last.
bool IsComplete(const KeptCursor& bad, const std::vector<KeptCursor>& good);

// What follows in the good threads that begin with all calls of the bad one; where none does, what follows the bad
// one's last two calls, or its only one, anywhere in them.
std::set<NameId> NextCalls(const KeptCursor& bad, const std::vector<KeptCursor>& good);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_NEXT_CALLS_H_
