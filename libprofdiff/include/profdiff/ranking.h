// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the thread of a parallel program that behaves differently in one execution than in others, the time of the
// first difference, and where threads stopped.
//
// The steps of RankThreads: each thread's calls are filtered and folded into loops (FoldTraces); entries of a folded
// trace are the thread's attributes (FindAttributes); the similarity of threads follows from common attributes
// (FindSimilarities, MakeLattice); the last calls of threads come from the traces (FindStops).
//
// Source: Taheri, Burtscher, Briggs, Gopalakrishnan, DiffTrace: Efficient Whole-Program Trace Analysis and Diffing.
// "Ours" marks additions to this paper.
#ifndef PROFDIFF_RANKING_H_
#define PROFDIFF_RANKING_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/functions.h"
#include "profdiff/listing.h"
#include "profdiff/trace.h"

namespace profdiff {

struct TableFormat;  // profdiff/formats.h

using LoopId = Id<struct LoopTag>;        // an entry of FoldedTraces::loops; printed as L0, L1
using ConceptId = Id<struct ConceptTag>;  // an entry of Lattice::concepts

// Identifies a thread in all runs; printed as 2.3, in the paper's table as 2_3. Sorted by rank, then thread.
struct ThreadKey {
  std::uint32_t rank = 0;
  std::uint32_t thread = 0;  // index within its rank, from 0

  friend auto operator<=>(const ThreadKey&, const ThreadKey&) = default;
};

// Shape: by ThreadId.
PROFDIFF_EXPORT std::vector<ThreadKey> ThreadKeys(const Trace& trace);

// Traces in an order chosen by the caller. Pointers are not owned and never null.
using Runs = std::span<const Trace* const>;

// Filter codes, which select calls.

// A group of functions in filter codes.
struct FilterGroup {
  std::string_view name;        // in a code: "mpicol"
  std::string_view meaning;     // description: "MPI, collective operations"
  std::string_view expression;  // ECMAScript, as CallFilter::keep; empty for "cust", the user's own expressions
};

// All groups, in the order of the manual.
PROFDIFF_EXPORT std::span<const FilterGroup> FilterGroups();

// A parsed filter code such as 11.mpi.ompcrit.cust.0K10: two digits, 1 to drop returns, 1 to drop stubs of the
// procedure linkage table; groups; 1 to keep every function or 0 to keep the groups only; K and the longest loop body
// in entries.
struct RankFilter {
  std::string code = "11.1K10";  // normalized: without an index "(7)", with the K of `longest_body`
  bool drop_returns = true, drop_stubs = true;
  std::vector<std::string> keep;    // expressions, as CallFilter::keep; empty: all functions
  std::uint32_t longest_body = 10;  // K, from 1 to kLongestBody

  static constexpr std::uint32_t kLongestBody = 10'000;
};

// Parses a code. `cust` are the expressions of the group "cust"; `longest_body` replaces K.
// Errors: kBadArgument for an invalid code, an unknown group, K0 or a K too large, a code that keeps nothing, "cust"
// without expressions; message() quotes the code. Invalid expressions are reported when the filter is used.
PROFDIFF_EXPORT RankFilter ParseRankFilter(std::string_view code, const std::vector<std::string>& cust = {},
                                           std::optional<std::uint32_t> longest_body = {});

// Traces with folded loops.

// A single call of a function (`count` is 1), or a loop of `count` rounds. Exactly one id is valid.
struct FoldedEntry {
  NameId function;  // id in FoldedTraces::names
  LoopId loop;
  std::uint32_t count = 1;

  friend bool operator==(const FoldedEntry&, const FoldedEntry&) = default;
};

struct FoldedThread {
  ThreadKey id;
  std::uint64_t recorded = 0, lost_records = 0;  // calls in the trace; records that the tracer lost
  std::uint64_t calls = 0;                       // number of kept calls before folding, without returns
  std::vector<FoldedEntry> entries;
};

// Several runs, folded with one table of loops.
struct FoldedTraces {
  RankFilter filter;
  std::vector<std::string> names;  // by NameId: names of kept functions that any run calls, sorted; includes kReturn
  // By LoopId: bodies of loops, which contain earlier loops only. In order of first occurrence over runs, threads and
  // entries; inner loops before outer ones.
  std::vector<std::vector<FoldedEntry>> loops;
  std::vector<std::vector<FoldedThread>> runs;  // by run, then in the order of Trace::threads

