// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/ranking/call_starts.h"

#include <map>

#include "analyze/loops/fold.h"
#include "base/in_order.h"

namespace profdiff {
namespace {

std::map<ThreadKey, const CallTree*> CallsByThread(const Trace& run) {
  std::map<ThreadKey, const CallTree*> calls;
  const std::vector<ThreadKey> keys = ThreadKeys(run);
  for (std::size_t i = 0; i < keys.size(); ++i) calls.emplace(keys[i], &run.threads[i].calls);
  return calls;
}

// Returns the start of a thread's call, given its index among the calls that the filter keeps. Folding keeps the same
// calls, so positions in folded traces are also positions among the calls here. The walk begins at the start of the
// thread, which is fast enough because a ranking looks up only a few calls.
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
  std::vector<std::map<ThreadKey, const CallTree*>> calls;  // indexed by run
  for (const Trace* run : runs) calls.push_back(CallsByThread(*run));
  const auto find = [&](std::size_t i) {
    const CallPlace& place = places[i];
    if (place.run >= runs.size()) return;
    const auto found = calls[place.run].find(place.id);
    if (found != calls[place.run].end()) starts[i] = StartOf(place.call, *found->second, names.runs[place.run]);
  };
  WorkInOrder(places.size(), threads, find, [](std::size_t) {});
  return starts;
}

}  // namespace profdiff
