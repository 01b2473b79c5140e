// SPDX-License-Identifier: GPL-3.0-or-later
// Alignment of two traces: finds the calls of one that match calls of the other.
#ifndef PROFDIFF_ALIGNMENT_H_
#define PROFDIFF_ALIGNMENT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"
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
  // Of the parts and of inclusive times; by index in TraceDifference::paths.
  std::vector<Interval> paths, inclusive;
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

// Two traces, with their alignment and their difference.
struct TraceComparison {
  const SelectedTrace& a;
  const SelectedTrace& b;
  std::string label_a, label_b;  // the names of the traces in reports, such as their paths
  const Alignment& alignment;
  const TraceDifference& difference;
};

struct TraceListingOptions {
  DemangleStyle demangle = DemangleStyle::kAuto;
  std::size_t limit = 0;                // maximum number of rows in the table of functions; 0: all
  std::size_t thread_limit = 30;        // maximum number of threads of one trace, those with most time; 0: all
  std::size_t top = 10;                 // maximum number of paths of calls; 0: all
  CallTime top_by = CallTime::kSelf;    // see TraceDifferenceOptions::top_by
  bool threads = false;                 // writes the table of threads
  bool functions = false;               // writes the table of functions
  std::size_t columns = 100;            // width of a line, in characters
  const TraceNoise* noise = nullptr;    // null if each side has one run
  std::vector<std::string> notes = {};  // how the traces were processed, for lines "note: …"
  RemedyWords words = {};               // names of options in remarks
  TextStyles styles = {};               // of the report on two traces as text
  // Called when the text of an unfinished listing has become long; see ListingOptions::drain.
  std::function<void(std::string&)> drain = {};
};

// Writes a report that shows how much the times differ, and the calls that explain most of it: a row for each path of
// calls, largest difference first, then what was left out. All differences are A - B; a positive difference means that
// B is faster. The report contains these lines, for scripts, in this order:
//
//   equal: N calls, T s        matched pairs of calls; time in A minus time in B
//   different: N calls, T s    pairs of calls of different functions, and their descendants; time in A minus time in B
//   only in A: N calls, T s    calls without a counterpart, and their descendants; their time
//   only in B: N calls, T s
//   residual: N ns             always 0: total A - total B, minus all of the above ("only in B" counts negative)
//   score: N                   sum over all threads; only for a flat alignment
//
// T is self time in seconds, with nine decimals. In a flat alignment, N counts activations instead of calls.
//
// Formats for programs have the same values: a document of the kind "traceDifference", which the schema describes, or
// tables. Their times are in nanoseconds. `top` and `limit` hold.
PROFDIFF_EXPORT void WriteTraceDifference(std::string& out, const TableFormat& format,
                                          const TraceComparison& comparison, const TraceListingOptions& options = {});

// Writes one trace: its threads, its open calls, and its functions by self time. `difference` is the difference of the
// trace from an empty trace. Returns the number of functions that `limit` omitted.
PROFDIFF_EXPORT std::size_t WriteTraceSummary(std::string& out, const SelectedTrace& trace, const std::string& label,
                                              const TraceDifference& difference,
                                              const TraceListingOptions& options = {});

// Writes the alignment with a row for each block: as text, or in any other format as CSV (RFC 4180) with times in
// nanoseconds. Start times are relative to each trace's first call. A call is identified by its row in the CallTree,
// from 0; in a flat alignment, an activation is identified by its position in the sequence of activations.
PROFDIFF_EXPORT void WriteAlignmentBlocks(std::string& out, const TableFormat& format,
                                          const TraceComparison& comparison, const TraceListingOptions& options = {});

// Two traces and their alignment, ready to be drawn.

// Two traces and an alignment of their call trees. Writers throw kBadArgument if the alignment is flat or is not an
// alignment of these traces.
struct AlignedTraces {
  const Trace& a;
  const Trace& b;
  const Alignment& alignment;
  std::string label_a = "A", label_b = "B";  // labels of the traces in reports
};

struct TracePictureOptions {
  DemangleStyle demangle = DemangleStyle::kAuto;
  // Called when the text of an unfinished listing has become long; see ListingOptions::drain.
  std::function<void(std::string&)> drain = {};
};

// The difference of two call trees as readable text.

struct TraceTreeOptions : TracePictureOptions {
  std::size_t limit = 60;             // maximum number of lines of calls; 0: all
  std::size_t top = 0;                // maximum number of paths that are opened, largest differences first; 0: all
  const TraceNoise* noise = nullptr;  // see TraceListingOptions
};

// Appends a section for each pair of threads, with a line for each path of calls that differs or leads to a difference;
// callees are indented below their callers, in the order of first calls. A line has a mark, the time in A, the time in
// B, A minus B, and the name; "x N" if the path has several calls, or "x N | M" if their numbers differ.
//
//   blank  equal on both sides
//   !      two different functions, "NAME | NAME"; their callees are not shown
//   -, +   only in A, only in B
//
// With `noise`, a difference is marked with "~" if its 95 % interval contains 0, and a first line explains the mark.
//
// - Neighbouring paths whose calls are all equal are folded into one line, "... N equal calls", unless one of them is
//   5 % or more of all changes (see SumOfChanges).
// - A caller whose only callee has the same number of calls and nearly all of its time has one line with it, "a > b".
// - Beyond the limit, paths with small differences are folded into lines "... N calls".
//
// Shape: control characters in names become question marks. Lines at levels deeper than 60 are not indented further,
// and begin with their level in brackets.
// Units: microseconds of inclusive time with three decimals, which is exact.
// Cost: linear in the number of paths.
// Errors: kBadArgument for a flat alignment.
PROFDIFF_EXPORT void WriteTraceTree(std::string& out, const TraceComparison& comparison,
                                    const TraceTreeOptions& options = {});

