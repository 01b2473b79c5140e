// SPDX-License-Identifier: GPL-3.0-or-later
// Which thread of a parallel program behaves differently in one execution than in others, since when, and where threads
// were when they stopped.
//
// The steps of RankThreads: each thread's calls are filtered and folded into loops (FoldTraces); entries of a folded
// trace are the thread's attributes (FindAttributes); threads are as similar as the attributes they share
// (FindSimilarities, MakeLattice); where threads ended is looked up in the traces (FindStops).
//
// Source: Taheri, Burtscher, Briggs, Gopalakrishnan, DiffTrace: Efficient Whole-Program Trace Analysis and Diffing.
// What is not in that paper is marked "ours".
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

using LoopId = Id<struct LoopTag>;        // an entry of FoldedTraces::loops; people read L0, L1
using ConceptId = Id<struct ConceptTag>;  // an entry of Lattice::concepts

// A thread, the same in every run: people read 2.3, in the paper's table 2_3. Sorted by rank, then thread.
struct ThreadKey {
  std::uint32_t rank = 0;
  std::uint32_t thread = 0;  // its place among those of its rank, from 0

  friend auto operator<=>(const ThreadKey&, const ThreadKey&) = default;
};

// Shape: by ThreadId.
PROFDIFF_EXPORT std::vector<ThreadKey> ThreadKeys(const Trace& trace);

// Traces side by side; the order of runs is that of the caller. Pointers are not owned and never null.
using Runs = std::span<const Trace* const>;

// Which calls count: filter codes.

// A group of functions that a code can name.
struct FilterGroup {
  std::string_view name;        // in a code: "mpicol"
  std::string_view meaning;     // for people: "MPI, collective operations"
  std::string_view expression;  // ECMAScript, as CallFilter::keep; empty for "cust", whose expressions are the user's
};

// All groups, in the order of the manual.
PROFDIFF_EXPORT std::span<const FilterGroup> FilterGroups();

// What a code such as 11.mpi.ompcrit.cust.0K10 says. Two digits: 1 drops returns, 1 drops stubs of the procedure
// linkage table; groups; 1 keeps every function, 0 those of the groups; K and the longest loop body in entries.
struct RankFilter {
  std::string code = "11.1K10";  // for people: without an index "(7)", with K as it is below
  bool drop_returns = true, drop_stubs = true;
  std::vector<std::string> keep;    // expressions, as CallFilter::keep; none: all functions
  std::uint32_t longest_body = 10;  // K, from 1 to kLongestBody

  static constexpr std::uint32_t kLongestBody = 10'000;
};

// Reads a code. `cust` are the expressions that the group "cust" stands for; `longest_body` replaces K.
// Errors: kBadArgument for what is no code, an unknown group, K0 or a K too large, a code that keeps nothing, "cust"
// without expressions. message() quotes the code. A bad expression is found when the filter is used.
PROFDIFF_EXPORT RankFilter ParseRankFilter(std::string_view code, const std::vector<std::string>& cust = {},
                                           std::optional<std::uint32_t> longest_body = {});

// Traces with their loops folded.

// A function `count` = 1 times, or a loop that ran `count` times. Exactly one id is valid.
struct FoldedEntry {
  NameId function;  // of FoldedTraces::names
  LoopId loop;
  std::uint32_t count = 1;

  friend bool operator==(const FoldedEntry&, const FoldedEntry&) = default;
};

struct FoldedThread {
  ThreadKey id;
  std::uint64_t calls = 0;  // kept ones, before folding; without returns
  std::vector<FoldedEntry> entries;
};

// Several runs, folded with one table of loops.
struct FoldedTraces {
  RankFilter filter;
  std::vector<std::string> names;  // by NameId: of kept functions that any run calls, sorted; kReturn is one of them
  // By LoopId: the bodies, which hold no loops but earlier ones. In the order in which entries of the runs, threads and
  // traces first have them; inner ones before outer ones.
  std::vector<std::vector<FoldedEntry>> loops;
  std::vector<std::vector<FoldedThread>> runs;  // the order of Runs; in each as Trace::threads

  static constexpr std::string_view kReturn = "return";  // the name of all returns, where they are kept

