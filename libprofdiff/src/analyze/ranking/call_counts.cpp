// SPDX-License-Identifier: GPL-3.0-or-later
// Counts calls in folded traces without unfolding them: the body of each loop is counted once and multiplied by the
// number of rounds. Loops contain only earlier loops, so one pass in order suffices. The count of a function is the
// same with each filter that keeps the function.
#include "analyze/ranking/call_counts.h"

#include <algorithm>
#include <set>

#include "analyze/ranking/stops/blocking.h"

namespace profdiff {
namespace {

using ById = std::map<NameId, std::uint64_t>;

void AddEntries(const std::vector<FoldedEntry>& entries, const std::vector<ById>& loops, ById& counts) {
  for (const FoldedEntry& entry : entries) {
    if (entry.function.valid()) {
      counts[entry.function] += entry.count;
      continue;
    }
    for (const auto& [name, count] : loops[entry.loop.value]) counts[name] += entry.count * count;
  }
}

// Returns the distance of a value from the range [least, most]; 0 if the value is in the range.
std::uint64_t Outside(std::uint64_t value, std::uint64_t least, std::uint64_t most) {
  return value < least ? least - value : value - std::min(value, most);
}

}  // namespace

CallCounts::CallCounts(const std::vector<FoldedTraces>& folded) : runs_(folded.empty() ? 0 : folded[0].runs.size()) {
  for (const FoldedTraces& traces : folded) {
    std::vector<ById> loops;
    for (const std::vector<FoldedEntry>& body : traces.loops) {
      ById counts;
      AddEntries(body, loops, counts);
      loops.push_back(std::move(counts));
    }
    for (std::size_t run = 0; run < traces.runs.size(); ++run) {
      for (const FoldedThread& thread : traces.runs[run]) {
        ById counts;
        AddEntries(thread.entries, loops, counts);
        ByName& by_name = runs_[run][thread.id];
        for (const auto& [name, count] : counts) by_name[traces.names[name.value]] = count;
        // Removes returns, which are not calls of a function.
        by_name.erase(std::string(FoldedTraces::kReturn));
      }
    }
  }
}

bool CallCounts::Calls(std::size_t run, ThreadKey id, const std::string& name) const {
  const auto thread = runs_[run].find(id);
  return thread != runs_[run].end() && thread->second.contains(name);
}

void CallCounts::Compare(std::size_t good_runs, RankedThread& thread) const {
  std::vector<const ByName*> good, bad;
  std::set<std::string> names;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    const auto found = runs_[run].find(thread.id);
    if (found == runs_[run].end()) continue;
    (run < good_runs ? good : bad).push_back(&found->second);
    for (const auto& [name, count] : found->second) names.insert(name);
  }
  bool has_unnamed = false, added_unnamed = false, lost_unnamed = false;
  for (const std::string& name : names) {
    auto count_in = [&](const ByName* counts) {
      const auto found = counts->find(name);
      return found == counts->end() ? std::uint64_t{0} : found->second;
    };
    CountOutside count{name, 0, ~std::uint64_t{0}, 0};
    for (const ByName* counts : good) {
      count.least = std::min(count.least, count_in(counts));
      count.most = std::max(count.most, count_in(counts));
    }
    // Chooses the bad run whose number of calls is furthest outside the range of the good runs.
    bool called = false;
    std::uint64_t furthest = 0;
    for (const ByName* counts : bad) {
      called = called || count_in(counts) != 0;
      const std::uint64_t outside = Outside(count_in(counts), count.least, count.most);
      if (outside > furthest) count.bad = count_in(counts);
      furthest = std::max(furthest, outside);
    }
    // A function without a name is neither new nor lost: its name in other runs is unknown.
    if (IsUnnamed(name)) {
      has_unnamed = true;
      added_unnamed = added_unnamed || (called && count.most == 0);
      lost_unnamed = lost_unnamed || (!called && count.least != 0);
    } else if (called && count.most == 0) {
      thread.added.push_back(name);
    } else if (!called && count.least != 0) {
      thread.lost.push_back(name);
    } else if (furthest != 0) {
      thread.counts.push_back(std::move(count));
    }
  }
  // An address that only one side has may be a function that only the other side has.
  const bool adds = added_unnamed || !thread.added.empty(), loses = lost_unnamed || !thread.lost.empty();
  thread.is_known = !(adds && loses && (added_unnamed || lost_unnamed));
  if (has_unnamed) {
    thread.lost.clear();
    thread.counts.clear();
  }
  std::ranges::stable_sort(thread.counts, std::greater<>(),
                           [](const CountOutside& count) { return Outside(count.bad, count.least, count.most); });
}

}  // namespace profdiff
