// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/start_up.h"

#include <algorithm>
#include <map>

namespace profdiff {

std::optional<std::int64_t> LengthWithoutStartUp(const TraceEvents& events, std::uint32_t instance) {
  std::map<std::uint32_t, std::int64_t> inside;  // by thread
  for (const StartUpTime& time : events.start_up) {
    if (time.instance == instance) inside[time.thread] += time.inside;
  }
  if (inside.empty()) return std::nullopt;
  std::int64_t longest = 0;
  for (const auto& [thread, time] : inside) {
    const TimeSpan& interval = events.threads[thread].intervals[instance - 1];
    longest = std::max(longest, interval.end - interval.begin - time);
  }
  return longest;
}

}  // namespace profdiff
