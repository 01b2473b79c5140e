// SPDX-License-Identifier: GPL-3.0-or-later
// Partners whose subtrees are equal are one block with all their rows; of other partners the lists of calls are aligned
// later. By subtree, lists are aligned twice: first with calls as equal only if all below them is, then what lies
// between the partners found so, by name.
#include "analyze/align/list_aligner.h"

namespace profdiff {
namespace {

// How many calls stand side by side in rows.
std::int64_t CountCalls(const CallTree& tree, std::uint32_t row, std::uint32_t end) {
  std::int64_t calls = 0;
  for (; row < end; row = tree.end[row]) ++calls;
  return calls;
}

}  // namespace

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
    AlignByName(a_symbols_.size(), b_symbols_.size());
    if (is_cut_) ++to.cut_lists;
  }
  to.item_counts.push_back(static_cast<std::uint32_t>(to.items.size() - first_item_));
}

// Partners from the beginning of the lists on.
void ListAligner::SkipCommonHead(ListPair& lists) {
  while (lists.a < lists.a_end && lists.b < lists.b_end && trees_.SymbolA(lists.a) == trees_.SymbolB(lists.b)) {
    if (by_ == AlignBy::kSubtree && !trees_.AreEqual(lists.a, lists.b)) return;
    AddPartners(lists.a, lists.b);
    lists.a = trees_.a().end[lists.a];
    lists.b = trees_.b().end[lists.b];
  }
}

void ListAligner::ListCalls(const ListPair& lists) {
  a_done_ = b_done_ = 0;
  a_rows_.clear();
  b_rows_.clear();
  a_symbols_.clear();
  b_symbols_.clear();
  for (std::uint32_t row = lists.a; row < lists.a_end; row = trees_.a().end[row]) {
    a_rows_.push_back(row);
    a_symbols_.push_back(trees_.SymbolA(row));
  }
  for (std::uint32_t row = lists.b; row < lists.b_end; row = trees_.b().end[row]) {
    b_rows_.push_back(row);
    b_symbols_.push_back(trees_.SymbolB(row));
  }
  a_rows_.push_back(lists.a_end);
  b_rows_.push_back(lists.b_end);
}

void ListAligner::AlignBySubtree() {
  const std::size_t a_size = a_symbols_.size(), b_size = b_symbols_.size();
  a_shapes_.resize(a_size);
  b_shapes_.resize(b_size);
  for (std::size_t i = 0; i < a_size; ++i) a_shapes_[i] = trees_.a().shape[a_rows_[i]];
  for (std::size_t j = 0; j < b_size; ++j) b_shapes_[j] = trees_.b().shape[b_rows_[j]];
  is_cut_ |= !by_subtree_.Align({a_shapes_, b_shapes_}, StepsFor(a_size + b_size));
  std::size_t i = 0, j = 0;
  for (const AlignedRun& run : by_subtree_.runs()) {
    for (std::size_t k = 0; run.mark == Mark::kEqual && k < run.count; ++k) {
      if (a_symbols_[i + k] != b_symbols_[j + k] || !trees_.AreEqual(a_rows_[i + k], b_rows_[j + k])) continue;
      AlignByName(i + k, j + k);
      AddRun({Mark::kEqual, 1});
    }
    if (run.mark != Mark::kOnlyB) i += run.count;
    if (run.mark != Mark::kOnlyA) j += run.count;
  }
}

// What is not done yet, up to given places of the lists.
void ListAligner::AlignByName(std::size_t a_end, std::size_t b_end) {
  const std::span<const std::uint32_t> a = std::span(a_symbols_).subspan(a_done_, a_end - a_done_);
  const std::span<const std::uint32_t> b = std::span(b_symbols_).subspan(b_done_, b_end - b_done_);
  if (a.empty() && b.empty()) return;
  is_cut_ |= !by_name_.Align({a, b}, StepsFor(a.size() + b.size()));
  for (const AlignedRun& run : by_name_.runs()) AddRun(run);
}

void ListAligner::AddRun(const AlignedRun& run) {
  const std::size_t a = a_done_, b = b_done_;
  if (run.mark != Mark::kOnlyB) a_done_ += run.count;
  if (run.mark != Mark::kOnlyA) b_done_ += run.count;
  if (run.mark == Mark::kOnlyA) return AddOnlyA(a_rows_[a], a_rows_[a_done_], b_rows_[b]);
  if (run.mark == Mark::kOnlyB) return AddOnlyB(b_rows_[b], b_rows_[b_done_], a_rows_[a]);
  for (std::size_t i = 0; i < run.count; ++i) {
    const std::uint32_t a_row = a_rows_[a + i], b_row = b_rows_[b + i];
    if (run.mark == Mark::kEqual) {
      AddPartners(a_row, b_row);
    } else {
      to_->items.push_back(
          {{run.mark, a_row, a_rows_[a + i + 1] - a_row, b_row, b_rows_[b + i + 1] - b_row}, ListItem::kNoList});
      to_->score += scores_.mismatch;
    }
  }
}

void ListAligner::AddPartners(std::uint32_t a, std::uint32_t b) {
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
