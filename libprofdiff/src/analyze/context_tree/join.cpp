// SPDX-License-Identifier: GPL-3.0-or-later
// Joins two trees in one walk from the top. The children of a node are distinct functions, so each child matches at
// most one child of the other side. A table from joined function to the base's child finds this match.
// Cost: linear, apart from sorting children.
// Tests: tests/unit/analyze/context_tree/join_test.cpp.
#include <algorithm>
#include <vector>

#include "profdiff/context_tree.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kNone = JoinedContexts::kNone;

// A node of the base's tree, of the other side's tree, or of both.
struct Both {
  FunctionId function;
  std::uint32_t base = kNone, other = kNone;
};

class Joiner {
 public:
  Joiner(const ContextTree& base, const ContextTree& other, const Match& match)
      : base_(base), other_(other), match_(match), place_(match.pairs.size(), kNone) {}

  JoinedContexts Run() {
    std::vector<Open> open;
    std::vector<Both> waiting;  // pending children of all open nodes; the last element is taken next
    PushChildren(0, static_cast<std::uint32_t>(base_.size()), 0, static_cast<std::uint32_t>(other_.size()), waiting);
    while (!waiting.empty() || !open.empty()) {
      while (!open.empty() && open.back().waiting == waiting.size()) {
        joined_.end[open.back().node] = static_cast<std::uint32_t>(joined_.size());
        open.pop_back();
      }
      if (waiting.empty()) continue;
      const Both next = waiting.back();
      waiting.pop_back();
      open.push_back({static_cast<std::uint32_t>(joined_.size()), waiting.size()});
      Append(next);
      PushChildrenOf(next, waiting);
    }
    return std::move(joined_);
  }

 private:
  struct Open {
    std::uint32_t node;
    std::size_t waiting;  // number of pending children once everything below the node is complete
  };

  void Append(const Both& node) {
    joined_.function.push_back(node.function);
    joined_.end.push_back(0);
    joined_.base.push_back(node.base);
    joined_.other.push_back(node.other);
  }

  void PushChildrenOf(const Both& node, std::vector<Both>& waiting) {
    const bool in_base = node.base != kNone, in_other = node.other != kNone;
    PushChildren(in_base ? node.base + 1 : 0, in_base ? base_.end[node.base] : 0, in_other ? node.other + 1 : 0,
                 in_other ? other_.end[node.other] : 0, waiting);
  }

  void PushChildren(std::uint32_t base, std::uint32_t base_end, std::uint32_t other, std::uint32_t other_end,
                    std::vector<Both>& waiting) {
    const std::size_t first = waiting.size();
    for (; base < base_end; base = base_.end[base]) {
      const FunctionId function = match_.from_base[base_.function[base].value];
      place_[function.value] = static_cast<std::uint32_t>(waiting.size());
      waiting.push_back({function, base, kNone});
    }
    const std::size_t behind_base = waiting.size();
    for (; other < other_end; other = other_.end[other]) {
      const FunctionId function = match_.from_other[other_.function[other].value];
      const std::uint32_t place = place_[function.value];
      if (place == kNone) {
        waiting.push_back({function, kNone, other});
      } else {
        waiting[place].other = other;
      }
    }
    // Clears only the entries that were set: clearing all of them for each node would take time proportional to the
    // number of functions.
    for (std::size_t i = first; i < behind_base; ++i) place_[waiting[i].function.value] = kNone;
    // Sorts in descending order, as the last element is taken next. Children are thus in ascending order of joined
    // functions, whichever side is the base.
    std::sort(waiting.begin() + static_cast<std::ptrdiff_t>(first), waiting.end(),
              [](const Both& a, const Both& b) { return b.function < a.function; });
  }

  const ContextTree& base_;
  const ContextTree& other_;
  const Match& match_;
  std::vector<std::uint32_t> place_;  // by joined function: the waiting child of the base
  JoinedContexts joined_;
};

}  // namespace

JoinedContexts JoinContexts(const ContextTree& base, const ContextTree& other, const Match& match) {
  return Joiner(base, other, match).Run();
}

}  // namespace profdiff
