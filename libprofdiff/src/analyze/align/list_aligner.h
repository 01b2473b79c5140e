// SPDX-License-Identifier: GPL-3.0-or-later
// Alignment of the direct callees of two matched calls.
// Tests: tests/unit/analyze/align/align_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_LIST_ALIGNER_H_
#define PROFDIFF_ANALYZE_ALIGN_LIST_ALIGNER_H_

#include <cstdint>
#include <vector>

#include "analyze/align/sequence_aligner.h"
#include "analyze/align/tree_pair.h"

namespace profdiff {

// The calls of two callers: rows from a to a_end and from b to b_end, with all their descendants.
struct ListPair {
  std::uint32_t a = 0, a_end = 0, b = 0, b_end = 0;

  std::uint64_t rows() const { return std::uint64_t{a_end - a} + (b_end - b); }
};

// A block, and the list of callees whose blocks come directly after it; kNoList if there is none.
struct ListItem {
  static constexpr std::uint32_t kNoList = 0xffffffff;

  AlignmentBlock block;
  std::uint32_t list = kNoList;
};

// The alignments of several pairs of lists.
struct AlignedLists {
  std::vector<ListItem> items;             // items of all lists, one list after the other
  std::vector<std::uint32_t> item_counts;  // by list: number of items
  std::vector<ListPair> below;             // lists to align in the next round; ListItem::list is an index into them
  std::int64_t score = 0;
  std::uint64_t cut_lists = 0;

  void Clear() {
    items.clear();
    item_counts.clear();
    below.clear();
    score = 0;
    cut_lists = 0;
  }
};

// The calls of one list. The arrays keep the size of the longest list so far.
struct ListedCalls {
  std::size_t size = 0;
  std::vector<std::uint32_t> rows;  // by position in the list; the last element is the row after the list
  std::vector<std::uint32_t> symbols;

  template <class SymbolOf>
  void List(const CallTree& tree, std::uint32_t row, std::uint32_t row_end, const SymbolOf& symbol_of);
  // True if the calls from position `begin` up to `end` are leaves. A leaf has a single row.
  bool AreLeaves(std::size_t begin, std::size_t end) const { return rows[end] - rows[begin] == end - begin; }
};

// Aligns lists one after the other, reusing its memory.
class ListAligner {
 public:
  // The search in a pair of lists is limited to `steps_per_call` times their number of calls, but never to fewer than
  // 2^16 steps.
  ListAligner(const TreePair& trees, const AlignOptions& options, double steps_per_call);

  // Aligns a pair of lists, and appends the result to `to`.
  void Align(const ListPair& lists, AlignedLists& to);

 private:
  void SkipCommonHead(ListPair& lists);
  std::uint32_t CountEqualLeaves(const ListPair& lists) const;
  void ListCalls(const ListPair& lists);
  void AlignBySubtree();
  void AlignByName(std::size_t a_end, std::size_t b_end);
  void AddRun(const AlignedRun& run);
  void AddMatched(std::uint32_t a, std::uint32_t b);
  void AddEqual(std::uint32_t a, std::uint32_t b, std::uint32_t rows);
  void AddOnlyA(std::uint32_t a, std::uint32_t a_end, std::uint32_t b);
  void AddOnlyB(std::uint32_t b, std::uint32_t b_end, std::uint32_t a);
  std::uint64_t StepsFor(std::size_t calls) const;

  const TreePair& trees_;
  const Scores scores_;
  const AlignBy by_;
  const double steps_per_call_;
  SequenceAligner<std::uint32_t> by_name_;
  SequenceAligner<std::uint64_t> by_subtree_;
  ListedCalls a_calls_, b_calls_;
  std::vector<std::uint64_t> a_shapes_, b_shapes_;
  std::size_t a_done_ = 0, b_done_ = 0;  // number of calls of each list that have already been aligned
  bool is_cut_ = false;
  std::size_t first_item_ = 0;  // index of the first item of the current pair of lists
  AlignedLists* to_ = nullptr;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_LIST_ALIGNER_H_
