// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/ranking/stacks/tree.h"

#include <algorithm>
#include <span>
#include <string>
#include <tuple>

#include "profdiff/stacks.h"

namespace profdiff {
namespace {

using Threads = std::span<const StackedThread* const>;

std::vector<ThreadKey> IdsOf(Threads threads) {
  std::vector<ThreadKey> ids;
  for (const StackedThread* thread : threads) ids.push_back(thread->id);
  std::ranges::sort(ids);
  return ids;
}

std::vector<const StackedThread*> SortedByFrames(const std::vector<StackedThread>& threads) {
  std::vector<const StackedThread*> sorted;
  for (const StackedThread& thread : threads) {
    if (!thread.frames.empty()) sorted.push_back(&thread);
  }
  std::ranges::sort(sorted, {}, [](const StackedThread* thread) { return std::tie(thread->frames, thread->id); });
  return sorted;
}

// Divides sorted threads where part_of(thread) changes.
template <class PartOf>
std::vector<Threads> PartsOf(Threads threads, PartOf part_of) {
  std::vector<Threads> parts;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= threads.size(); ++i) {
    if (i < threads.size() && part_of(*threads[i]) == part_of(*threads[begin])) continue;
    parts.push_back(threads.subspan(begin, i - begin));
    begin = i;
  }
  return parts;
}

// Adds nodes for threads that are sorted by frames, agree in the first `depth` frames, and have more. The depth of the
// recursion is at most that of a shortened stack.
void AddNodes(Threads threads, std::size_t depth, std::vector<StackNode>& tree) {
  auto siblings =
      PartsOf(threads, [depth](const StackedThread& thread) -> const std::string& { return thread.frames[depth]; });
  std::ranges::stable_sort(siblings, std::greater<>(), &Threads::size);
  for (Threads sibling : siblings) {
    const std::vector<std::string>&first = sibling.front()->frames, &last = sibling.back()->frames;
    const auto end = static_cast<std::size_t>(std::ranges::mismatch(first, last).in1 - first.begin());
    const std::size_t node = tree.size();
    tree.emplace_back().ids = IdsOf(sibling);
    tree[node].frames.assign(first.begin() + static_cast<std::ptrdiff_t>(depth),
                             first.begin() + static_cast<std::ptrdiff_t>(end));
    // Stacks that end here come first.
    const auto longer =
        std::ranges::find_if(sibling, [end](const StackedThread* thread) { return thread->frames.size() > end; });
    const Threads below = sibling.subspan(static_cast<std::size_t>(longer - sibling.begin()));
    if (!below.empty()) AddNodes(below, end, tree);
    tree[node].end = static_cast<std::uint32_t>(tree.size());
  }
}

}  // namespace

std::vector<StackNode> TreeOfStacks(const std::vector<StackedThread>& threads) {
  std::vector<StackNode> tree;
  const std::vector<const StackedThread*> sorted = SortedByFrames(threads);
  if (!sorted.empty()) AddNodes(sorted, 0, tree);
  return tree;
}

std::vector<StackClass> ClassesOfStacks(const std::vector<StackedThread>& threads) {
  const std::vector<const StackedThread*> sorted = SortedByFrames(threads);
  std::vector<StackClass> classes;
  for (const Threads same : PartsOf(
           sorted, [](const StackedThread& thread) -> const auto& { return thread.frames; })) {
    classes.push_back({IdsOf(same), same.front()->frames});
  }
  if (sorted.empty()) return {};
  std::ranges::sort(classes, [](const StackClass& a, const StackClass& b) {
    return a.ids.size() != b.ids.size() ? a.ids.size() > b.ids.size() : a.ids.front() < b.ids.front();
  });
  return classes;
}

}  // namespace profdiff