  // The thread of a run; null if that has none.
  PROFDIFF_EXPORT const FoldedThread* Find(std::size_t run, ThreadKey id) const;
};

// Folds without loss, in two passes. In the first, a block of entries becomes a loop when it comes three times in a
// row; in the second, two are enough if the first one made a loop of the block in any thread of any run. Blocks are
// equal if their entries are, counts included. The traces have been selected by SelectCalls, or are whole.
// Shape: the same for any number of threads.
// Cost: linear in calls times K. Memory grows with entries that cannot be folded, not with rounds of loops.
// Errors: kBadArgument as SelectCalls.
// Source: the paper, 2.2; Ketterlin and Clauss, Prediction and trace compression of data access addresses through
// nested loop recognition. The second pass is ours.
PROFDIFF_EXPORT FoldedTraces FoldTraces(Runs runs, const RankFilter& filter, unsigned threads = 1);

// The functions that entries stand for, in order: what was folded.
PROFDIFF_EXPORT std::vector<NameId> Unfold(const FoldedTraces& folded, std::span<const FoldedEntry> entries);

// By LoopId: how many functions one round of each loop stands for.
PROFDIFF_EXPORT std::vector<std::uint64_t> LoopLengths(const FoldedTraces& folded);

// What threads have in common.

enum class AttributeOf : std::uint8_t { kPairs, kEntries };               // "doub", "sing"
enum class AttributeFrequency : std::uint8_t { kActual, kLog10, kNone };  // "actual", "log10", "orig"

// A row of the paper's table. An attribute is an entry, or a pair of entries that follow each other, and how often
// there is one: the sum of the counts of a loop, else the number of times; its logarithm rounded down; or nothing. A
// loop of one function counts as that function (ours).
struct AttributeRow {
  AttributeOf of = AttributeOf::kEntries;
  AttributeFrequency frequency = AttributeFrequency::kActual;

  friend bool operator==(const AttributeRow&, const AttributeRow&) = default;
};

// All six, in the paper's order: doub.actual, doub.log10, doub.orig, sing.actual, sing.log10, sing.orig.
PROFDIFF_EXPORT std::span<const AttributeRow> AttributeRows();
PROFDIFF_EXPORT std::string_view NameOf(AttributeRow row);                             // "sing.actual"
PROFDIFF_EXPORT std::optional<AttributeRow> ParseAttributeRow(std::string_view name);  // nothing for any other word

using AttributeSet = std::vector<std::uint32_t>;  // numbers of attributes, ascending

// The attributes of every thread, with one numbering for all runs.
struct ThreadAttributes {
  // By number, for people: "MPI_Recv:3", "L0 MPI_Recv:1" for a pair, "L0" without a frequency. The order is that of the
  // entries they are made of.
  std::vector<std::string> names;
  std::vector<std::vector<AttributeSet>> runs;  // as FoldedTraces::runs
};

PROFDIFF_EXPORT ThreadAttributes FindAttributes(const FoldedTraces& folded, AttributeRow row);

// Threads and their attributes, as formal concept analysis has them: a table of crosses.
struct FormalContext {
  std::vector<std::string> attributes;
  std::vector<AttributeSet> objects;
};

// The context of one run: its threads in order, and the attributes that at least one of them has.
PROFDIFF_EXPORT FormalContext ContextOf(const ThreadAttributes& attributes, std::size_t run);

// How similar every two objects are. Memory grows with the square of the number of classes, not of objects.
struct Similarities {
  std::vector<std::uint32_t> class_of;  // by object: those with equal attributes are one class, in order of appearance
  std::vector<std::uint32_t> sizes;     // by class: how many attributes
  std::vector<std::uint32_t> shared;    // by pair of classes, the first not below the second: [a * (a + 1) / 2 + b]

  std::size_t classes() const { return sizes.size(); }
  // Jaccard's index: shared attributes per attribute that either has; 1 if neither has any.
  PROFDIFF_EXPORT double At(std::size_t a, std::size_t b) const;
  PROFDIFF_EXPORT double OfClasses(std::size_t a, std::size_t b) const;
};

