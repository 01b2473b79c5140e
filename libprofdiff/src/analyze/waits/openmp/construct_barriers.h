// SPDX-License-Identifier: GPL-3.0-or-later
// Which construct of OpenMP a barrier belongs to, where both are regions of the recording.
// Tests: tests/unit/analyze/waits/constructs_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_OPENMP_CONSTRUCT_BARRIERS_H_
#define PROFDIFF_ANALYZE_WAITS_OPENMP_CONSTRUCT_BARRIERS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/waits/runtime_calls.h"
#include "analyze/waits/waits.h"
#include "profdiff/trace.h"

namespace profdiff {

struct Construct {
  WaitKind kind = WaitKind::kImbalanceAtBarrier;
  NameId name;                        // of its region
  std::vector<std::size_t> sections;  // of sections: executed by each thread
};

class ConstructBarriers {
 public:
  ConstructBarriers(const Trace& trace, const RuntimeCalls& runtime) : trace_(trace), runtime_(runtime) {}

  // `calls`: the barrier's calls in the threads of a team, entries of RuntimeCalls::calls; the one that leads it first.
  Construct Of(const std::vector<const RuntimeCall*>& calls) const;

 private:
  // A call of one thread; none: invalid.
  struct Place {
    std::uint32_t thread = 0;
    CallId call;
  };

  Place Around(const RuntimeCall& barrier) const;
  Place Before(const RuntimeCall& barrier) const;
  NameId NameOf(const Place& place) const;
  CallRole RoleOf(const Place& place) const;
  NameId LongestBefore(const std::vector<const RuntimeCall*>& calls, bool is_implicit) const;
  std::size_t CountSections(const RuntimeCall& barrier, NameId sections) const;

  const Trace& trace_;
  const RuntimeCalls& runtime_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPENMP_CONSTRUCT_BARRIERS_H_
