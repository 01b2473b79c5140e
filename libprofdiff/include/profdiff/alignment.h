// SPDX-License-Identifier: GPL-3.0-or-later
// Alignment of two traces: which call of one matches which call of the other.
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

// The three marks of the paper; its gap is split by side.
enum class Mark : std::uint8_t {
  kEqual,      // the same function on both sides, with matching callers
  kDifferent,  // two different functions at the same position; their callees are not aligned
  kOnlyA,      // a gap on side B
  kOnlyB,      // a gap on side A
};

// A run of the alignment, in rows of the two call trees (by CallId; positions of the sequences when flat). kEqual: the
// same number of rows on both sides, matched one by one. kDifferent: one call of each side with all its descendants
// (one position when flat). kOnlyA and kOnlyB: neighbouring calls of one caller with all their descendants; the other
// side has no rows, and `b` or `a` is the row that would follow.
struct AlignmentBlock {
  Mark mark = Mark::kEqual;
  std::uint32_t a = 0, a_count = 0;  // first row, number of rows
  std::uint32_t b = 0, b_count = 0;

  friend bool operator==(const AlignmentBlock&, const AlignmentBlock&) = default;
};

// Scores of a match, a mismatch and a gap. The best alignment has the largest sum of scores.
// Shape: each from -100 to 100; `match` above `mismatch` and above two gaps, as otherwise the best alignment has no
// matches.
struct Scores {
  int match = 2, mismatch = -1, gap = -1;
};

enum class AlignBy {
  kName,     // calls match by function
  kSubtree,  // calls match by function; calls with equal subtrees are matched first
};

// How threads of A are paired with threads of B.
enum class PairBy {
  kRank,        // by rank, and within each rank in order
  kSimilarity,  // pairs with the most similar calls first
};

struct AlignOptions {
  Scores scores;
  AlignBy by = AlignBy::kName;
  PairBy pair = PairBy::kRank;
  bool flat = false;     // aligns whole sequences, including returns to the caller, instead of call trees
  unsigned threads = 1;  // the result is the same for any number
  // Bound on the search steps in all; the default takes about a minute. Each list of calls gets a share in proportion
  // to its length. A list with too many differences for its share is cut where the search came furthest, and its parts
  // are aligned one by one: ThreadAlignment::cut_lists.
  std::uint64_t effort = std::uint64_t{1} << 33;
};

// The alignment of a thread of A and a thread of B. Shape: every row of both is in exactly one block, in order.
struct ThreadAlignment {
  ThreadId a, b;  // one may be invalid: a thread without a match
  std::vector<AlignmentBlock> blocks;
  // Sum over the blocks: `match` for each row of a kEqual block, `mismatch` for a kDifferent block, `gap` for each call
  // of a kOnlyA or kOnlyB block, without its descendants. When flat, the score of the whole sequences.
  std::int64_t score = 0;
  std::uint64_t cut_lists = 0;  // lists of calls whose alignment may not be the best one
};

struct Alignment {
  bool flat = false;
  std::vector<ThreadAlignment> threads;  // in order of A's threads, then the threads of B alone
};

// Aligns two lists of symbols as a whole. Each kDifferent block has one position.
//
// The choice among alignments with the best score depends on the symbols alone; exchanging the lists exchanges the
// sides of each block and changes nothing else. Common prefixes and suffixes are aligned first; then each gap, from the
// first on, is moved as far towards the end as the score allows.
// Cost: time grows with the square of the number of differences, and with the length; memory with their sum.
// Errors: kBadArgument for scores outside of the rules of Scores; kOverflow for lists longer than 2^30.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, III.A (what
// is best); Marco-Sola et al., Optimal gap-affine alignment in O(s) space (how it is found).
PROFDIFF_EXPORT ThreadAlignment AlignSequences(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                                               const Scores& scores = {}, std::uint64_t effort = ~std::uint64_t{0});

// The sequence of a thread's activations: a call when it is entered, and its caller again when it is left. Example: if
// main calls c, c calls a, and then main calls a, the sequence is main c a c main a main.
// Shape: by position; twice the number of calls, less the number of top-level calls.
// Errors: kOverflow for more than 2^31 - 1 positions.
// Source: the paper by Weber, Brendel and Brunst (see AlignSequences), Fig. 1.
PROFDIFF_EXPORT std::vector<CallId> ActivationSequence(const CallTree& calls);