// Cost: classes^2 * attributes / 64. Errors: kOverflow for more than 2^15 classes.
PROFDIFF_EXPORT Similarities FindSimilarities(std::span<const AttributeSet> objects, unsigned threads = 1);

PROFDIFF_EXPORT double Similarity(const AttributeSet& a, const AttributeSet& b);

// The mean Fowlkes-Mallows index of two average-linkage clusterings of the same n objects into 2 to n - 1 clusters: 1
// where they are equal; nothing for fewer than 3 objects or more than kMostForBScore.
// Shape: `a` and `b` are n * n similarities by row and column.
// Source: Fowlkes and Mallows, A method for comparing two hierarchical clusterings.
inline constexpr std::size_t kMostForBScore = 2048;
PROFDIFF_EXPORT std::optional<double> BScore(std::span<const double> a, std::span<const double> b, std::size_t n);

// The lattice of concepts.

// The largest set of objects with certain attributes in common, and all attributes that they have in common. Its full
// labels are the reduced labels of all concepts below it (objects) and above it (attributes).
struct Concept {
  std::uint32_t objects = 0, attributes = 0;  // how many
  std::vector<std::uint32_t> own_objects;     // reduced label: objects with exactly these attributes
  std::vector<std::uint32_t> own_attributes;  // reduced label: attributes that exactly these objects have
  std::vector<ConceptId> above, below;        // direct neighbours: with more objects, with fewer
};

// Shape: concepts in topological order, from the top (all objects) to the bottom (all attributes). The order of objects
// changes their numbers and nothing else.
struct Lattice {
  std::vector<Concept> concepts;
};

// Adds objects one by one. Nothing if there are more than `most` concepts, whose number can double with each object, or
// if their sets take more than 128 MiB.
// Source: Godin, Missaoui, Alaoui, Incremental concept formation algorithms based on Galois (concept) lattices; Nourine
// and Raynaud, A fast algorithm for building lattices (which concepts are neighbours).
inline constexpr std::size_t kMostConcepts = 100'000;
PROFDIFF_EXPORT std::optional<Lattice> MakeLattice(const FormalContext& context, std::size_t most = kMostConcepts);

// How many concepts there are, without the lattice; nothing as MakeLattice.
PROFDIFF_EXPORT std::optional<std::size_t> CountConcepts(const FormalContext& context,
                                                         std::size_t most = kMostConcepts);

// Full labels, ascending.
PROFDIFF_EXPORT std::vector<std::uint32_t> FullObjects(const Lattice& lattice, ConceptId of);
PROFDIFF_EXPORT std::vector<std::uint32_t> FullAttributes(const Lattice& lattice, ConceptId of);

// The concept that has an object in its reduced label; invalid if there is none.
PROFDIFF_EXPORT ConceptId ConceptOfObject(const Lattice& lattice, std::uint32_t object);
// The lowest concept that is above two others, or is one of them: it has all attributes that they share.
PROFDIFF_EXPORT ConceptId LowestCommonAncestor(const Lattice& lattice, ConceptId a, ConceptId b);

// Two folded traces side by side (diffNLR).

enum class NlrMark : std::uint8_t {
  kEqual,  // the same entries
  kCount,  // one entry a side: the same loop or function, not as often
  kLeft,   // only on the left
  kRight,  // only on the right
};

// A run of entries, by place in FoldedThread::entries. On a side that has none, `left` or `right` is what would follow.
struct NlrBlock {
  NlrMark mark = NlrMark::kEqual;
  std::uint32_t left = 0, left_count = 0, right = 0, right_count = 0;

  friend bool operator==(const NlrBlock&, const NlrBlock&) = default;
};

// The longest common subsequence of functions and loops, whatever their counts, and what is beside it. A loop of one
// function is that function.
// Shape: in order; both sides are covered.
// Cost: length times number of differences.
// Source: Myers, An O(ND) difference algorithm and its variations; AlignSequences.
PROFDIFF_EXPORT std::vector<NlrBlock> DiffNlr(const FoldedTraces& folded, std::span<const FoldedEntry> left,
                                              std::span<const FoldedEntry> right);

