// SPDX-License-Identifier: GPL-3.0-or-later
// Aligns lists of callees. Matched calls with equal subtrees become one block with all their rows. For other matched
// calls, the lists of their callees are aligned later. With AlignBy::kSubtree a list is aligned twice: first by subtree
// (calls are equal only if their whole subtrees are), then, between the matches of this first pass, by name.
#include "analyze/align/list_aligner.h"

#include <algorithm>

namespace profdiff {
namespace {

// Counts the calls of a list, without their descendants: tree.end[row] is the row after a call's subtree.
std::int64_t CountCalls(const CallTree& tree, std::uint32_t row, std::uint32_t end) {
  std::int64_t calls = 0;
  for (; row < end; row = tree.end[row]) ++calls;
  return calls;
}

}  // namespace

// Must be fast, because it is called for every list with unmatched calls: it writes into vectors that never shrink,
// with a single size check per call.
template <class SymbolOf>
void ListedCalls::List(const CallTree& tree, std::uint32_t row, std::uint32_t row_end, const SymbolOf& symbol_of) {
  for (size = 0; row < row_end; row = tree.end[row], ++size) {
    if (size + 1 >= rows.size()) {
      rows.resize(2 * rows.size() + 16);
      symbols.resize(rows.size());
    }
    rows[size] = row;
    symbols[size] = symbol_of(row);
  }
  if (rows.empty()) rows.resize(1);
  rows[size] = row_end;
}

ListAligner::ListAligner(const TreePair& trees, const AlignOptions& options, double steps_per_call)
    : trees_(trees),
      scores_(options.scores),
      by_(options.by),
      steps_per_call_(steps_per_call),
      by_name_(CostsOf(options.scores)),
      by_subtree_(CostsOf(options.scores)) {}

void ListAligner::Align(const ListPair& lists, AlignedLists& to) {
  to_ = &to;
  first_item_ = to.items.size();
  ListPair rest = lists;
  SkipCommonHead(rest);
  if (rest.a == rest.a_end || rest.b == rest.b_end) {
    AddOnlyA(rest.a, rest.a_end, rest.b);
    AddOnlyB(rest.b, rest.b_end, rest.a);
  } else {
    ListCalls(rest);
    is_cut_ = false;
    if (by_ == AlignBy::kSubtree) AlignBySubtree();
    AlignByName(a_calls_.size, b_calls_.size);
    if (is_cut_) ++to.cut_lists;
  }
  to.item_counts.push_back(static_cast<std::uint32_t>(to.items.size() - first_item_));
}

// Matches the common prefix of two lists. The calls of the prefix then need not be added to ListedCalls. With
// AlignBy::kSubtree, stops at the first pair of unequal subtrees, because a later call may have an equal subtree.
void ListAligner::SkipCommonHead(ListPair& lists) {
  while (lists.a < lists.a_end && lists.b < lists.b_end && trees_.SymbolA(lists.a) == trees_.SymbolB(lists.b)) {
    const std::uint32_t leaves = CountEqualLeaves(lists);
    if (leaves > 0) {
      AddEqual(lists.a, lists.b, leaves);
      lists.a += leaves;
      lists.b += leaves;
      continue;
    }
    if (by_ == AlignBy::kSubtree && !trees_.AreEqual(lists.a, lists.b)) return;
    AddMatched(lists.a, lists.b);
    lists.a = trees_.a().end[lists.a];
    lists.b = trees_.b().end[lists.b];
  }
}

// Returns the number of leaf calls of the same functions at the beginning of both lists. The rows of both lists are
// compared one by one, which is fast if a loop calls small functions.
std::uint32_t ListAligner::CountEqualLeaves(const ListPair& lists) const {
  const std::uint32_t *a_end = trees_.a().end.data() + lists.a, *b_end = trees_.b().end.data() + lists.b;
  const std::uint32_t most = std::min(lists.a_end - lists.a, lists.b_end - lists.b);
  std::uint32_t count = 0;
  while (count < most && a_end[count] == lists.a + count + 1 && b_end[count] == lists.b + count + 1 &&
         trees_.SymbolA(lists.a + count) == trees_.SymbolB(lists.b + count)) {
    ++count;
  }
  return count;
}

void ListAligner::ListCalls(const ListPair& lists) {
  a_done_ = b_done_ = 0;
  a_calls_.List(trees_.a(), lists.a, lists.a_end, [this](std::uint32_t row) { return trees_.SymbolA(row); });
  b_calls_.List(trees_.b(), lists.b, lists.b_end, [this](std::uint32_t row) { return trees_.SymbolB(row); });
}

void ListAligner::AlignBySubtree() {
  const std::size_t a_size = a_calls_.size, b_size = b_calls_.size;
  a_shapes_.resize(a_size);
  b_shapes_.resize(b_size);
  for (std::size_t i = 0; i < a_size; ++i) a_shapes_[i] = trees_.a().shape[a_calls_.rows[i]];
  for (std::size_t j = 0; j < b_size; ++j) b_shapes_[j] = trees_.b().shape[b_calls_.rows[j]];
  is_cut_ |= !by_subtree_.Align({a_shapes_, b_shapes_}, StepsFor(a_size + b_size));
  std::size_t i = 0, j = 0;
  for (const AlignedRun& run : by_subtree_.runs()) {
    // Compares the subtrees themselves, since different subtrees can have equal hashes. Before a match is added, the
    // calls before it are aligned by name, since items must be added in order.
    for (std::size_t k = 0; run.mark == Mark::kEqual && k < run.count; ++k) {
      if (a_calls_.symbols[i + k] != b_calls_.symbols[j + k] ||
          !trees_.AreEqual(a_calls_.rows[i + k], b_calls_.rows[j + k]))
        continue;
      AlignByName(i + k, j + k);
      AddRun({Mark::kEqual, 1});
    }
    if (run.mark != Mark::kOnlyB) i += run.count;
    if (run.mark != Mark::kOnlyA) j += run.count;
  }
}

// Aligns by name the calls before positions `a_end` and `b_end` that have not been aligned yet.
void ListAligner::AlignByName(std::size_t a_end, std::size_t b_end) {
  const std::span<const std::uint32_t> a = std::span(a_calls_.symbols).subspan(a_done_, a_end - a_done_);
  const std::span<const std::uint32_t> b = std::span(b_calls_.symbols).subspan(b_done_, b_end - b_done_);
  if (a.empty() && b.empty()) return;
  is_cut_ |= !by_name_.Align({a, b}, StepsFor(a.size() + b.size()));
  for (const AlignedRun& run : by_name_.runs()) AddRun(run);
}

void ListAligner::AddRun(const AlignedRun& run) {
  const std::size_t a = a_done_, b = b_done_;
  if (run.mark != Mark::kOnlyB) a_done_ += run.count;
  if (run.mark != Mark::kOnlyA) b_done_ += run.count;
  if (run.mark == Mark::kOnlyA) return AddOnlyA(a_calls_.rows[a], a_calls_.rows[a_done_], b_calls_.rows[b]);
  if (run.mark == Mark::kOnlyB) return AddOnlyB(b_calls_.rows[b], b_calls_.rows[b_done_], a_calls_.rows[a]);
  if (run.mark == Mark::kEqual && a_calls_.AreLeaves(a, a_done_) && b_calls_.AreLeaves(b, b_done_)) {
    return AddEqual(a_calls_.rows[a], b_calls_.rows[b], run.count);
  }
  for (std::size_t i = 0; i < run.count; ++i) {
    const std::uint32_t a_row = a_calls_.rows[a + i], b_row = b_calls_.rows[b + i];
    if (run.mark == Mark::kEqual) {
      AddMatched(a_row, b_row);
    } else {
      to_->items.push_back(
          {{run.mark, a_row, a_calls_.rows[a + i + 1] - a_row, b_row, b_calls_.rows[b + i + 1] - b_row},
           ListItem::kNoList});
      to_->score += scores_.mismatch;
    }
  }
}

// Adds two matched calls. If their subtrees are equal, all rows of both are added. Otherwise only the first row of each
// is added, and their callees are aligned in the next round, unless one of the two lists of callees is empty.
void ListAligner::AddMatched(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t a_end = trees_.a().end[a], b_end = trees_.b().end[b];
  if (trees_.AreEqual(a, b)) return AddEqual(a, b, a_end - a);
  AddEqual(a, b, 1);
  if (a + 1 < a_end && b + 1 < b_end) {
    to_->items.back().list = static_cast<std::uint32_t>(to_->below.size());
    to_->below.push_back({a + 1, a_end, b + 1, b_end});
  } else {
    AddOnlyA(a + 1, a_end, b + 1);
    AddOnlyB(b + 1, b_end, a + 1);
  }
}

void ListAligner::AddEqual(std::uint32_t a, std::uint32_t b, std::uint32_t rows) {
  to_->score += std::int64_t{scores_.match} * rows;
  // Extends the previous block of the same list, if it is also an equal block and no callees' blocks come in between.
  if (to_->items.size() > first_item_) {
    ListItem& last = to_->items.back();
    if (last.block.mark == Mark::kEqual && last.list == ListItem::kNoList) {
      last.block.a_count += rows;
      last.block.b_count += rows;
      return;
    }
  }
  to_->items.push_back({{Mark::kEqual, a, rows, b, rows}, ListItem::kNoList});
}

void ListAligner::AddOnlyA(std::uint32_t a, std::uint32_t a_end, std::uint32_t b) {
  if (a == a_end) return;
  to_->items.push_back({{Mark::kOnlyA, a, a_end - a, b, 0}, ListItem::kNoList});
  to_->score += scores_.gap * CountCalls(trees_.a(), a, a_end);
}

void ListAligner::AddOnlyB(std::uint32_t b, std::uint32_t b_end, std::uint32_t a) {
  if (b == b_end) return;
  to_->items.push_back({{Mark::kOnlyB, a, 0, b, b_end - b}, ListItem::kNoList});
  to_->score += scores_.gap * CountCalls(trees_.b(), b, b_end);
}

std::uint64_t ListAligner::StepsFor(std::size_t calls) const {
  constexpr double kLeast = 1 << 16, kMost = 1e18;
  return static_cast<std::uint64_t>(std::clamp(steps_per_call_ * static_cast<double>(calls), kLeast, kMost));
}

}  // namespace profdiff
