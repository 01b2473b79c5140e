// SPDX-License-Identifier: GPL-3.0-or-later
// Computes sums over the blocks of an alignment. The self time of a call is complete only after all its callees, so
// open calls are kept on a stack. Matched calls are kept in pairs; their callers match as well, so both calls of a pair
// are entered and left together.
#include "analyze/align/activations.h"
#include "analyze/trace_difference/path_tree.h"
#include "analyze/trace_difference/tally.h"
#include "base/decimals.h"

namespace profdiff {
namespace {

// Subtracts unsigned numbers: times in damaged traces can be so large that a signed difference would overflow, which is
// undefined behaviour.
std::int64_t DifferenceOf(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

// One side of a call or pair that is added to its path.
struct CallOfPath {
  CallId call;  // invalid if this side has none
  std::int64_t part = 0, inclusive = 0;
};

CallId RowId(std::uint32_t row) { return CallId(std::size_t{row}); }

void AddToPath(PathDifference& path, const CallOfPath& a, const CallOfPath& b, CallTime top_by) {
  path.calls_a += a.call.valid();
  path.calls_b += b.call.valid();
  path.part_a += a.part;
  path.part_b += b.part;
  path.inclusive_a += a.inclusive;
  path.inclusive_b += b.inclusive;
  const bool by_inclusive = top_by == CallTime::kInclusive || path.inside;
  const std::int64_t difference = by_inclusive ? DifferenceOf(a.inclusive, b.inclusive) : DifferenceOf(a.part, b.part);
  const bool is_first = !path.a.valid() && !path.b.valid();
  if (!is_first && Magnitude(difference) <= Magnitude(path.largest)) return;
  path.a = a.call;
  path.b = b.call;
  path.largest = difference;
  path.place_a = path.calls_a;
  path.place_b = path.calls_b;
}

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
  void Compare(std::uint32_t a, std::uint32_t b, std::int64_t a_time, std::int64_t b_time, std::uint32_t a_position,
               std::uint32_t b_position) {
    tally_.largest.Add({pair_.thread, CallId(std::size_t{a}), CallId(std::size_t{b}), DifferenceOf(a_time, b_time),
                        a_position, b_position});
  }
  // Adds the sums to the shared tally. They are kept in this object until the end, so that the loop over calls does not
  // write to the tally.
  void End() {
    sums_.equal_b.calls = sums_.equal_a.calls;
    AddTotals(tally_.totals, sums_);
  }

 private:
  const PairToSubtract& pair_;
  TraceTally& tally_;
  TraceTotals sums_;
};

class TreeBlocks {
 public:
  TreeBlocks(const PairToSubtract& pair, TraceTally& tally)
      : pair_(pair),
        a_(pair.trees.a()),
        b_(pair.trees.b()),
        matched_(pair, tally),
        unmatched_(pair, tally),
        paths_(tally.paths) {}

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
    paths_ = tree_.Take(pair_.thread);
  }

 private:
  // A matched pair of open calls. A self time is the duration minus the durations of the callees so far.
  struct Partners {
    std::uint32_t a, b;
    std::uint32_t a_end, b_end;
    std::uint32_t node;  // of PathTree
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
    const std::uint32_t symbol = pair_.trees.SymbolA(a);
    const std::uint32_t node = tree_.Find(Caller(), Mark::kEqual, symbol, symbol);
    open_.push_back({a, b, a_.end[a], b_.end[b], node, a_time, b_time});
    if (a_.end[a] == a + 1 && b_.end[b] == b + 1) Leave();
  }

  void Leave() {
    const Partners& left = open_.back();
    matched_.Add(left.a, left.a_self, left.b_self);
    AddToPath(tree_.At(left.node), {RowId(left.a), left.a_self, DurationOf(a_, left.a)},
              {RowId(left.b), left.b_self, DurationOf(b_, left.b)}, pair_.top_by);
    open_.pop_back();
  }

  std::uint32_t Caller() const { return open_.empty() ? PathTree::kTop : open_.back().node; }

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
    AddPaths(block);
    if (open_.empty()) return;
    open_.back().a_self -= a_time;
    open_.back().b_self -= b_time;
  }

  void AddPaths(const AlignmentBlock& block) {
    if (block.mark == Mark::kDifferent) {
      const std::uint32_t node =
          tree_.Find(Caller(), block.mark, pair_.trees.SymbolA(block.a), pair_.trees.SymbolB(block.b));
      PathDifference& path = tree_.At(node);
      path.below_a += block.a_count - 1;
      path.below_b += block.b_count - 1;
      const std::int64_t a_time = DurationOf(a_, block.a), b_time = DurationOf(b_, block.b);
      AddToPath(path, {RowId(block.a), a_time, a_time}, {RowId(block.b), b_time, b_time}, pair_.top_by);
      return;
    }
    const bool is_a = block.mark == Mark::kOnlyA;
    const CallTree& tree = is_a ? a_ : b_;
    const std::uint32_t first = is_a ? block.a : block.b, end = first + (is_a ? block.a_count : block.b_count);
    AddOneSided(block.mark, tree, first, end);
  }

  // Adds the paths of neighbouring calls that only one side has, with those of the first levels below them.
  void AddOneSided(Mark mark, const CallTree& tree, std::uint32_t row, std::uint32_t end) {
    constexpr std::size_t kLevels = 3;
    struct Open {
      std::uint32_t end, node;
    };
    std::vector<Open> open;
    const bool is_a = mark == Mark::kOnlyA;
    while (row < end) {
      while (!open.empty() && open.back().end <= row) open.pop_back();
      const std::uint32_t symbol = is_a ? pair_.trees.SymbolA(row) : pair_.trees.SymbolB(row);
      const std::uint32_t node = tree_.Find(open.empty() ? Caller() : open.back().node, mark,
                                            is_a ? symbol : PathTree::kNoSymbol, is_a ? PathTree::kNoSymbol : symbol);
      PathDifference& path = tree_.At(node);
      path.inside = !open.empty();
      const std::int64_t time = DurationOf(tree, row);
      const CallOfPath call{RowId(row), path.inside ? 0 : time, time}, none;
      AddToPath(path, is_a ? call : none, is_a ? none : call, pair_.top_by);
      if (open.size() + 1 < kLevels) {
        open.push_back({tree.end[row], node});
        ++row;
      } else {
        (is_a ? path.below_a : path.below_b) += tree.end[row] - row - 1;
        row = tree.end[row];
      }
    }
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
  PathTree tree_;
  std::vector<PathDifference>& paths_;
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