// Two threads compared in a bad run, and the same two in a good one (CMPdiffNLR): numbers of FoldedTraces::runs.
struct PairDiffNlr {
  std::size_t bad_run = 0, good_run = 0;
  std::vector<NlrBlock> bad, good;
};

// Good runs come first in `folded`. The good one is that in which the two threads are most similar to those of the bad
// one; of several the first.
// Errors: kBadArgument for a thread that the bad run, or every good run, does not have.
PROFDIFF_EXPORT PairDiffNlr CompareDiffNlr(const FoldedTraces& folded, std::size_t good_runs, std::size_t bad_run,
                                           ThreadKey a, ThreadKey b);

// The good run in which a thread is most similar to the same one of a bad run; nothing if no good run has it.
PROFDIFF_EXPORT std::optional<std::size_t> MostSimilarRun(const FoldedTraces& folded, std::size_t good_runs,
                                                          std::size_t bad_run, ThreadKey id);

// The change in similarity of two threads with the same thread number, a mean over the bad runs.
struct PairScore {
  ThreadKey a, b;
  double score = 0;   // |J_bad - J_good|, of several good runs that of their mean
  double beyond = 0;  // how far J_bad is outside what good runs have (ours)
};

// A column of the paper's table: the threads of one number.
struct ScoreColumn {
  std::uint32_t thread = 0;
  std::vector<PairScore> pairs;  // by `beyond`, then score, then threads: the best ones
};

struct ScoreRow {
  std::size_t filter = 0;  // in RankOptions::filters
  AttributeRow attributes;
  // Lists by run: good ones, then bad ones.
  std::vector<std::optional<std::size_t>> concepts;  // not where there are too many; empty if not asked for
  std::vector<std::size_t> classes;
  std::vector<ScoreColumn> columns;  // by thread number
  std::optional<double> b_score;     // of the mean good and the mean bad similarities; see BScore
};

// The rows under the paper's table, of one column.
struct ScoreSummary {
  std::size_t cells = 0;
  double mean = 0, least = 0, most = 0;  // of all scores in all rows; 0 without any
};
PROFDIFF_EXPORT ScoreSummary Summarize(std::span<const ScoreRow> rows, std::uint32_t thread);

// How often a thread called a function, against good runs.
struct CountOutside {
  std::string name;
  std::uint64_t bad = 0;              // of several bad runs the one that is furthest outside
  std::uint64_t least = 0, most = 0;  // in good runs
};

// The first place where a bad trace leaves what good runs do (ours). Numbers of runs are those of FoldedTraces.
struct FirstDifference {
  std::size_t bad_run = 0, good_run = 0;               // the most similar good one
  std::optional<std::uint32_t> bad_entry, good_entry;  // places in FoldedThread::entries; none behind the end
  // Where a loop ran another number of rounds: both entries are that loop.
  LoopId loop;
  std::uint32_t rounds = 0;                         // here
  std::uint32_t least_rounds = 0, most_rounds = 0;  // in good runs
  std::uint64_t call = 0;                           // kept calls before the place
  std::optional<std::uint64_t> time;  // when the call at the place began, in ns since its rank's first call
  NameId function;                    // that call's, of FoldedTraces::names; invalid if the trace ends here
  bool is_new = false;                // good runs of this thread never call that function
};

struct RankedThread {
  ThreadKey id;
  // Means over rows, of several bad runs over them as well.
  double change = 0;  // 1 - the similarity to the same thread of the good run where that is largest
  double noise = 0;   // the largest change of a thread of this number when each good run is held against the others
  double beyond = 0;  // by how much the change of a row is more than its noise
  std::vector<std::string> lost;         // functions that all good runs of the thread call and no bad one
  std::vector<std::string> added;        // that a bad run calls and no good one
  std::vector<CountOutside> counts;      // of functions on both sides; those furthest outside first
  std::optional<FirstDifference> first;  // in the first bad run that has one; of the first filter
};

struct Ranking {
  std::size_t good = 0, bad = 0;               // runs
  std::vector<ThreadKey> only_good, only_bad;  // threads that no run of the other side has
  std::vector<ScoreRow> rows;                  // by filter, then as asked for
  std::vector<std::size_t> by_b_score;         // numbers of rows, the lowest B-score first; rows without one at the end
  std::vector<RankedThread> threads;           // threads of both sides, by id
  std::vector<std::size_t> ranked;  // numbers of threads with `beyond` above 0, the largest first, then by id
};

