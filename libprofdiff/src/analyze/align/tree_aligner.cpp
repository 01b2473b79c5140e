// SPDX-License-Identifier: GPL-3.0-or-later
// Hierarchical alignment, in rounds: first the lists on the top level, then the callees of the calls matched there, and
// so on. The lists of a round are independent, so several threads align them at the same time. When no lists are left,
// the blocks are put in order. There is no recursion, so the size of the stack does not limit the depth of calls.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, III.B.
#include "analyze/align/tree_aligner.h"

#include <memory>
#include <mutex>
#include <numeric>
#include <utility>

#include "analyze/align/list_aligner.h"
#include "base/in_order.h"

namespace profdiff {
namespace {

class TreeAligner {
 public:
  TreeAligner(const TreePair& trees, const AlignOptions& options, double steps_per_call, unsigned threads,
              ThreadAlignment& alignment)
      : trees_(trees), options_(options), steps_per_call_(steps_per_call), threads_(threads), alignment_(alignment) {}

  void Run() {
    round_ = {{0, static_cast<std::uint32_t>(trees_.a().size()), 0, static_cast<std::uint32_t>(trees_.b().size())}};
    while (!round_.empty()) {
      lists_known_ += round_.size();
      next_.clear();
      AlignRound();
      round_.swap(next_);
    }
    OrderBlocks();
  }

 private:
  // Divides the lists of a round into chunks with about equal numbers of rows. There are several chunks per thread,
  // since the time for a list depends more on its differences than on its length.
  std::vector<std::size_t> DivideRound(std::uint64_t rows) const {
    constexpr std::uint64_t kChunksPerThread = 8;
    const std::uint64_t rows_per_chunk = rows / (threads_ * kChunksPerThread) + 1;
    std::vector<std::size_t> begins = {0};
    std::uint64_t in_chunk = 0;
    for (std::size_t list = 0; list < round_.size(); ++list) {
      if (in_chunk >= rows_per_chunk) {
        begins.push_back(list);
        in_chunk = 0;
      }
      in_chunk += round_[list].rows();
    }
    begins.push_back(round_.size());
    return begins;
  }

  void AlignRound() {
    std::uint64_t rows = 0;
    for (const ListPair& list : round_) rows += list.rows();
    if (round_.size() == 1 || ThreadsFor(rows, threads_) < 2) {
      AlignLists(0, round_.size(), done_);
      Take(done_);
      done_.Clear();
      return;
    }
    const std::vector<std::size_t> begins = DivideRound(rows);
    std::vector<AlignedLists> chunks(begins.size() - 1);
    auto work = [&](std::size_t chunk) { AlignLists(begins[chunk], begins[chunk + 1], chunks[chunk]); };
    WorkInOrder(chunks.size(), threads_, work, [&](std::size_t chunk) { Take(chunks[chunk]); });
  }

  void AlignLists(std::size_t begin, std::size_t end, AlignedLists& to) {
    std::unique_ptr<ListAligner> aligner = TakeAligner();
    for (std::size_t list = begin; list < end; ++list) aligner->Align(round_[list], to);
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(aligner));
  }

  std::unique_ptr<ListAligner> TakeAligner() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty()) return std::make_unique<ListAligner>(trees_, options_, steps_per_call_);
    std::unique_ptr<ListAligner> aligner = std::move(idle_.back());
    idle_.pop_back();
    return aligner;
  }

  // Appends the results of the next lists of the round, in order. Converts the indices of callee lists, which count
  // from the start of the chunk, to indices in the round.
  void Take(const AlignedLists& lists) {
    for (std::uint32_t count : lists.item_counts) first_items_.push_back(first_items_.back() + count);
    const auto first_below = static_cast<std::uint32_t>(lists_known_ + next_.size());
    for (ListItem item : lists.items) {
      if (item.list != ListItem::kNoList) item.list += first_below;
      items_.push_back(item);
    }
    next_.insert(next_.end(), lists.below.begin(), lists.below.end());
    alignment_.score += lists.score;
    alignment_.cut_lists += lists.cut_lists;
  }

  // Writes the blocks in the order of rows: the blocks of a list of callees follow the item of their caller.
  void OrderBlocks() {
    struct Items {
      std::size_t next, end;
    };
    std::vector<Items> open = {{0, first_items_[1]}};
    while (!open.empty()) {
      if (open.back().next == open.back().end) {
        open.pop_back();
        continue;
      }
      const ListItem& item = items_[open.back().next++];
      AddBlock(item.block);
      if (item.list != ListItem::kNoList) open.push_back({first_items_[item.list], first_items_[item.list + 1]});
    }
  }

  void AddBlock(const AlignmentBlock& block) {
    std::vector<AlignmentBlock>& blocks = alignment_.blocks;
    if (!blocks.empty() && block.mark == Mark::kEqual && blocks.back().mark == Mark::kEqual) {
      blocks.back().a_count += block.a_count;
      blocks.back().b_count += block.b_count;
    } else {
      blocks.push_back(block);
    }
  }

  const TreePair& trees_;
  const AlignOptions& options_;
  const double steps_per_call_;
  const unsigned threads_;
  ThreadAlignment& alignment_;
  std::mutex mutex_;                                // protects idle_
  std::vector<std::unique_ptr<ListAligner>> idle_;  // kept to reuse their memory; at most one per thread
  AlignedLists done_;
  std::vector<ListPair> round_, next_;
  std::size_t lists_known_ = 0;  // number of lists in this round and all previous ones
  std::vector<ListItem> items_;
  std::vector<std::size_t> first_items_ = {0};  // by list: index of its first item
};

}  // namespace

void AlignTrees(const TreePair& trees, const AlignOptions& options, double steps_per_call, unsigned threads,
                ThreadAlignment& alignment) {
  TreeAligner(trees, options, steps_per_call, threads, alignment).Run();
}

}  // namespace profdiff