  static constexpr std::string_view kReturn = "return";  // name of the entries for returns, if these are kept

  // A thread of a run; null if the run does not have it.
  PROFDIFF_EXPORT const FoldedThread* Find(std::size_t run, ThreadKey id) const;
};

// Folds loops without loss, in two passes. In the first, a block of entries becomes a loop if it occurs three times in
// a row; in the second, two times are enough if the block is a loop of the first pass in any thread of any run. Blocks
// are equal if all entries and their counts are. Traces may be filtered by SelectCalls before.
// Shape: the same for any number of threads.
// Cost: linear in calls times K. Memory grows with entries that are not folded, not with rounds of loops.
// Errors: kBadArgument as SelectCalls.
// Source: the paper, 2.2; Ketterlin and Clauss, Prediction and trace compression of data access addresses through
// nested loop recognition. The second pass is ours.
PROFDIFF_EXPORT FoldedTraces FoldTraces(Runs runs, const RankFilter& filter, unsigned threads = 1);

// Expands entries to the original sequence of functions.
PROFDIFF_EXPORT std::vector<NameId> Unfold(const FoldedTraces& folded, std::span<const FoldedEntry> entries);

// By LoopId: the number of functions in one round of each loop.
PROFDIFF_EXPORT std::vector<std::uint64_t> LoopLengths(const FoldedTraces& folded);

// Common attributes of threads.

enum class AttributeOf : std::uint8_t { kPairs, kEntries };               // "doub", "sing"
enum class AttributeFrequency : std::uint8_t { kActual, kLog10, kNone };  // "actual", "log10", "orig"

// A row of the paper's table. An attribute is an entry or a pair of adjacent entries, together with its frequency: the
// sum of counts for a loop, otherwise the number of occurrences; or the logarithm of it, rounded down; or no frequency.
// A loop of one function counts as that function (ours).
struct AttributeRow {
  AttributeOf of = AttributeOf::kEntries;
  AttributeFrequency frequency = AttributeFrequency::kActual;

  friend bool operator==(const AttributeRow&, const AttributeRow&) = default;
};

// All six, in the paper's order: doub.actual, doub.log10, doub.orig, sing.actual, sing.log10, sing.orig.
PROFDIFF_EXPORT std::span<const AttributeRow> AttributeRows();
PROFDIFF_EXPORT std::string_view NameOf(AttributeRow row);                             // "sing.actual"
PROFDIFF_EXPORT std::optional<AttributeRow> ParseAttributeRow(std::string_view name);  // nothing for any other word

using AttributeSet = std::vector<std::uint32_t>;  // indices of attributes, ascending

// The attributes of every thread, with one numbering for all runs.
struct ThreadAttributes {
  // Texts by index: "MPI_Recv:3", "L0 MPI_Recv:1" for a pair, "L0" without a frequency. In the order of their entries.
  std::vector<std::string> names;
  std::vector<std::vector<AttributeSet>> runs;  // as FoldedTraces::runs
};

PROFDIFF_EXPORT ThreadAttributes FindAttributes(const FoldedTraces& folded, AttributeRow row);

// Threads and their attributes as a formal context of formal concept analysis: a table of crosses.
struct FormalContext {
  std::vector<std::string> attributes;
  std::vector<AttributeSet> objects;
};

// The context of one run: its threads in order, and the attributes of at least one thread.
PROFDIFF_EXPORT FormalContext ContextOf(const ThreadAttributes& attributes, std::size_t run);

// Similarities of all pairs of objects. Memory grows with the square of the number of classes, not of objects.
struct Similarities {
  std::vector<std::uint32_t> class_of;  // class by object: equal attributes are one class, in order of occurrence
  std::vector<std::uint32_t> sizes;     // number of attributes by class
  std::vector<std::uint32_t> shared;    // number of common attributes by pair of classes a >= b: [a * (a + 1) / 2 + b]

