// SPDX-License-Identifier: GPL-3.0-or-later
// Selects threads and calls of a trace. The filter's expressions are evaluated once for each name; calls are then
// removed thread by thread.
// Tests: tests/unit/analyze/trace/selection_test.cpp.
#include <algorithm>

#include "analyze/trace/name_filter.h"
#include "analyze/trace/remove_calls.h"
#include "profdiff/error.h"
#include "profdiff/trace.h"
#include "values/first_start.h"
#include "values/shape.h"

namespace profdiff {
namespace {

bool Holds(const std::vector<std::uint32_t>& numbers, std::uint32_t number) {
  return numbers.empty() || std::ranges::find(numbers, number) != numbers.end();
}

class Selector {
 public:
  Selector(Trace trace, const CallFilter& filter) : filter_(filter), names_(filter.keep, filter.drop) {
    selected_.trace = std::move(trace);
  }

  SelectedTrace Run() {
    FindFates();
    FindTimes();
    SelectThreads();
    SelectEnds();
    RemovedCalls removed(Names().size());
    for (ThreadTrace& thread : selected_.trace.threads) {
      RemoveCalls(removal_, thread.calls, thread.values, removed);
      thread.counters = {};
      if (!filter_.off_cpu) continue;
      RemoveOffCpu(thread.off_cpu, thread.calls);
      thread.off_cpu.clear();
    }
    ListDropped(removed);
    return std::move(selected_);
  }

 private:
  const std::vector<std::string>& Names() const { return selected_.trace.names; }

  void FindFates() {
    for (const std::string& name : Names()) {
      removal_.name_hashes.push_back(HashName(name));
      removal_.fates.push_back(FateOf(name));
    }
  }

  // Applies the user's filter first: a function that it drops is removed without its callees, even if it is a start-up
  // function.
  CallFate FateOf(const std::string& name) const {
    if (!names_.Keeps(name)) return CallFate::kGivesWay;
    const Startup startup = filter_.drop_startup ? StartupOf(name) : Startup::kNo;
    if (startup == Startup::kNo) return CallFate::kStays;
    // Functions that call main are removed without the calls below them, so that main is at the top level; other
    // start-up functions are removed with all calls below them.
    return startup == Startup::kRunsMain ? CallFate::kGivesWay : CallFate::kGoes;
  }

  void FindTimes() {
    removal_.depth = filter_.depth;
    if (filter_.from == 0 && filter_.to == CallFilter::kForever) return;
    const std::uint64_t first = filter_.begin.value_or(FirstStart(selected_.trace));
    auto since_first = [first](std::uint64_t time) {
      // Prevents overflow of a relative time plus a start: kForever remains kForever.
      return time > CallFilter::kForever - first ? CallFilter::kForever : first + time;
    };
    removal_.from = since_first(filter_.from);
    removal_.to = since_first(filter_.to);
  }

  void SelectThreads() {
    if (filter_.ranks.empty() && filter_.threads.empty()) return;
    std::vector<ThreadTrace> threads;
    // The number of a thread is its index among the threads of its rank before the selection.
    std::uint32_t rank = 0, place = 0;
    for (ThreadTrace& thread : selected_.trace.threads) {
      if (thread.rank != rank) place = 0;
      rank = thread.rank;
      if (Holds(filter_.ranks, rank) && Holds(filter_.threads, place)) threads.push_back(std::move(thread));
      ++place;
    }
    selected_.trace.threads = std::move(threads);
  }

  void SelectEnds() {
    std::vector<RankEnd>& ends = selected_.trace.ends;
    std::erase_if(ends, [this](const RankEnd& end) { return !Holds(filter_.ranks, end.rank); });
    for (RankEnd& end : ends) {
      if (end.recording_end) end.recording_end = std::min(*end.recording_end, removal_.to);
      // The clock of each thread stops while the thread is off-CPU, so the threads no longer have a common clock.
      if (filter_.off_cpu) end.recording_end.reset();
    }
  }

  void ListDropped(const RemovedCalls& removed) {
    for (std::size_t id = 0; id < Names().size(); ++id) {
      if (removed.calls[id] == 0) continue;
      const std::string& name = Names()[id];
      selected_.dropped.push_back({name, removed.calls[id], removed.below[id], names_.Keeps(name)});
    }
    std::ranges::sort(selected_.dropped, {}, &DroppedFunction::name);
  }

  const CallFilter& filter_;
  const NameFilter names_;
  SelectedTrace selected_;
  CallRemoval removal_;
};

}  // namespace

SelectedTrace SelectCalls(Trace trace, const CallFilter& filter) { return Selector(std::move(trace), filter).Run(); }

}  // namespace profdiff
