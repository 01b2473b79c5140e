// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/late_rank.h"

#include <algorithm>
#include <map>
#include <string>

namespace profdiff {

std::optional<Message> LateRank(std::span<const ThreadEvents> threads, const ClockFit& clocks, std::int64_t length) {
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
  return Message(
      "the recording of rank " + std::to_string(last->first) + " begins " + std::to_string(late / 1'000'000) +
      " ms after that of rank " + std::to_string(first->first) +
      ": waits of other ranks until then are part of the start of the recording, not of the program; to leave "
      "them out, measure only what happens " +
      std::to_string(late / 1'000'000 + 1) + " ms after the first call");
}

}  // namespace profdiff
