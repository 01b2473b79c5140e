// SPDX-License-Identifier: GPL-3.0-or-later
// Alignment of two traces: finds the calls of one that match calls of the other.
#ifndef PROFDIFF_ALIGNMENT_H_
#define PROFDIFF_ALIGNMENT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/ranking.h"
#include "profdiff/trace.h"

namespace profdiff {

// Marks of an alignment, as in the paper by Weber, Brendel and Brunst (see AlignSequences), but with separate marks for
// gaps on each side.
enum class Mark : std::uint8_t {
  kEqual,      // the same function on both sides, called by matching callers
  kDifferent,  // two different functions at the same position; their callees are not aligned
  kOnlyA,      // a gap on side B
  kOnlyB,      // a gap on side A
};

// A part of the alignment: a range of rows on each side. A row is a call in the side's call tree (by CallId) or, in a
// flat alignment (AlignOptions::flat), a position in the side's sequence.
// kEqual: the same number of rows on both sides, matched one by one.
// kDifferent: one call on each side, with all its descendants (in a flat alignment: one position on each side).
// kOnlyA and kOnlyB: neighbouring calls of one caller with all their descendants; the other side has no rows, and its
// index (`b` or `a`) is the index of its next row.
struct AlignmentBlock {
  Mark mark = Mark::kEqual;
  std::uint32_t a = 0, a_count = 0;  // index of the first row, and number of rows
  std::uint32_t b = 0, b_count = 0;

  friend bool operator==(const AlignmentBlock&, const AlignmentBlock&) = default;
};

// Scores of a match, a mismatch and a gap. The best alignment has the largest sum of scores.
// Shape: each score is from -100 to 100; `match` is greater than `mismatch` and greater than twice `gap`, because
// otherwise the best alignment would have no matches.
struct Scores {
  int match = 2, mismatch = -1, gap = -1;
};

enum class AlignBy {
  kName,     // calls match by function
  kSubtree,  // calls match by function; calls with equal subtrees are matched first
};

// The rule by which threads of A are paired with threads of B.
enum class PairBy {
  kRank,        // by rank; within a rank by name, and threads without a match of that name in order
  kSimilarity,  // by similarity: the pairs of threads with the most similar calls come first
};

struct AlignOptions {
  Scores scores;
  AlignBy by = AlignBy::kName;
  PairBy pair = PairBy::kRank;
  bool flat = false;     // true to align whole sequences, including returns to the caller, instead of call trees
  unsigned threads = 1;  // does not affect the result
  // Maximum number of search steps in total; the default takes about a minute. The steps are divided among the lists of
  // calls in proportion to their lengths. A list with too many differences for its number of steps is cut at the
  // furthest position that the search reached, and its parts are aligned one by one (counted in
  // ThreadAlignment::cut_lists).
  std::uint64_t effort = std::uint64_t{1} << 33;
};

// The alignment of a thread of A and a thread of B. Shape: every row of both threads is in exactly one block, in order.
struct ThreadAlignment {
  ThreadId a, b;  // `b` is invalid if the thread of A has no match; `a` is invalid if the thread of B has none
  std::vector<AlignmentBlock> blocks;
  // Sum over the blocks: `match` for each row of a kEqual block, `mismatch` for a kDifferent block, `gap` for each call
  // of a kOnlyA or kOnlyB block, but not for its descendants. In a flat alignment, it is the score of the whole
  // sequences.
  std::int64_t score = 0;
  // number of lists of calls that were cut; their alignments may not be the best ones
  std::uint64_t cut_lists = 0;
};

struct Alignment {
  bool flat = false;
  std::vector<ThreadAlignment> threads;  // in order of A's threads, followed by the unmatched threads of B
};

// Aligns two complete lists of symbols. Each kDifferent block has one position.
//
// The choice among alignments with the best score depends only on the symbols. Swapping the lists swaps the sides of
// each block and changes nothing else. Common prefixes and suffixes are aligned first; then each gap, starting with the
// first, is moved as far towards the end as the score allows.
// Cost: time grows with the length and with the square of the number of differences; memory grows with the length and
// the number of differences.
// Errors: kBadArgument for scores that break the rules of Scores; kOverflow for lists longer than 2^30.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, III.A
// (definition of the best alignment); Marco-Sola et al., Optimal gap-affine alignment in O(s) space (the algorithm).
PROFDIFF_EXPORT ThreadAlignment AlignSequences(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                                               const Scores& scores = {}, std::uint64_t effort = ~std::uint64_t{0});

// Returns the sequence of a thread's activations: each call when it is entered, and its caller again when the call
// returns. Example: if main calls c, c calls a, and then main calls a, the sequence is main c a c main a main.
// Shape: by position; the length is twice the number of calls, minus the number of top-level calls.
// Errors: kOverflow for more than 2^31 - 1 positions.
// Source: the paper by Weber, Brendel and Brunst (see AlignSequences), Fig. 1.
PROFDIFF_EXPORT std::vector<CallId> ActivationSequence(const CallTree& calls);

// Pairs the threads of two traces, in the order of Alignment::threads.
PROFDIFF_EXPORT std::vector<std::pair<ThreadId, ThreadId>> PairThreads(const Trace& a, const Trace& b, PairBy by);

// Aligns two executions. Works from the top level down and aligns only the callees of matched calls; equal subtrees are
// matched without a search. Calls match only if the linkage names of their functions are equal. Swapping the traces
// swaps the sides and changes nothing else, except the order of threads. Cost: linear if the traces are similar; see
// AlignOptions::effort. Errors: as for AlignSequences.
// Source: the paper by Weber, Brendel and Brunst (see AlignSequences), III.B.
PROFDIFF_EXPORT Alignment Align(const Trace& a, const Trace& b, const AlignOptions& options = {});

// Time differences between two aligned executions.

// Number and self time of one side's calls (in a flat alignment, of that side's activations) in all blocks that have a
// given mark. Units: nanoseconds of self time, which can be negative if the trace's times are inconsistent.
struct MarkedCalls {
  std::uint64_t calls = 0;
  std::int64_t time = 0;

