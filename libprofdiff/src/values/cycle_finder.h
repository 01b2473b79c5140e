// SPDX-License-Identifier: GPL-3.0-or-later
// Strongly connected components in one depth-first pass, after the path-based algorithm of Cheriyan, Mehlhorn and
// Gabow. Nodes whose component is not complete yet are kept on a stack in the order of their first visit. A second
// stack contains the positions at which provisional components begin. An arc back into the stack merges the component
// of its target with all components above it. There is no recursion, because call chains may be millions deep.
//
// gprof numbers components in the order in which they are completed (callees first), and lists the members of a cycle
// in the order of merging, which is the order of their first visits; its listings depend on both (GPROF.md, section
// 8.2).
// Tests: tests/unit/analyze/profile/cycles_test.cpp.
#ifndef PROFDIFF_VALUES_CYCLE_FINDER_H_
#define PROFDIFF_VALUES_CYCLE_FINDER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "profdiff/profile.h"

namespace profdiff {

// `Callees` provides the callees of each function f, most recently added first: Callee(f, i) for i below Count(f).
template <class Callees>
class CycleFinder {
 public:
  CycleFinder(std::size_t functions, const Callees& callees) : callees_(callees), position_(functions, kUnvisited) {
    result_.number.assign(functions, 0);
    result_.cycle.assign(functions, CycleId());
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
    std::uint32_t next = 0;  // index of the callee to visit next
  };

  void Visit(FunctionId root) {
    EnterOrComplete(root);
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.next == callees_.Count(frame.function)) {
        FunctionId done = frame.function;
        path_.pop_back();
        Leave(done);
      } else {
        Follow(callees_.Callee(frame.function, frame.next++));
      }
    }
  }

  // A function without callees is a component of its own.
  void EnterOrComplete(FunctionId f) {
    if (callees_.Count(f) != 0) return Enter(f);
    position_[f.value] = 0;  // marks `f` as visited; the value is not used, because `f` is never in open_
    result_.number[f.value] = ++components_;
  }

  void Enter(FunctionId f) {
    position_[f.value] = static_cast<std::uint32_t>(open_.size());
    component_starts_.push_back(position_[f.value]);
    open_.push_back(f);
    path_.push_back({f});
  }

  void Follow(FunctionId callee) {
    if (position_[callee.value] == kUnvisited) {
      EnterOrComplete(callee);
    } else if (result_.number[callee.value] == 0) {  // the component of the callee is not complete yet
      while (component_starts_.back() > position_[callee.value]) component_starts_.pop_back();
    }
  }

  // If a component begins with `f`, completes it.
  void Leave(FunctionId f) {
    std::uint32_t start = position_[f.value];
    if (component_starts_.back() != start) return;
    component_starts_.pop_back();
    ++components_;
    for (std::size_t i = start; i < open_.size(); ++i) result_.number[open_[i].value] = components_;
    if (open_.size() - start > 1) result_.members.emplace_back(open_.begin() + start, open_.end());
    open_.resize(start);
  }

  // Numbers cycles as gprof does: by the addresses of their heads. The head of a cycle is the member visited first.
  void NumberCycles() {
    std::ranges::sort(result_.members, {}, [](const std::vector<FunctionId>& members) { return members.front(); });
    for (std::size_t c = 0; c < result_.members.size(); ++c) {
      for (FunctionId member : result_.members[c]) result_.cycle[member.value] = CycleId(c);
    }
  }

  const Callees& callees_;
  Components result_;
  std::vector<std::uint32_t> position_;  // by FunctionId; index in open_ while the function's component is not complete
  std::vector<FunctionId> open_;         // visited functions of incomplete components, in order of their first visit
  std::vector<std::uint32_t> component_starts_;  // indices in open_ at which provisional components begin
  std::vector<Frame> path_;                      // the current chain of calls
  std::uint32_t components_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_CYCLE_FINDER_H_
