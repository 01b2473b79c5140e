// SPDX-License-Identifier: GPL-3.0-or-later
// Assigns barriers to OpenMP constructs if both are regions in the recording.
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
  NameId name;  // name of the construct's region
  // Number of sections executed by each thread; empty unless this is a `sections` construct.
  std::vector<std::size_t> sections;
};

class ConstructBarriers {
 public:
  ConstructBarriers(const Trace& trace, const RuntimeCalls& runtime) : trace_(trace), runtime_(runtime) {}

  // `calls` are the calls of one barrier in all threads of a team; the call of the master thread comes first. The calls
  // must be entries of RuntimeCalls::calls.
  Construct Of(const std::vector<const RuntimeCall*>& calls) const;

 private:
  // A call of one thread; `call` is invalid if there is no such call.
  struct Place {
    std::uint32_t thread = 0;
    CallId call;
  };

  Place Find(const RuntimeCall& barrier, CallId RegionBarrier::*which) const;
  NameId NameOf(const Place& place) const;
  CallRole RoleOf(const Place& place) const;
  NameId LongestBefore(const std::vector<const RuntimeCall*>& calls, bool is_implicit) const;
  std::size_t CountSections(const RuntimeCall& barrier, NameId sections) const;

  const Trace& trace_;
  const RuntimeCalls& runtime_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_OPENMP_CONSTRUCT_BARRIERS_H_