// Aligned calls and their differences over time.
//
// A row is a matched pair of calls, a pair of different calls, or a call on one side only; or the sum of several of
// these that have the same mark and start in the same part of the common time line. Its columns are:
//
//   mark                  "equal", "different", "onlyA" or "onlyB"; calls below a different one are also "different"
//   callsA callsB         number of calls of each side in the row
//   common                start on the common time line, on which matched calls start together: between the starts of
//                         two successive pairs, the time line advances by the longer time of the two sides
//   selfA selfB           self time of all calls in the row; the sums over all rows are the traces' totals
//   selfDifference        selfA minus selfB; positive if B is faster
//   startA startB         start since the trace's first call; this and the following columns describe the pair or call
//                         of the row whose self times differ most (in case of a tie, the first)
//   durationA durationB   inclusive time
//   difference            durationA minus durationB
//   depth                 number of callers on the call's path
//   thread                thread of the call
//   nameA nameB           demangled names of the functions
//
// Cells of a side without a call are empty (in JSON null); differences treat them as 0.
// Units: nanoseconds, as integers; every sum is exact.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, V, Fig. 10.

struct TimelineOptions : TracePictureOptions {
  // Maximum number of rows; 0: no maximum. If there would be more rows, the time line of each pair of threads is
  // divided into parts (at least one) with a row for each mark, so that the maximum is not exceeded.
  std::uint64_t rows = 0;
};

// Writes the time line: as CSV, or if the format is a document, as one JSON object with the keys "schema", "version",
// "kind" ("timeline"), "labelA", "labelB", and "rows", an array of objects with the columns as keys, each on its own
// line. Rows are sorted by thread, then in the order of calls (summed rows: by part and mark).
// Cost: linear in calls. Memory: the text that `drain` has not removed, and at most `rows` rows.
// Errors: kBadArgument as described for AlignedTraces.
PROFDIFF_EXPORT void WriteTimeline(std::string& out, const TableFormat& format, const AlignedTraces& traces,
                                   const TimelineOptions& options = {});

// Two aligned traces for viewers of Chrome's trace format, such as Perfetto.

// Appends one JSON object with the two traces as two processes: 1, "A: LABEL", and 2, "B: LABEL". Each trace begins at
// 0 with its first call. ReadTrace reads back the same call trees and times, with the threads of A before the threads
// of B.
//
// Each call begins with a B event and ends with an E event; a call that did not return has no E event. The category of
// a call is its mark: "equal", "different" (also for calls below different ones), "onlyA" or "onlyB". A call with a
// counterpart, equal or different, has these arguments: "partner", the counterpart's name; "partnerStart", its start
// since its trace's first call; "difference", the time in A minus the time in B.
//
// Shape: thread ids count from 1 in the order of the traces; the threads of B follow the threads of A, as viewers
// require unique ids. Control characters in names become question marks.
// Units: microseconds with three decimals, which is exact.
// Cost: linear in calls. Memory: the text that `drain` has not removed, and data proportional to the depth of calls.
// Errors: kBadArgument as described for AlignedTraces.
// Source: the Trace Event Format.
PROFDIFF_EXPORT void WriteChromeTrace(std::string& out, const AlignedTraces& traces,
                                      const TracePictureOptions& options = {});

// Two aligned traces as a page for a browser.

struct TracePageOptions : TracePictureOptions {
  std::uint32_t parts = 1500;  // total number of parts into which the time lines of all pairs of threads are divided
  std::uint32_t levels = 16;   // number of levels that are always drawn
  // Maximum number of calls to draw, for all pairs of threads together. Levels deeper than `levels` are drawn until
  // this maximum is reached.
  std::uint32_t bars = 100'000;
  // The difference along the alignment, whose largest changes are listed beside the time line, and whose paths are
  // drawn as a flame graph; null for neither.
  const TraceDifference* difference = nullptr;
  std::size_t top = 10;               // maximum number of paths in the list
  std::size_t paths = 10'000;         // maximum number of paths in the flame graph, the longest inclusive times first
  const TraceNoise* noise = nullptr;  // see TraceListingOptions
};

// Appends a self-contained HTML document. It shows the time lines of A and B one above the other, with matched calls
// aligned, and the difference of their self times. Users can zoom, and see values on hover. Marks differ in colour,
// pattern and letter. The intensity of the colour, a sign and a stripe show how much longer a call took than its match.
//
// Calls that are shorter than one part are drawn together with their neighbours, so a page has at most a few megabytes.
// The page of a small trace shows all calls. Deep levels are reached by scrolling; the page states which levels are
// omitted. Differences are summed up as in WriteTimeline.
// Errors: kBadArgument as described for AlignedTraces; kUnsupported in a build without d3.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, Figs 11, 12.
PROFDIFF_EXPORT void WriteTracePage(std::string& out, const AlignedTraces& traces,
                                    const TracePageOptions& options = {});

}  // namespace profdiff

#endif  // PROFDIFF_ALIGNMENT_H_
