// SPDX-License-Identifier: GPL-3.0-or-later
// Computes sums over the blocks of an alignment. The self time of a call is complete only after all its callees, so
// open calls are kept on a stack. Matched calls are kept in pairs; their callers match as well, so both calls of a pair
// are entered and left together.
#include "analyze/align/activations.h"
#include "analyze/trace_difference/tally.h"

namespace profdiff {
namespace {

// Counts rows without a match: different calls, and calls that exist on only one side.
class Unmatched {
 public:
  Unmatched(const PairToSubtract& pair, TraceTally& tally) : trees_(pair.trees), tally_(tally) {}

  void AddA(Mark mark, std::uint32_t row, std::int64_t self) {
    const bool different = mark == Mark::kDifferent;
    FunctionDifference& function = tally_.functions[trees_.SymbolA(row)];
    ++(different ? function.different_a : function.only_a);
    function.self_a += self;
    AddCalls(different ? tally_.totals.different_a : tally_.totals.only_a, {1, self});
  }
  void AddB(Mark mark, std::uint32_t row, std::int64_t self) {
    const bool different = mark == Mark::kDifferent;
    FunctionDifference& function = tally_.functions[trees_.SymbolB(row)];
    ++(different ? function.different_b : function.only_b);
    function.self_b += self;
    AddCalls(different ? tally_.totals.different_b : tally_.totals.only_b, {1, self});
  }

 private:
  const TreePair& trees_;
  TraceTally& tally_;
};

// Counts matched calls.
class Matched {
 public:
  Matched(const PairToSubtract& pair, TraceTally& tally) : pair_(pair), tally_(tally) {}

  void Add(std::uint32_t a, std::int64_t a_self, std::int64_t b_self) {
    FunctionDifference& function = tally_.functions[pair_.trees.SymbolA(a)];
    ++function.matched;
    function.self_a += a_self;
    function.self_b += b_self;
    sums_.equal_a.time += a_self;
    sums_.equal_b.time += b_self;
    ++sums_.equal_a.calls;
  }
  void Compare(std::uint32_t a, std::uint32_t b, std::int64_t a_time, std::int64_t b_time, std::uint32_t a_position = 0,
               std::uint32_t b_position = 0) {
    // Subtracts unsigned numbers: times in damaged traces can be so large that a signed difference would overflow,
    // which is undefined behaviour.
    const auto difference =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(a_time) - static_cast<std::uint64_t>(b_time));
    tally_.largest.Add(
        {pair_.thread, CallId(std::size_t{a}), CallId(std::size_t{b}), difference, a_position, b_position});
  }
  // Adds the sums to the shared tally. They are kept in this object until the end, so that the loop over calls does not
  // write to the tally.
  void End() {
    sums_.equal_b.calls = sums_.equal_a.calls;
    tally_.totals += sums_;
  }

 private:
  const PairToSubtract& pair_;
  TraceTally& tally_;
  TraceTotals sums_;
};

class TreeBlocks {
 public:
  TreeBlocks(const PairToSubtract& pair, TraceTally& tally)
      : pair_(pair), a_(pair.trees.a()), b_(pair.trees.b()), matched_(pair, tally), unmatched_(pair, tally) {}

  void Run() {
    BlockReader reader(pair_.alignment, a_.size(), b_.size());
    while (const AlignmentBlock* block = reader.Next()) {
      if (block->mark == Mark::kEqual) {
        for (std::uint32_t i = 0; i < block->a_count; ++i) AddPartners(block->a + i, block->b + i);
      } else {
        AddUnmatched(*block);
      }
    }
    while (!open_.empty()) Leave();
    matched_.End();
  }

 private:
  // A matched pair of open calls. A self time is the duration minus the durations of the callees so far.
  struct Partners {
    std::uint32_t a, b;
    std::uint32_t a_end, b_end;
    std::int64_t a_self, b_self;
  };

  static std::int64_t DurationOf(const CallTree& tree, std::uint32_t row) {
    return static_cast<std::int64_t>(tree.duration[row]);
  }

  void AddPartners(std::uint32_t a, std::uint32_t b) {
    // Leaves a pair of open calls when either side is past the pair's subtree. The other side then has no more rows of
    // the subtree either, as blocks cover all rows in order.
    while (!open_.empty() && (open_.back().a_end <= a || open_.back().b_end <= b)) Leave();
    const std::int64_t a_time = DurationOf(a_, a), b_time = DurationOf(b_, b);
    if (!open_.empty()) {
      open_.back().a_self -= a_time;
      open_.back().b_self -= b_time;
    }
    if (pair_.top_by == CallTime::kInclusive) matched_.Compare(a, b, a_time, b_time);
    open_.push_back({a, b, a_.end[a], b_.end[b], a_time, b_time});
    if (a_.end[a] == a + 1 && b_.end[b] == b + 1) Leave();
  }