  friend bool operator==(const MarkedCalls&, const MarkedCalls&) = default;
};

// Calls and time of both sides, by mark.
struct TraceTotals {
  MarkedCalls equal_a, equal_b;  // both sides have the same number of calls
  MarkedCalls different_a, different_b;
  MarkedCalls only_a, only_b;
  std::int64_t total_a = 0, total_b = 0;  // inclusive time of the top-level calls, in nanoseconds

  // Returns total_a - total_b minus the time differences of matched calls, of different calls, and of calls on one side
  // only. The result is always 0 if the alignment covers both traces.
  PROFDIFF_EXPORT std::int64_t Residual() const;
  PROFDIFF_EXPORT TraceTotals& operator+=(const TraceTotals& more);

  friend bool operator==(const TraceTotals&, const TraceTotals&) = default;
};

// The values of a function in both traces. Units: nanoseconds; inclusive time counts recursive calls once.
struct FunctionDifference {
  NameId a, b;  // ids in the `names` of each trace; invalid for a trace that does not have the name
  std::uint64_t calls_a = 0, calls_b = 0;
  // The counts below are numbers of calls or, in a flat alignment, of activations.
  std::uint64_t matched = 0;  // matched pairs
  std::uint64_t different_a = 0, different_b = 0;
  std::uint64_t only_a = 0, only_b = 0;
  std::int64_t self_a = 0, self_b = 0;
  std::int64_t inclusive_a = 0, inclusive_b = 0;
};

// A matched pair of activations of a flat alignment. Units: nanoseconds; positive if B is faster.
struct SingleDifference {
  std::size_t thread = 0;  // index into Alignment::threads
  CallId a, b;
  std::int64_t difference = 0;                   // time(A) - time(B)
  std::uint32_t position_a = 0, position_b = 0;  // positions in the sequences of a flat alignment
};

// The calls of a pair of threads that have the same mark and the same path: the functions from the top level to the
// call. Units: nanoseconds; positive differences if B is faster.
struct PathDifference {
  std::size_t thread = 0;   // index into Alignment::threads
  std::size_t end = 0;      // index after the last path below this one
  std::uint32_t depth = 0;  // number of callers on the path
  Mark mark = Mark::kEqual;
  bool inside = false;  // true below calls without an equal match, whose times include it
  std::uint64_t calls_a = 0, calls_b = 0;
  std::uint64_t below_a = 0, below_b = 0;  // calls below that have no path of their own
  // The part of the total difference: self time of equal calls; inclusive time of the outermost calls without an equal
  // match; 0 below these. The parts of all paths add up to the total times.
  std::int64_t part_a = 0, part_b = 0;
  std::int64_t inclusive_a = 0, inclusive_b = 0;
  // The call or pair that differs most (see TraceDifferenceOptions::top_by), its difference, and which of the calls of
  // this path it is on each side, from 1.
  CallId a, b;
  std::int64_t largest = 0;
  std::uint64_t place_a = 0, place_b = 0;
};

enum class CallTime { kSelf, kInclusive };

struct TraceDifferenceOptions {
  std::size_t top = 10;               // greatest number of single differences to keep
  CallTime top_by = CallTime::kSelf;  // flat alignments always use self time
  unsigned threads = 1;               // does not affect the result
};

struct TraceDifference {
  std::vector<TraceTotals> threads;  // in order of Alignment::threads
  TraceTotals all;
  std::vector<FunctionDifference> functions;  // functions with calls, sorted by name
  // By thread, then in the order of first calls, each path before those below it. Calls that only one side has are
  // listed down to two levels below the outermost one. Empty for a flat alignment.
  std::vector<PathDifference> paths;
  // Only for a flat alignment. Largest first, then by thread and call. Differences of 0 are left out.
  std::vector<SingleDifference> largest;
};

// Returns the sum of the absolute differences of the parts of all paths.
PROFDIFF_EXPORT std::uint64_t SumOfChanges(const TraceDifference& difference);

// Subtracts B from A along their alignment.
// Cost: linear in calls; additional memory grows only with the number of functions and the depth of calls.
// Errors: kBadArgument if a block does not fit these traces.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, V.
PROFDIFF_EXPORT TraceDifference SubtractTraces(const Trace& a, const Trace& b, const Alignment& alignment,
                                               const TraceDifferenceOptions& options = {});

// How much differences of time vary between runs of one program. Units: nanoseconds.
struct TraceNoise {
  // The difference lies within `half` of `middle`, with 95 % confidence.
  struct Interval {
    double middle = 0, half = 0;

    bool HidesDifference() const { return middle <= half && -middle <= half; }
  };
  std::size_t runs_a = 1, runs_b = 1;
  Interval total;
  std::vector<Interval> paths;  // of the parts; by index in TraceDifference::paths
};

// Computes the noise of a difference from further runs of each side, by paths: each run is aligned with the trace of
// the other side. At least one side needs a further run. Source: Student's t test with a common variance of both sides.
PROFDIFF_EXPORT TraceNoise FindTraceNoise(const Trace& a, const Trace& b, const Alignment& alignment,
                                          const TraceDifference& difference, const std::vector<const Trace*>& more_a,
                                          const std::vector<const Trace*>& more_b, const AlignOptions& options);

// Returns the self time of a call: its time minus the time of its callees.
PROFDIFF_EXPORT std::int64_t SelfTime(const CallTree& calls, CallId call);

// Returns the path from the top level to a call; the call itself comes last.
PROFDIFF_EXPORT std::vector<CallId> CallPath(const CallTree& calls, CallId call);

}  // namespace profdiff

#endif  // PROFDIFF_ALIGNMENT_H_
