// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the calls that good runs made next by reading the folded traces of a bad and a good thread side by side,
// without unfolding them in memory.
#include "analyze/ranking/stops/next_calls.h"

#include <algorithm>
#include <optional>

namespace profdiff {
namespace {

// Returns the good thread's next call after all calls of the bad thread; an invalid name if there is no such call.
// Returns nullopt if the good thread does not begin with the calls of the bad thread.
std::optional<NameId> AfterPrefix(FoldedCallCursor bad, FoldedCallCursor good) {
  for (NameId name = bad.Next(); name.valid(); name = bad.Next()) {
    if (good.Next() != name) return {};
  }
  return good.Next();
}

struct LastCalls {
  NameId before, last;  // the last two calls; invalid if there are fewer
};

LastCalls FindLast(FoldedCallCursor thread) {
  LastCalls calls;
  for (NameId name = thread.Next(); name.valid(); name = thread.Next()) calls = {calls.last, name};
  return calls;
}

// Adds each call that follows an occurrence of `calls` in a good thread. Two calls are compared instead of one, because
// a call in a loop can have many successors.
void AddAfter(const LastCalls& calls, FoldedCallCursor good, std::set<NameId>& next) {
  LastCalls here;
  for (NameId name = good.Next(); name.valid(); name = good.Next()) {
    const bool before_is_same = here.before == calls.before || !calls.before.valid();
    if (here.last.valid() && here.last == calls.last && before_is_same) next.insert(name);
    here = {here.last, name};
  }
}

}  // namespace

bool IsComplete(const FoldedCallCursor& bad, const std::vector<FoldedCallCursor>& good) {
  return std::ranges::any_of(good, [&](const FoldedCallCursor& thread) {
    const std::optional<NameId> next = AfterPrefix(bad, thread);
    return next && !next->valid();
  });
}

// Which rank takes a branch may depend on data, so other ranks show what a thread does after a branch that its own rank
// has not taken in any good run.
std::set<NameId> NextCalls(const FoldedCallCursor& bad, const std::vector<FoldedCallCursor>& good,
                           const std::vector<FoldedCallCursor>& others) {
  std::set<NameId> next;
  bool prefix_known = false;
  for (const auto* threads : {&good, &others}) {
    if (prefix_known) break;
    for (const FoldedCallCursor& thread : *threads) {
      const std::optional<NameId> name = AfterPrefix(bad, thread);
      prefix_known = prefix_known || name.has_value();
      if (name && name->valid()) next.insert(*name);
    }
  }
  if (prefix_known) return next;
  const LastCalls calls = FindLast(bad);
  for (const FoldedCallCursor& thread : good) AddAfter(calls, thread, next);
  return next;
}

}  // namespace profdiff
