// SPDX-License-Identifier: GPL-3.0-or-later
// The files perf-cpuN.dat contain the kernel's own records (perf_event_open(2)). A record begins with its type (4
// bytes), flags (2) and size (2), and ends with process (4), thread (4) and time (8). Type 14 is a context switch; flag
// 0x2000 is set if the thread is switched out.
#include "read/trace/uftrace/schedule.h"

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kSwitch = 14;
constexpr std::uint64_t kOut = 0x2000;
constexpr std::uint64_t kEventHeaderBytes = 8;
constexpr std::uint64_t kSwitchBytes = 24;

}  // namespace

void AddUftraceSchedule(std::string_view bytes, const std::string& path, UftraceSchedule& schedule, Damages& damages) {
  ByteCursor cursor(bytes, false);
  while (cursor.remaining() > 0) {
    const std::size_t offset = cursor.offset();
    auto report = [&](ErrorCode code, const std::string& reason) {
      const Place place = Place::Named("record at byte " + std::to_string(offset), offset);
      damages.Report(Error(code, reason, path, place), "what follows is left out");
    };
    const std::uint32_t type = cursor.U32();
    const std::uint64_t flags = cursor.Number(2), size = cursor.Number(2);
    if (cursor.ok() && (size < kEventHeaderBytes || (type == kSwitch && size != kSwitchBytes))) {
      return report(ErrorCode::kBadTrace, "not a record of the scheduler");
    }
    ByteCursor body(cursor.Take(size - kEventHeaderBytes), false);
    if (!cursor.ok()) return report(ErrorCode::kTruncated, "the file ends inside it");
    if (type != kSwitch) continue;
    body.U32();
    const std::uint32_t thread = body.U32();
    schedule[thread].push_back({body.U64(), (flags & kOut) != 0});
  }
}

// Switches of one thread come from the files of several processors and from the thread's own file, so they are sorted,
// and a repeated switch-out or switch-in is ignored.
std::vector<OffCpuInterval> FindOffCpu(std::vector<UftraceSwitch> switches, std::uint64_t end) {
  std::ranges::stable_sort(switches, {}, &UftraceSwitch::time);
  std::vector<OffCpuInterval> off_cpu;
  const UftraceSwitch* out = nullptr;
  for (const UftraceSwitch& change : switches) {
    if (change.out && out == nullptr) out = &change;
    if (change.out || out == nullptr) continue;
    if (out->time < change.time) off_cpu.push_back({out->time, change.time});
    out = nullptr;
  }
  if (out != nullptr && out->time < end) off_cpu.push_back({out->time, end});
  return off_cpu;
}

}  // namespace profdiff
