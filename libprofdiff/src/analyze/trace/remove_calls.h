// SPDX-License-Identifier: GPL-3.0-or-later
// Removes calls from a call tree.
// Tests: tests/unit/analyze/trace/selection_test.cpp.
#ifndef PROFDIFF_ANALYZE_TRACE_REMOVE_CALLS_H_
#define PROFDIFF_ANALYZE_TRACE_REMOVE_CALLS_H_

#include <cstdint>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

// What happens to the calls of a function.
enum class CallFate : std::uint8_t {
  kStays,
  kGivesWay,  // removed; its callees become callees of its caller
  kGoes,      // removed together with all calls below it
};

struct CallRemoval {
  std::vector<CallFate> fates;  // what happens to the calls of each function, indexed by NameId
  // Hash of each name, for the shapes of rows (values/shape.h); indexed by NameId.
  std::vector<std::uint64_t> name_hashes;
  std::uint32_t depth = 0xffffffff;
  std::uint64_t from = 0, to = ~std::uint64_t{0};  // time interval on the tracer's clock
};

// Numbers of removed calls, by NameId.
struct RemovedCalls {
  std::vector<std::uint64_t> calls;
  std::vector<std::uint64_t> below;  // calls removed because they were below removed calls of the function

  explicit RemovedCalls(std::size_t names) : calls(names), below(names) {}
};

// Removes calls by function, depth or time, together with their values; counts the removed calls by function.
// Cost: linear, in place.
void RemoveCalls(const CallRemoval& options, CallTree& tree, std::vector<CallValue>& values, RemovedCalls& removed);

// Changes times as if the thread's clock had stopped while the thread was off-CPU.
void RemoveOffCpu(const std::vector<OffCpuInterval>& off_cpu, CallTree& tree);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_TRACE_REMOVE_CALLS_H_