  void Leave() {
    const Partners& left = open_.back();
    matched_.Add(left.a, left.a_self, left.b_self);
    if (pair_.top_by == CallTime::kSelf) matched_.Compare(left.a, left.b, left.a_self, left.b_self);
    open_.pop_back();
  }

  void AddUnmatched(const AlignmentBlock& block) {
    // Ignores a side that has no rows in the block: the row index of that side is the index of the next row after the
    // block, which does not show whether open calls have ended.
    while (!open_.empty() && ((block.a_count > 0 && open_.back().a_end <= block.a) ||
                              (block.b_count > 0 && open_.back().b_end <= block.b))) {
      Leave();
    }
    const std::int64_t a_time = AddSubtrees(a_, block.a, block.a_count, [&](std::uint32_t row, std::int64_t self) {
      unmatched_.AddA(block.mark, row, self);
    });
    const std::int64_t b_time = AddSubtrees(b_, block.b, block.b_count, [&](std::uint32_t row, std::int64_t self) {
      unmatched_.AddB(block.mark, row, self);
    });
    if (open_.empty()) return;
    open_.back().a_self -= a_time;
    open_.back().b_self -= b_time;
  }

  // Passes each of `count` rows from `row` on, and its self time, to `add`. Returns the inclusive time of the outermost
  // calls among these rows, which must be subtracted from the self time of the enclosing call, if there is one.
  template <class Add>
  std::int64_t AddSubtrees(const CallTree& tree, std::uint32_t row, std::uint32_t count, const Add& add) {
    struct Call {
      std::uint32_t row;
      std::int64_t self;
    };
    std::vector<Call> calls;
    std::int64_t top = 0;
    for (const std::uint32_t end = row + count; row < end; ++row) {
      for (; !calls.empty() && tree.end[calls.back().row] <= row; calls.pop_back()) {
        add(calls.back().row, calls.back().self);
      }
      const std::int64_t time = DurationOf(tree, row);
      (calls.empty() ? top : calls.back().self) += calls.empty() ? time : -time;
      calls.push_back({row, time});
    }
    for (; !calls.empty(); calls.pop_back()) add(calls.back().row, calls.back().self);
    return top;
  }

  const PairToSubtract& pair_;
  const CallTree &a_, &b_;
  Matched matched_;
  Unmatched unmatched_;
  std::vector<Partners> open_;
};

// Returns the number of activations (times at which a call becomes active): two for each call, when it is entered and
// when its caller continues, but one for a top-level call, which has no caller.
std::size_t Positions(const CallTree& tree) {
  std::size_t positions = 2 * tree.size();
  for (std::uint32_t row = 0; row < tree.size(); row = tree.end[row]) --positions;
  return positions;
}

}  // namespace

void CountTreeBlocks(const PairToSubtract& pair, TraceTally& tally) { TreeBlocks(pair, tally).Run(); }

void CountFlatBlocks(const PairToSubtract& pair, TraceTally& tally) {
  const CallTree &a_tree = pair.trees.a(), &b_tree = pair.trees.b();
  ActivationWalk a(a_tree), b(b_tree);
  Matched matched(pair, tally);
  Unmatched unmatched(pair, tally);
  BlockReader reader(pair.alignment, Positions(a_tree), Positions(b_tree));
  while (const AlignmentBlock* block = reader.Next()) {
    for (std::uint32_t i = 0; block->mark == Mark::kEqual && i < block->a_count; ++i) {
      a.Next();
      b.Next();
      matched.Add(a.row(), a.time(), b.time());
      matched.Compare(a.row(), b.row(), a.time(), b.time(), block->a + i, block->b + i);
    }
    if (block->mark == Mark::kEqual) continue;
    for (std::uint32_t i = 0; i < block->a_count && a.Next(); ++i) unmatched.AddA(block->mark, a.row(), a.time());
    for (std::uint32_t i = 0; i < block->b_count && b.Next(); ++i) unmatched.AddB(block->mark, b.row(), b.time());
  }
  matched.End();
}

}  // namespace profdiff
