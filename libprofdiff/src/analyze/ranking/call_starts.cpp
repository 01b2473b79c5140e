// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/ranking/call_starts.h"

#include <map>

#include "base/in_order.h"

namespace profdiff {
namespace {

class ThreadFinder {
 public:
  explicit ThreadFinder(Runs runs) {
    for (const Trace* run : runs) {
      const std::vector<ThreadKey> keys = ThreadKeys(*run);
      auto& calls = calls_.emplace_back();
      for (std::size_t i = 0; i < keys.size(); ++i) calls.emplace(keys[i], &run->threads[i].calls);
    }
  }

  const CallTree* Find(std::size_t run, ThreadKey id) const {
    if (run >= calls_.size()) return nullptr;
    const auto found = calls_[run].find(id);
    return found == calls_[run].end() ? nullptr : found->second;
  }

 private:
  std::vector<std::map<ThreadKey, const CallTree*>> calls_;  // indexed by run
};

// Returns the start of a thread's kept call, given its index among the kept calls. Calls are kept by the same rule as
// for folding, so positions in folded traces are also positions among the calls kept here. Walks the thread from its
// beginning, since a ranking looks up only a few calls.
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
  const ThreadFinder threads_of(runs);
  const auto find = [&](std::size_t i) {
    const CallPlace& place = places[i];
    const CallTree* calls = threads_of.Find(place.run, place.id);
    if (calls != nullptr) starts[i] = StartOf(place.call, *calls, names.runs[place.run]);
  };
  WorkInOrder(places.size(), threads, find, [](std::size_t) {});
  return starts;
}

}  // namespace profdiff