// Where threads were in the end.

enum class EndState : std::uint8_t {
  kFinished,  // no call is open, or the rank ended with status 0
  kWaits,     // in a call that blocks, or before one that the tracer did not write
  kStopped,   // without any call for longer than it ever was
  kRuns,
  kMissing,  // no trace of it, though good runs have one
};
PROFDIFF_EXPORT std::string_view NameOf(EndState state);  // "finished", "waits", "stopped", "runs", "missing"

// True for functions that wait for others: MPI, locks, barriers, joins.
PROFDIFF_EXPORT bool Blocks(std::string_view linkage_name);

struct ThreadEnd {
  ThreadKey id;
  EndState state = EndState::kFinished;
  bool usual = false;             // it ended so in good runs as well, in all that have it
  bool done = false;              // it waits in the last call that a good run makes: others are suspected first
  std::vector<std::string> open;  // functions of the calls that were not left, the outermost first
  std::string after;              // the last call that it left; may be empty
  // Functions that good runs call after the same calls; where none has the same, after the same last two calls. Sorted.
  std::vector<std::string> next;
  // When the open call that blocks began; without one, the last record. Nanoseconds since its rank's first call.
  std::uint64_t since = 0;
  std::uint64_t silent = 0;  // from `since` to the end of the recording, in ns
  std::uint64_t calls = 0;   // that the first filter keeps
};

// Threads of a bad run that stopped at the same place.
struct StopPlace {
  std::size_t run = 0;  // among the bad ones
  std::vector<ThreadKey> threads;
  std::vector<std::string> where;  // ThreadEnd::open
  std::string after;
  EndState state = EndState::kWaits;  // waits or stopped
  std::vector<std::string> next;
};

// A rank that ended with a status other than 0. Times are nanoseconds; nothing where ends are not known.
struct BadEnd {
  std::size_t run = 0;  // among the bad ones
  std::uint32_t rank = 0;
  int status = 0;                                           // as RankEnd::exit_status
  std::optional<std::uint64_t> before_last, before_others;  // how long before one other rank, and before all others
  bool is_early = false;                                    // at least 2 s before all others
};

// A function that took more of its thread's time than in any good run. Units: nanoseconds of self time.
struct SlowerFunction {
  ThreadKey id;
  std::string name;
  std::uint64_t bad = 0, most = 0;  // the most in good runs
};

struct Stops {
  std::vector<std::vector<ThreadEnd>> runs;      // good ones, then bad ones; by id
  std::vector<StopPlace> places;                 // of bad runs: those with suspects first, then the smallest
  std::vector<BadEnd> ends;                      // by run, then rank
  std::vector<std::vector<ThreadKey>> suspects;  // by bad run: the threads that probably caused the stop
  bool stopped = false;  // a thread of a bad run did not finish, which is not usual, or a rank ended early
  std::vector<SlowerFunction> slower;  // the largest excess first
};

// Where the threads of bad runs stopped, who is the first suspect, and what was slower. Either list may be empty.
// `filter` says which calls count for ThreadEnd::next.
// Cost: linear in calls.
// Errors: kBadArgument as SelectCalls.
PROFDIFF_EXPORT Stops FindStops(Runs good, Runs bad, const RankFilter& filter, unsigned threads = 1);

struct RankOptions {
  std::vector<RankFilter> filters = {RankFilter{}};
  std::vector<AttributeRow> rows = {AttributeRows().begin(), AttributeRows().end()};
  double suspect = 0.4;         // a thread with at least so much `beyond` is suspected
  std::size_t top = 3;          // pairs of a column
  bool count_concepts = false;  // ScoreRow::concepts
  unsigned threads = 1;         // the result is the same for any number
};

enum class RankVerdict : std::uint8_t {
  kSame,
  kDiffers,  // threads behave differently
  kStopped,  // a bad run did not finish
  kSlower,   // no suspect, but it took longer
};
PROFDIFF_EXPORT std::string_view NameOf(RankVerdict verdict);  // "same", "differs", "stopped", "slower"