  std::size_t classes() const { return sizes.size(); }
  // Jaccard index: common attributes divided by attributes of either; 1 if neither has any.
  PROFDIFF_EXPORT double At(std::size_t a, std::size_t b) const;
  PROFDIFF_EXPORT double OfClasses(std::size_t a, std::size_t b) const;
};

// Cost: classes^2 * attributes / 64. Errors: kOverflow for more than 2^15 classes.
PROFDIFF_EXPORT Similarities FindSimilarities(std::span<const AttributeSet> objects, unsigned threads = 1);

PROFDIFF_EXPORT double Similarity(const AttributeSet& a, const AttributeSet& b);

// The mean Fowlkes-Mallows index of two average-linkage clusterings of the same n objects into 2 to n - 1 clusters: 1
// for equal clusterings; nothing for fewer than 3 objects or more than kMostForBScore.
// Shape: `a` and `b` are n * n similarities by row and column.
// Source: Fowlkes and Mallows, A method for comparing two hierarchical clusterings.
inline constexpr std::size_t kMostForBScore = 2048;
PROFDIFF_EXPORT std::optional<double> BScore(std::span<const double> a, std::span<const double> b, std::size_t n);

// The lattice of concepts.

// A maximal set of objects, and all attributes that they have in common. Its full labels are the reduced labels of
// itself and all concepts below it (objects) or above it (attributes).
struct Concept {
  std::uint32_t objects = 0, attributes = 0;  // numbers of objects and attributes
  std::vector<std::uint32_t> own_objects;     // reduced label: objects with exactly these attributes
  std::vector<std::uint32_t> own_attributes;  // reduced label: attributes of exactly these objects
  std::vector<ConceptId> above, below;        // direct neighbours with more objects, and with fewer
};

// Shape: concepts in topological order, from the top (all objects) to the bottom (all attributes). The order of objects
// affects the ids of concepts only.
struct Lattice {
  std::vector<Concept> concepts;
};

// Adds objects one by one; the number of concepts can double with each. Nothing if there are more than `most` concepts,
// or if their sets take more than 128 MiB.
// Source: Godin, Missaoui, Alaoui, Incremental concept formation algorithms based on Galois (concept) lattices; Nourine
// and Raynaud, A fast algorithm for building lattices (neighbours).
inline constexpr std::size_t kMostConcepts = 100'000;
PROFDIFF_EXPORT std::optional<Lattice> MakeLattice(const FormalContext& context, std::size_t most = kMostConcepts);

// The number of concepts, without making the lattice; nothing as in MakeLattice.
PROFDIFF_EXPORT std::optional<std::size_t> CountConcepts(const FormalContext& context,
                                                         std::size_t most = kMostConcepts);

// Full labels of a concept, ascending.
PROFDIFF_EXPORT std::vector<std::uint32_t> FullObjects(const Lattice& lattice, ConceptId of);
PROFDIFF_EXPORT std::vector<std::uint32_t> FullAttributes(const Lattice& lattice, ConceptId of);

// The concept with the object in its reduced label; invalid if there is none.
PROFDIFF_EXPORT ConceptId ConceptOfObject(const Lattice& lattice, std::uint32_t object);
// The lowest concept that is above or equal to both: it has all their common attributes.
PROFDIFF_EXPORT ConceptId LowestCommonAncestor(const Lattice& lattice, ConceptId a, ConceptId b);

// Two folded traces side by side (diffNLR).

enum class NlrMark : std::uint8_t {
  kEqual,  // the same entries
  kCount,  // one entry on each side: the same loop or function with different counts
  kLeft,   // only on the left
  kRight,  // only on the right
};

// A run of entries, by index in FoldedThread::entries. A side without entries has the index of the next one.
struct NlrBlock {
  NlrMark mark = NlrMark::kEqual;
  std::uint32_t left = 0, left_count = 0, right = 0, right_count = 0;

