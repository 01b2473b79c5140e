// SPDX-License-Identifier: GPL-3.0-or-later
// Inverts a tree: functions with samples of their own are on the top level, and their callers below them. All samples
// start at their innermost frame and move to the caller, one frame at a time. Samples that reach the same node on the
// same path are added up and move on as one, so the number of steps depends on the number of distinct paths, not on the
// number of samples.
// Tests: tests/unit/analyze/context_tree/invert_test.cpp.
#include "analyze/context_tree/invert.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/listing.h"
#include "values/walk_tree.h"

namespace profdiff {
namespace {

// Limits time and memory. Without a limit, the inverted tree could be as large as the sum of the lengths of all
// distinct stacks, which grows with the square of the depth.
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 28;
constexpr std::size_t kMostNodes = std::size_t{1} << 25;

// A group of samples, and the node of the original tree that they have reached on the way to the root.
struct Climber {
  std::uint32_t node;
  std::int64_t ticks;
  std::uint64_t samples;
  double squares;
};

class Inverter {
 public:
  explicit Inverter(const ContextTree& tree) : tree_(tree), parents_(ParentsOf(tree.end)) {}

  ContextTree Run() {
    AddLeaves();
    PushGroups();
    while (!groups_.empty() || !open_.empty()) {
      while (!open_.empty() && open_.back().waiting == groups_.size()) {
        inverted_.end[open_.back().node] = static_cast<std::uint32_t>(inverted_.size());
        open_.pop_back();
      }
      if (!groups_.empty()) AppendNode();
    }
    inverted_.stackless = tree_.stackless;
    inverted_.stackless_samples = tree_.stackless_samples;
    return std::move(inverted_);
  }

 private:
  struct Open {
    std::uint32_t node;
    std::size_t waiting;  // size of `groups_` once everything below the node is complete
  };

  FunctionId FunctionOf(const Climber& climber) const { return tree_.function[climber.node]; }

  void AddLeaves() {
    for (std::uint32_t node = 0; node < tree_.size(); ++node) {
      const std::uint64_t samples = tree_.samples.empty() ? 0 : tree_.samples[node];
      if (tree_.self[node] == 0 && samples == 0) continue;
      next_.push_back({node, tree_.self[node], samples, tree_.squares.empty() ? 0 : tree_.squares[node]});
    }
  }

  // Divides `next_` into groups with the same function, which become the next nodes; the group of the first function is
  // on top of the stack.
  void PushGroups() {
    std::sort(next_.begin(), next_.end(), [this](const Climber& a, const Climber& b) {
      return std::pair(FunctionOf(b), b.node) < std::pair(FunctionOf(a), a.node);
    });
    for (std::size_t i = 0; i < next_.size(); ++i) {
      if (i == 0 || FunctionOf(next_[i]) != FunctionOf(next_[i - 1])) groups_.push_back(waiting_.size());
      waiting_.push_back(next_[i]);
    }
    next_.clear();
  }

  // Turns the top group into a node. Samples whose stacks end here become the node's own samples. The other samples
  // move to their callers; samples that reach the same node are added up.
  void AppendNode() {
    const std::size_t begin = groups_.back();
    groups_.pop_back();
    steps_ += waiting_.size() - begin;
    if (steps_ > kMostSteps || inverted_.size() >= kMostNodes) {
      throw Error(ErrorCode::kUnsupported, "these stacks are too many and too deep to be inverted");
    }
    Climber ended{};
    const FunctionId function = FunctionOf(waiting_[begin]);
    for (std::size_t i = begin; i < waiting_.size(); ++i) {
      const std::uint32_t parent = parents_[waiting_[i].node];
      if (parent == kNoParent) {
        Meet(ended, waiting_[i]);
      } else {
        next_.push_back(waiting_[i]);
        next_.back().node = parent;
      }
    }
    waiting_.resize(begin);
    open_.push_back({static_cast<std::uint32_t>(inverted_.size()), groups_.size()});
    Append(function, ended);
    JoinNext();
    PushGroups();
  }

  static void Meet(Climber& to, const Climber& from) {
    to.ticks += from.ticks;
    to.samples += from.samples;
    to.squares += from.squares;
  }

  void JoinNext() {
    std::ranges::sort(next_, {}, &Climber::node);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < next_.size(); ++i) {
      if (kept != 0 && next_[kept - 1].node == next_[i].node) {
        Meet(next_[kept - 1], next_[i]);
      } else {
        next_[kept++] = next_[i];
      }
    }
    next_.resize(kept);
  }

  void Append(FunctionId function, const Climber& ended) {
    inverted_.function.push_back(function);
    inverted_.end.push_back(0);
    inverted_.self.push_back(ended.ticks);
    if (!tree_.samples.empty()) inverted_.samples.push_back(ended.samples);
    if (!tree_.squares.empty()) inverted_.squares.push_back(ended.squares);
  }

  const ContextTree& tree_;
  const std::vector<std::uint32_t> parents_;
  std::vector<Climber> waiting_;     // the groups, one after the other
  std::vector<std::size_t> groups_;  // start of each group in waiting_; the last group becomes the next node
  std::vector<Climber> next_;
  std::vector<Open> open_;
  std::uint64_t steps_ = 0;
  ContextTree inverted_;
};

}  // namespace

ContextTree InvertContexts(const ContextTree& contexts) { return Inverter(contexts).Run(); }

}  // namespace profdiff
