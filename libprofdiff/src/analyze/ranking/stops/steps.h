// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a thread: which call followed which call in which caller.
// Tests: tests/unit/analyze/ranking/stops/waiting_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_STOPS_STEPS_H_
#define PROFDIFF_ANALYZE_RANKING_STOPS_STEPS_H_

#include <cstdint>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

// In `caller`, `call` came after `before`.
struct Step {
  NameId caller;            // invalid for top-level calls
  NameId before;            // invalid if `call` is the first call in its caller
  NameId call;              // invalid if the caller returned
  std::uint64_t time = 0;   // of the first occurrence, in nanoseconds
  std::uint64_t calls = 0;  // number of the thread's calls before the first occurrence

  friend bool operator==(const Step&, const Step&) = default;
};

// Returns the different steps of a thread in the order of their first occurrence.
std::vector<Step> FindSteps(const CallTree& calls);

template <class Pack>
void Fields(Pack& pack, Step& step) {
  pack(step.caller, step.before, step.call, step.time, step.calls);
}

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_STOPS_STEPS_H_
