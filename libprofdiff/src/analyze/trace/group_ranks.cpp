// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up the processes of a group by path. Tests: tests/unit/analyze/trace/root_calls_test.cpp.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/trace/shapes.h"
#include "base/text.h"
#include "profdiff/trace.h"

namespace profdiff {
namespace {

// The sums of calls by path.
class PathSums {
 public:
  PathSums() : nodes_(1) {}

  void Add(const CallTree& calls) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // end of the subtree, node
    for (std::uint32_t row = 0; row < calls.size(); ++row) {
      while (!open.empty() && open.back().first <= row) open.pop_back();
      const std::uint32_t node = Find(open.empty() ? 0 : open.back().second, calls.function[row]);
      nodes_[node].time += calls.duration[row];
      open.emplace_back(calls.end[row], node);
    }
  }

  // Returns a call for each path.
  CallTree Take() {
    CallTree tree;
    struct Open {
      std::uint32_t row;
      std::size_t next;  // index of the next callee
      std::uint32_t node;
      std::uint64_t time;  // at which that callee starts
    };
    std::vector<Open> open = {{0, 0, 0, 0}};
    while (!open.empty()) {
      Open& caller = open.back();
      if (caller.next == nodes_[caller.node].callees.size()) {
        if (open.size() > 1) tree.end[caller.row] = static_cast<std::uint32_t>(tree.size());
        open.pop_back();
        continue;
      }
      const std::uint32_t node = nodes_[caller.node].callees[caller.next++];
      const auto row = static_cast<std::uint32_t>(tree.size());
      tree.function.push_back(nodes_[node].function);
      tree.end.push_back(row + 1);
      tree.start.push_back(caller.time);
      tree.duration.push_back(nodes_[node].time);
      tree.shape.push_back(0);
      const std::uint64_t start = caller.time;
      caller.time += nodes_[node].time;
      open.push_back({row, 0, node, start});
    }
    return tree;
  }

 private:
  struct Node {
    NameId function;
    std::uint64_t time = 0;
    std::vector<std::uint32_t> callees;
  };

  std::uint32_t Find(std::uint32_t caller, NameId function) {
    const auto [known, is_new] =
        by_path_.try_emplace({caller, function.value}, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) {
      nodes_[caller].callees.push_back(known->second);
      nodes_.emplace_back().function = function;
    }
    return known->second;
  }

  std::vector<Node> nodes_;  // the first one has the top-level calls
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> by_path_;
};

}  // namespace

Trace GroupRanks(const Trace& trace, std::uint32_t groups) {
  std::vector<std::uint32_t> ranks;
  for (const ThreadTrace& thread : trace.threads) {
    if (ranks.empty() || ranks.back() != thread.rank) ranks.push_back(thread.rank);
  }
  const std::uint64_t count = std::clamp<std::uint64_t>(groups, 1, std::max<std::size_t>(ranks.size(), 1));
  const auto group_of = [&](std::uint32_t rank) {
    const auto place = static_cast<std::uint64_t>(std::ranges::lower_bound(ranks, rank) - ranks.begin());
    return place * count / ranks.size();
  };
  std::map<std::pair<std::uint64_t, std::size_t>, std::vector<const ThreadTrace*>> threads;  // by group and place
  std::size_t place = 0;
  for (std::size_t t = 0; t < trace.threads.size(); ++t) {
    place = t > 0 && trace.threads[t].rank == trace.threads[t - 1].rank ? place + 1 : 0;
    threads[{group_of(trace.threads[t].rank), place}].push_back(&trace.threads[t]);
  }
  Trace grouped;
  grouped.paths = trace.paths;
  grouped.names = trace.names;
  grouped.definitions = trace.definitions;
  grouped.sums = trace.sums;
  grouped.producer = trace.producer;
  grouped.missing = trace.missing;
  grouped.remarks = trace.remarks;
  for (const auto& [key, members] : threads) {
    ThreadTrace& thread = grouped.threads.emplace_back();
    thread.rank = static_cast<std::uint32_t>(key.first);
    thread.number = key.second;
    thread.label = "group " + std::to_string(key.first) + ", thread " + std::to_string(key.second);
    thread.label += " (" + Plural(members.size(), "process") + ")";
    PathSums sums;
    for (const ThreadTrace* member : members) sums.Add(member->calls);
    thread.calls = sums.Take();
  }
  FindShapes(grouped);
  return grouped;
}

}  // namespace profdiff
