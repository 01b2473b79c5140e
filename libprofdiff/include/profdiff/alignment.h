// SPDX-License-Identifier: GPL-3.0-or-later
// Which call of one trace is which call of another.
#ifndef PROFDIFF_ALIGNMENT_H_
#define PROFDIFF_ALIGNMENT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/trace.h"

namespace profdiff {

// The three marks of the paper, its gap by side.
enum class Mark : std::uint8_t {
  kEqual,      // the same function in both, called by calls that are equal
  kDifferent,  // two functions where one would be; what they call is not looked at
  kOnlyA,      // a gap on side B
  kOnlyB,      // a gap on side A
};

// A run of the alignment, in rows of the two call trees (by CallId; positions of the sequences when flat).
// kEqual: as many rows on both sides, each the other's partner. kDifferent: one call of each side with all rows below
// them (one position when flat). kOnlyA and kOnlyB: neighbouring calls of one caller with all rows below them; on the
// other side no rows, and `b` or `a` is the row that would follow.
struct AlignmentBlock {
  Mark mark = Mark::kEqual;
  std::uint32_t a = 0, a_count = 0;  // first row, rows
  std::uint32_t b = 0, b_count = 0;

  friend bool operator==(const AlignmentBlock&, const AlignmentBlock&) = default;
};

// What the best alignment has most of: the sum over its partners and gaps.
// Shape: each from -100 to 100; `match` above `mismatch` and above two gaps, or nothing would be partners at best.
struct Scores {
  int match = 2, mismatch = -1, gap = -1;
};

enum class AlignBy {
  kName,     // two calls are the same if their functions are
  kSubtree,  // of calls of the same function, those whose whole subtrees are equal are partners first
};

// Which thread of A is held against which of B.
enum class PairBy {
  kRank,        // by rank, and in each rank one after the other
  kSimilarity,  // those first that spent their calls on the same functions, and called them alike
};

struct AlignOptions {
  Scores scores;
  AlignBy by = AlignBy::kName;
  PairBy pair = PairBy::kRank;
  bool flat = false;     // whole sequences, jumps back into the caller included, in place of call trees
  unsigned threads = 1;  // the result is the same for any number
  // How many steps may be taken in all, as far as more than a few are needed: about a minute. Each list of calls has a
  // share of them as long as the list is. One whose share does not suffice, as it has too many differences, is cut
  // where the search came furthest, and its parts are aligned: ThreadAlignment::cut_lists.
  std::uint64_t effort = std::uint64_t{1} << 33;
};

// One thread of A against one of B: every row of both stands in exactly one block, in order.
struct ThreadAlignment {
  ThreadId a, b;  // one may be invalid: a thread that has no partner
  std::vector<AlignmentBlock> blocks;
  // Of the blocks: `match` for a row of a kEqual block, `mismatch` for a kDifferent block, `gap` for a call of a kOnlyA
  // or kOnlyB block without those below it. When flat, of the whole sequences.
  std::int64_t score = 0;
  std::uint64_t cut_lists = 0;  // lists of calls whose alignment may not be the best one
};

struct Alignment {
  bool flat = false;
  std::vector<ThreadAlignment> threads;  // in order of A's threads, then those that only B has
};

// Aligns two lists of symbols as a whole. The blocks' kDifferent are of one position each.
//
// Of all alignments with the best score, which one is found depends on nothing but the symbols; exchanging the lists
// exchanges the sides of each block and changes nothing else. What the lists begin and end with alike is aligned first;
// then gaps lie as far towards the end as they can be moved one by one, from the first on, with the score unchanged.
// Cost: time grows with the square of the number of differences, and with the length; memory with their sum.
// Errors: kBadArgument for scores that are not as Scores says; kOverflow for lists longer than 2^30.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, III.A (what
// is best); Marco-Sola et al., Optimal gap-affine alignment in O(s) space (how it is found).
PROFDIFF_EXPORT ThreadAlignment AlignSequences(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                                               const Scores& scores = {}, std::uint64_t effort = ~std::uint64_t{0});

// The sequence of a thread's activations: a call when it is entered, and its caller again when it is left. So main that
// calls c, which calls a, and then calls a, is main c a c main a main.
// Shape: by position. Twice as many as there are calls, less one for each on top level.
// Errors: kOverflow for more than 2^31 - 1 positions.
// Source: the same, Fig. 1.
PROFDIFF_EXPORT std::vector<CallId> ActivationSequence(const CallTree& calls);

// Which threads are held against each other, in the order of Alignment::threads.
PROFDIFF_EXPORT std::vector<std::pair<ThreadId, ThreadId>> PairThreads(const Trace& a, const Trace& b, PairBy by);

// Aligns two executions. Only the lists of calls of partners are aligned, from top level downwards; subtrees that are
// equal are not aligned at all. Names are compared as they are. Exchanging the traces exchanges the sides and nothing
// else, but for the order of threads.
// Cost: linear where the traces are alike; see AlignOptions::effort.
// Errors: as AlignSequences.
// Source: the same, III.B.
PROFDIFF_EXPORT Alignment Align(const Trace& a, const Trace& b, const AlignOptions& options = {});

// Where two aligned executions spent different time.

// Calls of one side that stand in blocks of one mark. Units: nanoseconds of self time, which a trace whose times make
// no sense can make negative. When the alignment is flat, activations are counted in place of calls.
struct MarkedCalls {
  std::uint64_t calls = 0;
  std::int64_t time = 0;