  friend bool operator==(const NlrBlock&, const NlrBlock&) = default;
};

// The longest common subsequence of functions and loops, ignoring counts, and the entries outside of it. A loop of one
// function equals that function.
// Shape: in order; covers both sides.
// Cost: length times number of differences.
// Source: Myers, An O(ND) difference algorithm and its variations; AlignSequences.
PROFDIFF_EXPORT std::vector<NlrBlock> DiffNlr(const FoldedTraces& folded, std::span<const FoldedEntry> left,
                                              std::span<const FoldedEntry> right);

// Comparison of two threads in a bad and in a good run (CMPdiffNLR). Runs are indices of FoldedTraces::runs.
struct PairDiffNlr {
  std::size_t bad_run = 0, good_run = 0;
  std::vector<NlrBlock> bad, good;
};

// Good runs come first in `folded`. Chooses the good run in which the two threads are most similar to those of the bad
// run; the first of equal ones.
// Errors: kBadArgument for a thread that is missing in the bad run, or in all good runs.
PROFDIFF_EXPORT PairDiffNlr CompareDiffNlr(const FoldedTraces& folded, std::size_t good_runs, std::size_t bad_run,
                                           ThreadKey a, ThreadKey b);

// The good run in which a thread is most similar to the same thread of a bad run; nothing if no good run has it.
PROFDIFF_EXPORT std::optional<std::size_t> MostSimilarRun(const FoldedTraces& folded, std::size_t good_runs,
                                                          std::size_t bad_run, ThreadKey id);

// The change in similarity of two threads with the same thread number, a mean over the bad runs.
struct PairScore {
  ThreadKey a, b;
  double score = 0;   // |J_bad - J_good|, with the mean J_good of several good runs
  double beyond = 0;  // distance of J_bad from the range of J_good over good runs (ours)
};

// A column of the paper's table: the threads with one thread number.
struct ScoreColumn {
  std::uint32_t thread = 0;
  std::vector<PairScore> pairs;  // the best pairs, by `beyond`, then score, then threads
};

struct ScoreRow {
  std::size_t filter = 0;  // index in RankOptions::filters
  AttributeRow attributes;
  // Lists by run: good ones, then bad ones.
  std::vector<std::optional<std::size_t>> concepts;  // nothing if too many; empty unless RankOptions::count_concepts
  std::vector<std::size_t> classes;
  std::vector<ScoreColumn> columns;  // by thread number
  std::optional<double> b_score;     // BScore of the mean good and the mean bad similarities
};

// The summary of one column, printed below the paper's table.
struct ScoreSummary {
  std::size_t cells = 0;
  double mean = 0, least = 0, most = 0;  // over all scores in all rows; 0 without scores
};
PROFDIFF_EXPORT ScoreSummary Summarize(std::span<const ScoreRow> rows, std::uint32_t thread);

// Number of calls of a function by a thread, compared with good runs.
struct CountOutside {
  std::string name;
  std::uint64_t bad = 0;              // in the bad run that is furthest outside of the range of good runs
  std::uint64_t least = 0, most = 0;  // in good runs
};

// The first place where a bad trace differs from the good runs (ours). Runs are indices of FoldedTraces::runs.
struct FirstDifference {
  std::size_t bad_run = 0, good_run = 0;               // `good_run` is the most similar one
  std::optional<std::uint32_t> bad_entry, good_entry;  // indices in FoldedThread::entries; nothing after the last entry
  // Set if both entries are the same loop with different numbers of rounds.
  LoopId loop;
  std::uint32_t rounds = 0;                         // in the bad run
  std::uint32_t least_rounds = 0, most_rounds = 0;  // in good runs
  std::uint64_t call = 0;                           // kept calls before the place
  std::optional<std::uint64_t> time;                // start of the call at the place, in ns since its rank's first call
  NameId function;      // its function in FoldedTraces::names; invalid if the trace ends here
  bool is_new = false;  // this thread never calls that function in good runs
};

struct RankedThread {
  ThreadKey id;
  // Means over rows and bad runs.
  double change = 0;                 // 1 - the similarity to the same thread of the good run where that is largest
  double noise = 0;                  // largest change of threads with this thread number among the good runs
  double beyond = 0;                 // excess of a row's change over its noise
  std::vector<std::string> lost;     // functions that the thread calls in all good runs and in no bad run
  std::vector<std::string> added;    // functions that the thread calls in a bad run and in no good run
  std::vector<CountOutside> counts;  // functions called on both sides, those furthest outside of the good range first
  std::optional<FirstDifference> first;  // in the first bad run with a difference; with the first filter
};

struct Ranking {
  std::size_t good = 0, bad = 0;               // runs
  std::vector<ThreadKey> only_good, only_bad;  // threads that are in no run of the other side
  std::vector<ScoreRow> rows;                  // by filter, then in the order of RankOptions
  std::vector<std::size_t> by_b_score;         // indices of rows by B-score, ascending; rows without B-score at the end
  std::vector<RankedThread> threads;           // threads of both sides, by id
  std::vector<std::size_t> ranked;  // indices of threads with `beyond` above 0, by `beyond` descending, then by id
};

// States of threads at the end of a run.

enum class EndState : std::uint8_t {
  kFinished,  // no call is open, or the rank ended with status 0
  kWaits,     // in a blocking call, or before one that the tracer did not record
  kStopped,   // no call for longer than ever before
  kRuns,
  kMissing,  // no trace of the thread, although good runs have one
};
PROFDIFF_EXPORT std::string_view NameOf(EndState state);  // "finished", "waits", "stopped", "runs", "missing"

// True for functions that wait for other threads: MPI, locks, barriers, joins.
PROFDIFF_EXPORT bool Blocks(std::string_view linkage_name);

struct ThreadEnd {
  ThreadKey id;
  EndState state = EndState::kFinished;
  bool usual = false;             // the same end state as in all good runs with this thread
  bool done = false;              // waits in the last call of a good run, so that other threads are suspected first
  std::vector<std::string> open;  // functions of open calls, outermost first
  std::string after;              // the last completed call; may be empty
  // Functions that good runs call after the same sequence of calls; else after the same last two calls. Sorted.
  std::vector<std::string> next;
  // Start of the open blocking call; without one, time of the last record. Nanoseconds since its rank's first call.
  std::uint64_t since = 0;
  std::uint64_t silent = 0;  // from `since` to the end of the recording, in ns
  std::uint64_t calls = 0;   // number of calls kept by the first filter
};

// Threads of a bad run that stopped at the same place.
struct StopPlace {
  std::size_t run = 0;  // index among the bad runs
  std::vector<ThreadKey> threads;
  std::vector<std::string> where;  // ThreadEnd::open
  std::string after;
  EndState state = EndState::kWaits;  // kWaits or kStopped
  std::vector<std::string> next;
};

// A rank with an exit status other than 0. Units: nanoseconds; nothing if the ends are unknown.
struct BadEnd {
  std::size_t run = 0;  // index among the bad runs
  std::uint32_t rank = 0;
  int status = 0;                                           // as RankEnd::exit_status
  std::optional<std::uint64_t> before_last, before_others;  // time from its end to the last and first other end
  bool is_early = false;                                    // ended at least 2 s before all others
};

// A function with more self time in its thread than in any good run. Units: nanoseconds of self time.
struct SlowerFunction {
  ThreadKey id;
  std::string name;
  std::uint64_t bad = 0, most = 0;  // `most`: the maximum over good runs
};

struct Stops {
  std::vector<std::vector<ThreadEnd>> runs;  // by run (good ones, then bad ones), then by id
  std::vector<StopPlace> places;  // in bad runs; places with suspects first, then by number of threads, ascending
  std::vector<BadEnd> ends;       // by run, then rank
  std::vector<std::vector<ThreadKey>> suspects;  // by bad run: threads that probably caused the stop
  bool stopped = false;  // a thread of a bad run did not finish, unlike in good runs, or a rank ended early
  std::vector<SlowerFunction> slower;  // the largest excess first
};

// Finds where the threads of bad runs stopped, the suspects, and slower functions. Either list of runs may be empty.
// `filter` selects the calls for ThreadEnd::next.
// Cost: linear in calls.
// Errors: kBadArgument as SelectCalls.
PROFDIFF_EXPORT Stops FindStops(Runs good, Runs bad, const RankFilter& filter, unsigned threads = 1);

struct RankOptions {
  std::vector<RankFilter> filters = {RankFilter{}};
  std::vector<AttributeRow> rows = {AttributeRows().begin(), AttributeRows().end()};
  double suspect = 0.4;         // threads with at least this `beyond` are suspects
  std::size_t top = 3;          // number of pairs per column
  bool count_concepts = false;  // fills ScoreRow::concepts
  unsigned threads = 1;         // the result is the same for any number
};

enum class RankVerdict : std::uint8_t {
  kSame,
  kDiffers,  // at least one thread behaves differently
  kStopped,  // a bad run did not finish
  kSlower,   // no suspects, but some functions took longer
};
PROFDIFF_EXPORT std::string_view NameOf(RankVerdict verdict);  // "same", "differs", "stopped", "slower"

struct ThreadRanking {
  std::vector<FoldedTraces> folded;  // by filter; runs: good ones, then bad ones
  Ranking ranking;
  Stops stops;
  RankVerdict verdict = RankVerdict::kSame;
  std::vector<ThreadKey> suspects;  // by id
};

// Compares bad runs with good ones. Threads are matched by their keys; threads of one side alone are listed only. In a
// bad run that stopped, threads that still ran are compared in rows without frequencies only.
// Errors: kBadArgument for an invalid expression, and if there is no good run, no bad run, no common thread, or no kept
// call.
PROFDIFF_EXPORT ThreadRanking RankThreads(Runs good, Runs bad, const RankOptions& options = {});

// Describes a single run: its folded trace, and the ends of its threads. The result has this run as its bad run, no
// good runs, and no ranking. Errors: kBadArgument for an invalid expression, and if no call is kept.
PROFDIFF_EXPORT ThreadRanking DescribeThreads(const Trace& run, const RankOptions& options = {});

// Texts of a ranking.

// A ranking and the data to write with it, all of the same runs; a label for each run.
struct RankingView {
  const ThreadRanking& ranking;
  const RankOptions& options;  // the options of the ranking
  std::vector<std::string> good_labels, bad_labels;
  DemangleStyle demangle = DemangleStyle::kAuto;
  std::size_t columns = 100;  // lines are cut to this many characters; 0: never
};

// The answer in about ten lines: verdict, suspects, reasons, and threads that wait with them.
PROFDIFF_EXPORT void WriteRankVerdict(std::string& out, const RankingView& view);

// The paper's table: a line for each filter and row of attributes, a column for each thread number with its best pairs
// `1:(1_3,2_3):0.89`, and below it mean, least and most score of each column. Then the ranking, with values from
// several good runs.
PROFDIFF_EXPORT void WriteRankTable(std::string& out, const RankingView& view);

// The folded traces of all runs, and the bodies of their loops.
PROFDIFF_EXPORT void WriteFoldedTraces(std::string& out, const RankingView& view);

// Groups of threads with equal attributes, a table for each run and row of attributes.
PROFDIFF_EXPORT void WriteThreadClasses(std::string& out, const RankingView& view);

// Two folded traces side by side: a thread of the first bad run and the same thread of the good run most similar to it.
// Equal parts are one line; bodies of loops follow once. Errors: kBadArgument for a thread that is missing in the runs.
PROFDIFF_EXPORT void WriteDiffNlr(std::string& out, const RankingView& view, ThreadKey id);

// Two threads side by side, in the first bad run and below that in a good one.
PROFDIFF_EXPORT void WritePairDiffNlr(std::string& out, const RankingView& view, ThreadKey a, ThreadKey b);

// Options of the ranking for programs: tables of threads, pairs and ends, or one document of kind "threadRanking".
struct RankingDocumentOptions {
  bool similarities = false;     // includes the similarities of all pairs of threads of each run
  std::vector<ThreadKey> diffs;  // threads to compare as WriteDiffNlr does
};
PROFDIFF_EXPORT void WriteRanking(std::string& out, const TableFormat& format, const RankingView& view,
                                  const RankingDocumentOptions& options = {});

// CSV for the first filter, a line for each run and thread: the context, with a column for each attribute; or
// similarities, with a column for each thread.
PROFDIFF_EXPORT void WriteContextCsv(std::string& out, const RankingView& view, AttributeRow row);
PROFDIFF_EXPORT void WriteSimilaritiesCsv(std::string& out, const RankingView& view, AttributeRow row);

// The lattice of the first bad run as GML, with reduced labels. Errors: kOverflow for more than kMostConcepts.
PROFDIFF_EXPORT void WriteLatticeGml(std::string& out, const RankingView& view, AttributeRow row);

// One HTML page without network access: verdict, heat maps (good, bad, difference), the lattice, the ranking.
PROFDIFF_EXPORT void WriteRankingPage(std::string& out, const RankingView& view);

}  // namespace profdiff

#endif  // PROFDIFF_RANKING_H_
