// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/late_rank.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/text.h"

namespace profdiff {

std::optional<LateStart> LateRank(std::span<const ThreadEvents> threads, const ClockFit& clocks, std::int64_t length,
                                  double waits) {
  constexpr std::int64_t kPart = 20;  // a rank is late if it begins after this part of the length
  std::map<std::uint32_t, std::int64_t> begins;
  for (const ThreadEvents& thread : threads) {
    if (thread.intervals.empty()) continue;
    const std::int64_t begin = thread.intervals.front().begin + clocks.OffsetOf(thread.rank);
    const auto [known, is_new] = begins.try_emplace(thread.rank, begin);
    if (!is_new) known->second = std::min(known->second, begin);
  }
  if (begins.size() < 2) return std::nullopt;
  const auto begin_of = [](const auto& each) { return each.second; };
  const auto first = std::ranges::min_element(begins, {}, begin_of),
             last = std::ranges::max_element(begins, {}, begin_of);
  const std::int64_t late = last->second - first->second;
  if (late <= length / kPart) return std::nullopt;
  constexpr std::int64_t kMillisecond = 1'000'000;
  LateStart start{last->first, first->first, static_cast<double>(late) / 1e9, waits};
  const std::int64_t from = late / kMillisecond + 1;
  start.from = static_cast<double>(from) / 1e3;
  start.remark =
      Message("the recording of rank " + std::to_string(last->first) + " begins " +
                  std::to_string(late / kMillisecond) + " ms after that of rank " + std::to_string(first->first) +
                  ": " + FixedText(waits, 3) + " s of waits until then are no waits of the program",
              {}, {}, {RemedyKind::kMeasureFrom, std::to_string(from) + "ms"});
  return start;
}

}  // namespace profdiff
