// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the paths that get a row in listings: a heap holds the children of chosen paths, and the largest one is
// chosen next. A few rows then lead to the source of most of the time, or of the difference, however deep it is.
// Tests: tests/unit/analyze/context_tree/choose_test.cpp.
#include <algorithm>
#include <cmath>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

#include "analyze/context_tree/inclusive.h"
#include "analyze/context_tree/invert.h"
#include "profdiff/listing.h"

namespace profdiff {
namespace {

using NumbersOf = ContextNumbers ContextRow::*;

// A tree of one side or of both, with the values of all nodes.
struct NumberedTree {
  std::vector<std::uint32_t> end;
  std::vector<ContextRow> nodes;  // a row for each node; only some rows are chosen
  bool has_samples = false;
};

// Fills in the values of one side. `place_of` converts an index into `nodes` to a node of the side's tree, or to kNone
// if the side has no such node.
template <class PlaceOf>
void AddNumbers(const ScaledContexts& side, const PlaceOf& place_of, NumbersOf to, std::vector<ContextRow>& nodes) {
  const ContextTree& tree = *side.tree;
  const std::vector<std::int64_t> total = AddUp(tree, tree.self);
  const std::vector<std::uint64_t> samples = AddUp(tree, tree.samples);
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    const std::uint32_t place = place_of(node);
    if (place == JoinedContexts::kNone) continue;
    ContextNumbers& numbers = nodes[node].*to;
    numbers.present = true;
    numbers.self = static_cast<double>(tree.self[place]) * side.scale;
    numbers.total = static_cast<double>(total[place]) * side.scale;
    if (samples.empty()) continue;
    numbers.samples = tree.samples[place];
    numbers.total_samples = samples[place];
  }
}

std::vector<ContextRow> NodesOf(const std::vector<FunctionId>& functions) {
  std::vector<ContextRow> nodes(functions.size());
  for (std::size_t node = 0; node < nodes.size(); ++node) nodes[node].function = functions[node];
  return nodes;
}

NumberedTree NumberNodes(const ScaledContexts& contexts) {
  const ContextTree& tree = *contexts.tree;
  NumberedTree numbered{tree.end, NodesOf(tree.function), !tree.samples.empty()};
  AddNumbers(
      contexts, [](std::size_t node) { return static_cast<std::uint32_t>(node); }, &ContextRow::base, numbered.nodes);
  return numbered;
}

NumberedTree NumberNodes(const ContextDifference& contexts) {
  const JoinedContexts& joined = contexts.joined;
  NumberedTree numbered{joined.end, NodesOf(joined.function),
                        !contexts.base.tree->samples.empty() && !contexts.other.tree->samples.empty()};
  AddNumbers(
      contexts.base, [&](std::size_t node) { return joined.base[node]; }, &ContextRow::base, numbered.nodes);
  AddNumbers(
      contexts.other, [&](std::size_t node) { return joined.other[node]; }, &ContextRow::other, numbered.nodes);
  return numbered;
}

void AddTo(ContextNumbers& sum, const ContextNumbers& more) {
  sum.present = sum.present || more.present;
  sum.self += more.self;
  sum.total += more.total;
  sum.samples += more.samples;
  sum.total_samples += more.total_samples;
}

class Chooser {
 public:
  Chooser(const NumberedTree& tree, const ContextChoice& choice)
      : tree_(tree), choice_(choice), size_(tree.nodes.size()), shown_(size_), families_(size_ + 1) {
    const std::vector<std::uint32_t> parents = ParentsOf(tree.end);
    for (std::size_t node = 0; node < size_; ++node) ++FamilyOf(parents[node]).children;
  }

  ContextRows Run() {
    choice_.rows == 0 ? shown_.assign(size_, true) : Open();
    result_.has_samples = tree_.has_samples;
    result_.left_out = static_cast<std::size_t>(std::ranges::count(shown_, false));
    AppendRows();
    return std::move(result_);
  }

 private:
  // Children of a node or of the top level: `children` counts all of them, `shown` only those that have a row.
  struct Family {
    std::uint32_t children = 0, shown = 0;
  };
  struct Waiting {
    double size;
    std::uint32_t node, parent;

    bool operator<(const Waiting& that) const { return size != that.size ? size < that.size : node > that.node; }
  };
  // A row to be written for a node or, if the node is invalid, for the sum of the children of `parent` that have no
  // row.
  struct Row {
    std::uint32_t node, parent;  // node indices in the tree
    std::uint32_t parent_row, depth;
  };

  Family& FamilyOf(std::uint32_t parent) { return families_[parent == kNoParent ? size_ : parent]; }

  double SizeOf(std::uint32_t node) const {
    const ContextRow& row = tree_.nodes[node];
    return std::abs(SecondsDifference(row.base.total, row.other.total));
  }

  template <class Use>
  void ForEachChild(std::uint32_t parent, const Use& use) const {
    std::uint32_t child = parent == kNoParent ? 0 : parent + 1;
    const std::uint32_t end = parent == kNoParent ? static_cast<std::uint32_t>(size_) : tree_.end[parent];
    for (; child < end; child = tree_.end[child]) use(child);
  }