  friend bool operator==(const MarkedCalls&, const MarkedCalls&) = default;
};

// Where the calls and the time of both sides went.
struct TraceTotals {
  MarkedCalls equal_a, equal_b;  // as many calls
  MarkedCalls different_a, different_b;
  MarkedCalls only_a, only_b;
  std::int64_t total_a = 0, total_b = 0;  // the inclusive time of the calls on top level

  // What is left of total_a - total_b after the differences of all partners, of what is different, and of what only
  // one side has: 0, or the alignment does not cover the traces.
  PROFDIFF_EXPORT std::int64_t Residual() const;
  PROFDIFF_EXPORT TraceTotals& operator+=(const TraceTotals& more);

  friend bool operator==(const TraceTotals&, const TraceTotals&) = default;
};

// One function in both traces. Units: nanoseconds; inclusive time counts a call below one of the same function once.
struct FunctionDifference {
  NameId a, b;  // of the traces' names; one is invalid where that side has no such name
  std::uint64_t calls_a = 0, calls_b = 0;
  std::uint64_t matched = 0;  // pairs of partners; in place of calls, activations when flat, as all below
  std::uint64_t different_a = 0, different_b = 0;
  std::uint64_t only_a = 0, only_b = 0;
  std::int64_t self_a = 0, self_b = 0;
  std::int64_t inclusive_a = 0, inclusive_b = 0;
};

// A pair of partners. Units: nanoseconds, positive where B is faster.
struct SingleDifference {
  std::size_t thread = 0;  // in Alignment::threads
  CallId a, b;
  std::int64_t difference = 0;                   // time(A) - time(B)
  std::uint32_t position_a = 0, position_b = 0;  // where in the sequences, when flat
};

enum class CallTime { kSelf, kInclusive };

struct TraceDifferenceOptions {
  std::size_t top = 20;               // of the largest single differences
  CallTime top_by = CallTime::kSelf;  // always by self time when flat, an activation's own
  unsigned threads = 1;               // the result is the same for any number
};

struct TraceDifference {
  std::vector<TraceTotals> threads;  // in order of Alignment::threads
  TraceTotals all;
  std::vector<FunctionDifference> functions;  // those that are called at all, by name
  // The largest first; of equal ones the first thread's, there the first call's. None that is 0.
  std::vector<SingleDifference> largest;
};

// Subtracts B from A along their alignment.
// Cost: linear in calls; memory beside the result grows with functions and the depth of calls alone.
// Errors: kBadArgument for an alignment whose blocks are not those of these traces, as far as that is seen.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, V.
PROFDIFF_EXPORT TraceDifference SubtractTraces(const Trace& a, const Trace& b, const Alignment& alignment,
                                               const TraceDifferenceOptions& options = {});

// The self time of a call: its time without that of the calls it made.
PROFDIFF_EXPORT std::int64_t SelfTime(const CallTree& calls, CallId call);

// The calls that lead to a call, from top level on; the call itself is the last one.
PROFDIFF_EXPORT std::vector<CallId> CallPath(const CallTree& calls, CallId call);

}  // namespace profdiff

#endif  // PROFDIFF_ALIGNMENT_H_
