// SPDX-License-Identifier: GPL-3.0-or-later
// Finds off-CPU intervals of the threads of a recording.
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_SCHEDULE_H_
#define PROFDIFF_READ_TRACE_UFTRACE_SCHEDULE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/damage.h"
#include "read/trace/uftrace/records.h"

namespace profdiff {

using UftraceSchedule = std::map<std::uint64_t, std::vector<UftraceSwitch>>;  // by thread id

// Adds the context switches of one processor. `bytes` is the content of a file "perf-cpuN.dat"; `path` is for messages.
// Errors: kTruncated and kBadTrace, which are reported to `damages`.
void AddUftraceSchedule(std::string_view bytes, const std::string& path, UftraceSchedule& schedule, Damages& damages);

// Returns the intervals from each switch-out to the next switch-in. An interval without a switch-in lasts until `end`,
// if it begins before `end`. Times are in nanoseconds.
std::vector<OffCpuInterval> FindOffCpu(std::vector<UftraceSwitch> switches, std::uint64_t end);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_SCHEDULE_H_