  // True if a row is needed for the sum of the paths that are left out. False if all children are left out, since the
  // parent's own row then shows their sum.
  bool AddsUp(const Family& family) const {
    return choice_.adds_up && family.shown != 0 && family.shown != family.children;
  }

  // Returns the number of rows that are added if one more child is shown. The first shown child may require a row for
  // the sum of the others; the last child makes that row unnecessary.
  std::size_t CostIn(Family family) const {
    const std::size_t before = AddsUp(family) ? 1 : 0;
    ++family.shown;
    return 1 + (AddsUp(family) ? 1 : 0) - before;
  }

  void Show(std::uint32_t node, std::uint32_t parent) {
    shown_[node] = true;
    ++FamilyOf(parent).shown;
  }

  void Open() {
    std::priority_queue<Waiting> waiting;
    const auto wait = [&](std::uint32_t parent) {
      ForEachChild(parent, [&](std::uint32_t child) { waiting.push({SizeOf(child), child, parent}); });
    };
    wait(kNoParent);
    for (std::size_t used = 0; !waiting.empty();) {
      const Waiting next = waiting.top();
      const std::size_t more = CostIn(FamilyOf(next.parent));
      // The largest path always gets a row.
      if (used != 0 && used + more > choice_.rows) break;
      used += more;
      waiting.pop();
      Show(next.node, next.parent);
      wait(next.node);
    }
    if (!choice_.adds_up) return;
    // If a row would be the sum of a single path, that path gets a row instead, which gives more information in the
    // same space.
    for (; !waiting.empty(); waiting.pop()) {
      const Family& family = FamilyOf(waiting.top().parent);
      if (family.shown != 0 && family.shown + 1 == family.children) Show(waiting.top().node, waiting.top().parent);
    }
  }

  // Pushes the rows for the children of `parent` onto a stack in reverse order, so that the largest path is popped
  // first and the sum of the others last.
  void PushChildren(std::uint32_t parent, std::uint32_t parent_row, std::uint32_t depth, std::vector<Row>& rows) {
    std::vector<std::uint32_t> children;
    ForEachChild(parent, [&](std::uint32_t child) {
      if (shown_[child]) children.push_back(child);
    });
    std::ranges::stable_sort(children, [this](std::uint32_t a, std::uint32_t b) { return SizeOf(a) > SizeOf(b); });
    if (AddsUp(FamilyOf(parent))) rows.push_back({kNoParent, parent, parent_row, depth});
    for (std::size_t i = children.size(); i-- > 0;) rows.push_back({children[i], parent, parent_row, depth});
  }

  ContextRow SumOfOthers(std::uint32_t parent) const {
    ContextRow sum;
    sum.paths = 0;
    ForEachChild(parent, [&](std::uint32_t child) {
      if (shown_[child]) return;
      ++sum.paths;
      AddTo(sum.base, tree_.nodes[child].base);
      AddTo(sum.other, tree_.nodes[child].other);
    });
    return sum;
  }

  void AppendRows() {
    std::vector<Row> to_come;
    PushChildren(kNoParent, ContextRow::kNone, 0, to_come);
    while (!to_come.empty()) {
      const Row next = to_come.back();
      to_come.pop_back();
      const bool is_sum = next.node == kNoParent;
      result_.rows.push_back(is_sum ? SumOfOthers(next.parent) : tree_.nodes[next.node]);
      result_.rows.back().parent = next.parent_row;
      result_.rows.back().depth = next.depth;
      if (is_sum) continue;
      PushChildren(next.node, static_cast<std::uint32_t>(result_.rows.size() - 1), next.depth + 1, to_come);
    }
  }

  const NumberedTree& tree_;
  const ContextChoice& choice_;
  const std::size_t size_;
  std::vector<bool> shown_;       // by node: true if it has a row
  std::vector<Family> families_;  // by node, followed by the top level
  ContextRows result_;
};

ScaledContexts Inverted(const ScaledContexts& contexts) {
  return {std::make_shared<const ContextTree>(InvertContexts(*contexts.tree)), contexts.scale};
}

}  // namespace

ContextRows ChooseContexts(const ScaledContexts& contexts, const ContextChoice& choice) {
  const bool up = choice.direction == TreeDirection::kUp;
  return Chooser(NumberNodes(up ? Inverted(contexts) : contexts), choice).Run();
}

ContextRows ChooseContexts(const ContextDifference& contexts, const Match& match, const ContextChoice& choice) {
  if (choice.direction == TreeDirection::kDown) return Chooser(NumberNodes(contexts), choice).Run();
  ContextDifference inverted{{}, Inverted(contexts.base), Inverted(contexts.other)};
  inverted.joined = JoinContexts(*inverted.base.tree, *inverted.other.tree, match);
  return Chooser(NumberNodes(inverted), choice).Run();
}

}  // namespace profdiff
