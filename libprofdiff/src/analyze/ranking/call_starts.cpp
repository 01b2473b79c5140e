// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/ranking/call_starts.h"

#include <algorithm>

#include "base/in_order.h"

namespace profdiff {
namespace {

const CallTree* FindCalls(const Trace& trace, ThreadKey id) {
  const std::vector<ThreadKey> keys = ThreadKeys(trace);
  const auto found = std::ranges::find(keys, id);
  return found == keys.end() ? nullptr : &trace.threads[static_cast<std::size_t>(found - keys.begin())].calls;
}

std::optional<std::uint64_t> StartOf(std::uint64_t call, const CallTree& calls, const std::vector<NameId>& names) {
  std::optional<std::uint64_t> start;
  WalkKeptCalls(calls, names, [&](std::uint32_t row, NameId) {
    if (call-- == 0) start = calls.start[row];
  });
  return start;
}

}  // namespace

CallStarts FindStarts(Runs runs, const KeptNames& names, std::span<const CallPlace> places, unsigned threads) {
  CallStarts starts(places.size());
  const auto find = [&](std::size_t i) {
    const CallPlace& place = places[i];
    const CallTree* calls = place.run < runs.size() ? FindCalls(*runs[place.run], place.id) : nullptr;
    if (calls != nullptr) starts[i] = StartOf(place.call, *calls, names.runs[place.run]);
  };
  WorkInOrder(places.size(), threads, find, [](std::size_t) {});
  return starts;
}

}  // namespace profdiff