struct ThreadRanking {
  std::vector<FoldedTraces> folded;  // by filter; runs: good ones, then bad ones
  Ranking ranking;
  Stops stops;
  RankVerdict verdict = RankVerdict::kSame;
  std::vector<ThreadKey> suspects;  // by id
};

// Holds bad runs against good ones. Threads are compared by their keys; those that one side alone has are only named.
// In a bad run that stopped, threads that still ran count in rows without frequencies alone: the others only say for
// how long they waited.
// Errors: kBadArgument for a bad expression, without good or bad runs, a common thread, or a call that stays.
PROFDIFF_EXPORT ThreadRanking RankThreads(Runs good, Runs bad, const RankOptions& options = {});

// One run, which is held against none: folded, and where its threads ended. It is the bad run of what is returned;
// there is no good one, and no ranking. Errors: kBadArgument for a bad expression, or if no call stays.
PROFDIFF_EXPORT ThreadRanking DescribeThreads(const Trace& run, const RankOptions& options = {});

// Texts of a ranking.

// What is written of. All parts belong together; labels are for people, by run.
struct RankingView {
  const ThreadRanking& ranking;
  const RankOptions& options;  // that it was made with
  Runs good, bad;
  std::vector<std::string> good_labels, bad_labels;
  DemangleStyle demangle = DemangleStyle::kAuto;
  std::size_t columns = 100;  // lines are cut to so many characters; 0: never
};

// The answer in at most about ten lines: verdict, suspects, reasons, who waits with them.
PROFDIFF_EXPORT void WriteRankVerdict(std::string& out, const RankingView& view);

// The paper's table: a line for each filter and row of attributes, a column for each thread number with its best pairs
// `1:(1_3,2_3):0.89`, and below it mean, least and most score of each column. Then the ranking, with what several good
// runs add.
PROFDIFF_EXPORT void WriteRankTable(std::string& out, const RankingView& view);

// The folded traces of all runs, and the bodies of their loops.
PROFDIFF_EXPORT void WriteFoldedTraces(std::string& out, const RankingView& view);

// Threads that have the same attributes, a table for each run and row of attributes.
PROFDIFF_EXPORT void WriteThreadClasses(std::string& out, const RankingView& view);

// Two folded traces side by side: a thread of the first bad run and the same thread of the good run most similar to it.
// Equal parts are one line; bodies of loops follow once. Errors: kBadArgument for a thread that the runs do not have.
PROFDIFF_EXPORT void WriteDiffNlr(std::string& out, const RankingView& view, ThreadKey id);

// Two threads side by side, in the first bad run and below that in a good one.
PROFDIFF_EXPORT void WritePairDiffNlr(std::string& out, const RankingView& view, ThreadKey a, ThreadKey b);

// The ranking for programs: tables of threads, pairs and ends, or one document of kind "threadRanking".
struct RankingDocumentOptions {
  bool similarities = false;     // of every two threads of each run
  std::vector<ThreadKey> diffs;  // threads to compare as WriteDiffNlr does
};
PROFDIFF_EXPORT void WriteRanking(std::string& out, const TableFormat& format, const RankingView& view,
                                  const RankingDocumentOptions& options = {});

// CSV of the first filter, a line for each run and thread: the context, with a column for each attribute; similarities,
// with a column for each thread.
PROFDIFF_EXPORT void WriteContextCsv(std::string& out, const RankingView& view, AttributeRow row);
PROFDIFF_EXPORT void WriteSimilaritiesCsv(std::string& out, const RankingView& view, AttributeRow row);

// The lattice of the first bad run as GML, with reduced labels. Errors: kOverflow for more than kMostConcepts.
PROFDIFF_EXPORT void WriteLatticeGml(std::string& out, const RankingView& view, AttributeRow row);

// One page without network: verdict, heat maps of good runs, bad runs and their difference, the lattice, the ranking.
PROFDIFF_EXPORT void WriteRankingPage(std::string& out, const RankingView& view);

}  // namespace profdiff

#endif  // PROFDIFF_RANKING_H_
