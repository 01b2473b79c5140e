// SPDX-License-Identifier: GPL-3.0-or-later
// The sums computed in a pass over two aligned threads.
// Tests: tests/unit/analyze/trace_difference/difference_test.cpp.
#ifndef PROFDIFF_ANALYZE_TRACE_DIFFERENCE_TALLY_H_
#define PROFDIFF_ANALYZE_TRACE_DIFFERENCE_TALLY_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "analyze/align/tree_pair.h"
#include "profdiff/alignment.h"

namespace profdiff {

inline void AddCalls(MarkedCalls& to, const MarkedCalls& more) {
  to.calls += more.calls;
  to.time += more.time;
}

// Keeps the `count` largest of the added differences.
class LargestDifferences {
 public:
  explicit LargestDifferences(std::size_t count) : count_(count) {}

  void Add(const SingleDifference& found);
  // Adds the differences of other threads.
  void Add(const LargestDifferences& more);
  // Returns the differences, largest first.
  std::vector<SingleDifference> Take();

 private:
  std::size_t count_;
  std::vector<SingleDifference> heap_;  // a heap with the smallest difference at the front
};

// Sums over one or several pairs of threads.
struct TraceTally {
  TraceTotals totals;
  std::vector<FunctionDifference> functions;  // indexed by the name's rank in NameRanks
  std::vector<PathDifference> paths;          // not added up by +=
  LargestDifferences largest;

  TraceTally(std::size_t names, std::size_t top) : functions(names), largest(top) {}
  TraceTally& operator+=(const TraceTally& more);
};

// Reads the blocks of a pair of threads and checks that they cover all rows.
class BlockReader {
 public:
  BlockReader(const ThreadAlignment& alignment, std::size_t a_size, std::size_t b_size)
      : blocks_(alignment.blocks), a_size_(a_size), b_size_(b_size) {}

  // Returns the next block; null at the end.
  // Errors: kBadArgument for blocks that omit rows, or that belong to other traces.
  const AlignmentBlock* Next();

 private:
  const std::vector<AlignmentBlock>& blocks_;
  const std::size_t a_size_, b_size_;
  std::size_t next_ = 0;
  std::uint64_t a_ = 0, b_ = 0;
};

// A pair of threads with the data for its tally.
struct PairToSubtract {
  const TreePair& trees;
  const ThreadAlignment& alignment;
  std::size_t thread;  // index in Alignment::threads
  CallTime top_by;
};

void AddTotals(TraceTotals& sums, const TraceTotals& more);

// Counts calls, inclusive times and the top-level time.
void CountCalls(const TreePair& trees, const NameRanks& ranks, TraceTally& tally);
// Count matched and unmatched calls in blocks of call trees or of sequences.
void CountTreeBlocks(const PairToSubtract& pair, TraceTally& tally);
void CountFlatBlocks(const PairToSubtract& pair, TraceTally& tally);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_TRACE_DIFFERENCE_TALLY_H_
