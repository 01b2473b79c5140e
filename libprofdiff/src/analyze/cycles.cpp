// SPDX-License-Identifier: GPL-3.0-or-later
// Strongly connected components in one depth-first pass, after the path-based algorithm of Cheriyan, Mehlhorn and
// Gabow: the nodes whose component is not yet complete lie on a stack in the order of their first visit, and a second
// stack holds where each provisional component begins. An arc back into the stack merges all components above it.
// No recursion: call chains may be millions deep.
//
// gprof numbers components when they are complete (callees first) and lists a cycle's members in the order of merging,
// which is the order of first visit; both show in its listings.
// Tests: tests/unit/analyze/cycles_test.cpp.
#include <algorithm>
#include <numeric>

#include "base/in_order.h"
#include "profdiff/call_graph.h"

namespace profdiff {
namespace {

class CycleFinder {
 public:
  explicit CycleFinder(const CallLists& calls) : calls_(calls), position_(calls.functions(), kUnvisited) {
    result_.number.assign(calls.functions(), 0);
    result_.cycle.assign(calls.functions(), CycleId());
  }

  Components Run() {
    for (std::size_t f = 0; f < position_.size(); ++f) {
      if (position_[f] == kUnvisited) Visit(FunctionId(f));
    }
    NumberCycles();
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t kUnvisited = 0xffffffff;

  struct Frame {
    FunctionId function;
    std::uint32_t next = 0;  // place of the next callee in CallLists
  };

  void Visit(FunctionId root) {
    Enter(root);
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.next == calls_.first_callee[frame.function.value + 1]) {
        FunctionId done = frame.function;
        path_.pop_back();
        Leave(done);
      } else {
        Follow(calls_.callees[frame.next++].function);
      }
    }
  }

  void Enter(FunctionId f) {
    position_[f.value] = static_cast<std::uint32_t>(open_.size());
    component_starts_.push_back(position_[f.value]);
    open_.push_back(f);
    path_.push_back({f, calls_.first_callee[f.value]});
  }

  void Follow(FunctionId callee) {
    if (position_[callee.value] == kUnvisited) {
      Enter(callee);
    } else if (result_.number[callee.value] == 0) {  // its component is still open
      while (component_starts_.back() > position_[callee.value]) component_starts_.pop_back();
    }
  }

  // Completes the component that begins with `f`, if one does.
  void Leave(FunctionId f) {
    std::uint32_t start = position_[f.value];
    if (component_starts_.back() != start) return;
    component_starts_.pop_back();
    ++components_;
    for (std::size_t i = start; i < open_.size(); ++i) result_.number[open_[i].value] = components_;
    if (open_.size() - start > 1) result_.members.emplace_back(open_.begin() + start, open_.end());
    open_.resize(start);
  }

  void NumberCycles() {
    std::ranges::sort(result_.members, {}, [](const std::vector<FunctionId>& members) { return members.front(); });
    for (std::size_t c = 0; c < result_.members.size(); ++c) {
      for (FunctionId member : result_.members[c]) result_.cycle[member.value] = CycleId(c);
    }
  }

  const CallLists& calls_;
  Components result_;
  std::vector<std::uint32_t> position_;  // by FunctionId: place in open_ while open
  std::vector<FunctionId> open_;
  std::vector<std::uint32_t> component_starts_;
  std::vector<Frame> path_;
  std::uint32_t components_ = 0;
};

// What `value_of` says of each arc, by one end of the arcs, newest first.
template <class Value, class ValueOf>
void IndexByEnd(std::size_t functions, std::span<const Arc> arcs, FunctionId Arc::*end,
                std::vector<std::uint32_t>& first, std::vector<Value>& values, ValueOf value_of) {
  first.assign(functions + 1, 0);
  for (const Arc& arc : arcs) ++first[(arc.*end).value + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  values.resize(arcs.size());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (std::size_t i = arcs.size(); i-- > 0;) values[next[(arcs[i].*end).value]++] = value_of(i);
}

}  // namespace

Adjacency IndexArcs(std::size_t functions, std::span<const Arc> arcs) {
  Adjacency adjacency;
  auto id_of = [](std::size_t i) { return ArcId(i); };
  IndexByEnd(functions, arcs, &Arc::callee, adjacency.first_parent, adjacency.parents, id_of);
  IndexByEnd(functions, arcs, &Arc::caller, adjacency.first_child, adjacency.children, id_of);
  return adjacency;
}

CallLists ListCalls(std::size_t functions, std::span<const Arc> arcs, unsigned threads) {
  CallLists calls;
  auto list = [&](FunctionId Arc::*end, FunctionId Arc::*other_end, std::vector<std::uint32_t>& first,
                  std::vector<CallLists::Call>& listed) {
    IndexByEnd(functions, arcs, end, first, listed, [arcs, other_end](std::size_t i) {
      return CallLists::Call{arcs[i].*other_end, arcs[i].count};
    });
  };
  DoBoth(
      threads, [&] { list(&Arc::callee, &Arc::caller, calls.first_caller, calls.callers); },
      [&] { list(&Arc::caller, &Arc::callee, calls.first_callee, calls.callees); });
  return calls;
}

Components FindCycles(const CallLists& calls) { return CycleFinder(calls).Run(); }

Components FindCycles(std::size_t functions, std::span<const Arc> arcs) {
  return FindCycles(ListCalls(functions, arcs));
}

}  // namespace profdiff