// Pairs the threads of two traces, in the order of Alignment::threads.
PROFDIFF_EXPORT std::vector<std::pair<ThreadId, ThreadId>> PairThreads(const Trace& a, const Trace& b, PairBy by);

// Aligns two executions. Works from the top level down and aligns the callees of matched calls only; equal subtrees are
// matched without a search. Names must be equal, without demangling. Exchanging the traces exchanges the sides and
// changes nothing else, except the order of threads. Cost: linear where the traces are alike; see AlignOptions::effort.
// Errors: as AlignSequences.
// Source: the paper by Weber, Brendel and Brunst (see AlignSequences), III.B.
PROFDIFF_EXPORT Alignment Align(const Trace& a, const Trace& b, const AlignOptions& options = {});

// Differences of time between two aligned executions.

// Calls of one side in blocks of one mark; activations instead of calls when the alignment is flat. Units: nanoseconds
// of self time, which can be negative if the trace's times are inconsistent.
struct MarkedCalls {
  std::uint64_t calls = 0;
  std::int64_t time = 0;

  friend bool operator==(const MarkedCalls&, const MarkedCalls&) = default;
};

// Calls and time of both sides, by mark.
struct TraceTotals {
  MarkedCalls equal_a, equal_b;  // equal in number
  MarkedCalls different_a, different_b;
  MarkedCalls only_a, only_b;
  std::int64_t total_a = 0, total_b = 0;  // inclusive time of the top-level calls

  // total_a - total_b less the differences of matched calls, of different calls, and of calls on one side alone. Always
  // 0 if the alignment covers both traces.
  PROFDIFF_EXPORT std::int64_t Residual() const;
  PROFDIFF_EXPORT TraceTotals& operator+=(const TraceTotals& more);

  friend bool operator==(const TraceTotals&, const TraceTotals&) = default;
};

// One function in both traces. Units: nanoseconds; inclusive time counts recursive calls once.
struct FunctionDifference {
  NameId a, b;  // ids in the traces' names; one is invalid where that side does not have the name
  std::uint64_t calls_a = 0, calls_b = 0;
  std::uint64_t matched = 0;  // matched pairs of calls; of activations when flat, as in all counts below
  std::uint64_t different_a = 0, different_b = 0;
  std::uint64_t only_a = 0, only_b = 0;
  std::int64_t self_a = 0, self_b = 0;
  std::int64_t inclusive_a = 0, inclusive_b = 0;
};

// A matched pair of calls. Units: nanoseconds, positive where B is faster.
struct SingleDifference {
  std::size_t thread = 0;  // in Alignment::threads
  CallId a, b;
  std::int64_t difference = 0;                   // time(A) - time(B)
  std::uint32_t position_a = 0, position_b = 0;  // positions in the sequences, when flat
};

enum class CallTime { kSelf, kInclusive };

struct TraceDifferenceOptions {
  std::size_t top = 20;               // number of the largest single differences to keep
  CallTime top_by = CallTime::kSelf;  // sequences (flat) always use self time
  unsigned threads = 1;               // the result is the same for any number
};

struct TraceDifference {
  std::vector<TraceTotals> threads;  // in order of Alignment::threads
  TraceTotals all;
  std::vector<FunctionDifference> functions;  // functions with calls, by name
  // Largest first, then by thread and call. Without zeros.
  std::vector<SingleDifference> largest;
};

// Subtracts B from A along their alignment.
// Cost: linear in calls; additional memory grows with functions and the depth of calls only.
// Errors: kBadArgument for blocks that do not belong to these traces, as far as that is detected.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, V.
PROFDIFF_EXPORT TraceDifference SubtractTraces(const Trace& a, const Trace& b, const Alignment& alignment,
                                               const TraceDifferenceOptions& options = {});

// The self time of a call: its time without that of the calls it made.
PROFDIFF_EXPORT std::int64_t SelfTime(const CallTree& calls, CallId call);

// The path from the top level to a call; the call itself comes last.
PROFDIFF_EXPORT std::vector<CallId> CallPath(const CallTree& calls, CallId call);

}  // namespace profdiff

#endif  // PROFDIFF_ALIGNMENT_H_
