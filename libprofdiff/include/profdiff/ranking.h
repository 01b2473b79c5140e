// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the threads of a parallel program that behave differently in one execution than in others, when they first
// differ, and where they stopped.
//
// The steps of RankThreads: each thread's calls are filtered and folded into loops; the entries of a folded trace are
// the thread's attributes; the similarity of threads follows from the attributes that they have in common; the last
// calls of threads are found in the traces.
//
// Source: Taheri, Burtscher, Briggs, Gopalakrishnan, DiffTrace: Efficient Whole-Program Trace Analysis and Diffing.
// Additions to this paper are marked as such.
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

#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/formats.h"
#include "profdiff/image.h"
#include "profdiff/listing.h"
#include "profdiff/trace.h"

namespace profdiff {

using LoopId = Id<struct LoopTag>;  // index into FoldedTraces::loops; printed as, for example, L0

// A thread: thread 3 of rank 2 is printed as 2.3 (in the paper's table: 2_3). Keys are ordered by rank and thread.
struct ThreadKey {
  std::uint32_t rank = 0;
  std::uint32_t thread = 0;  // index within its rank, from 0

  friend auto operator<=>(const ThreadKey&, const ThreadKey&) = default;
};

// Traces in an order chosen by the caller. Pointers are not owned and never null.
using Runs = std::span<const Trace* const>;

// Filter codes, which select calls.

// A group of functions in filter codes.
struct FilterGroup {
  std::string_view name;        // name in a code: "mpicol"
  std::string_view meaning;     // description: "MPI, collective operations"
  std::string_view expression;  // a regular expression, as in CallFilter::keep; empty for "cust" (the user's own)
};

// Returns all groups in the order of the manual.
PROFDIFF_EXPORT std::span<const FilterGroup> FilterGroups();

// A parsed filter code such as 11.mpi.ompcrit.cust.0K10. A code consists of: 1 to drop returns, otherwise 0; 1 to drop
// stubs of the procedure linkage table, otherwise 0; names of groups; 1 to keep every function, or 0 to keep only the
// groups; K and the maximum length of a loop body, in entries.
struct RankFilter {
  std::string code = "11.1K10";  // normalised: without an index "(7)", and with the value of `longest_body` after K
  bool drop_returns = true, drop_stubs = true;
  std::vector<std::string> keep;    // expressions, as in CallFilter::keep; empty: all functions
  std::uint32_t longest_body = 10;  // K: maximum number of entries in a loop body, from 1 to kLongestBody

  static constexpr std::uint32_t kLongestBody = 10'000;
};

// Parses a code. `cust` contains the expressions of the group "cust"; `longest_body` replaces the value of K.
// Errors: kBadArgument for an invalid code, an unknown group, an invalid K, a code that keeps no calls, and "cust"
// without expressions; cause() quotes the code. Invalid expressions are reported when the filter is used.
PROFDIFF_EXPORT RankFilter ParseRankFilter(std::string_view code, const std::vector<std::string>& cust = {},
                                           std::optional<std::uint32_t> longest_body = {});

// Traces with folded loops.

// A single call of a function (`count` is 1), or a loop with `count` rounds (iterations). Exactly one id is valid.
struct FoldedEntry {
  NameId function;  // index into FoldedTraces::names
  LoopId loop;
  std::uint32_t count = 1;

  friend bool operator==(const FoldedEntry&, const FoldedEntry&) = default;
};

struct FoldedThread {
  ThreadKey id;
  std::uint64_t recorded = 0, lost_records = 0;  // number of calls in the trace; number of records that the tracer lost
  std::uint64_t calls = 0;                       // number of kept calls before folding, without returns
  std::vector<FoldedEntry> entries;
};

// Several runs, folded with one table of loops.
struct PROFDIFF_EXPORT FoldedTraces {
  RankFilter filter;
  std::vector<std::string> names;  // by NameId: names of kept functions called in any run, and kReturn; sorted
  // By LoopId: bodies of loops. A body contains only earlier loops. Loops are in order of first occurrence over runs,
  // threads and entries; inner loops come before outer ones.
  std::vector<std::vector<FoldedEntry>> loops;
  std::vector<std::vector<FoldedThread>> runs;  // by run; the threads of a run are in the order of Trace::threads

  static constexpr std::string_view kReturn = "return";  // name of the entries for returns, if returns are kept

  // Returns a thread of a run; null if the run does not have it.
  const FoldedThread* Find(std::size_t run, ThreadKey id) const;
};

// Common attributes of threads.

enum class AttributeOf : std::uint8_t { kPairs, kEntries };               // "doub", "sing"
enum class AttributeFrequency : std::uint8_t { kActual, kLog10, kNone };  // "actual", "log10", "orig"

// A row of the paper's table: one kind of attribute. An attribute is an entry or a pair of adjacent entries, with its
// frequency, the logarithm of its frequency (rounded down), or neither. The frequency is the sum of counts for a loop,
// otherwise the number of occurrences. As an addition to the paper, a loop of one function counts as that function.
struct AttributeRow {
  AttributeOf of = AttributeOf::kEntries;
  AttributeFrequency frequency = AttributeFrequency::kActual;

  friend bool operator==(const AttributeRow&, const AttributeRow&) = default;
};

// Returns all six rows in the paper's order: doub.actual, doub.log10, doub.orig, sing.actual, sing.log10, sing.orig.
PROFDIFF_EXPORT std::span<const AttributeRow> AttributeRows();
PROFDIFF_EXPORT std::string_view NameOf(AttributeRow row);                             // "sing.actual"
PROFDIFF_EXPORT std::optional<AttributeRow> ParseAttributeRow(std::string_view name);  // nullopt for other names

// The change in similarity of two threads with the same thread number, as a mean over the bad runs.
struct PairScore {
  ThreadKey a, b;
  double score = 0;   // |J_bad - J_good|, where J is the threads' similarity in a run, or its mean over good runs
  double beyond = 0;  // distance of J_bad from the range of J in the good runs; an addition to the paper
};

// A column of the paper's table: the threads that have the same thread number in their ranks.
struct ScoreColumn {
  std::uint32_t thread = 0;
  std::vector<PairScore> pairs;  // the best pairs, sorted by `beyond`, then by score, then by threads
};

struct ScoreRow {
  std::size_t filter = 0;  // index into RankOptions::filters
  AttributeRow attributes;
  // The following two lists are indexed by run: good runs, then bad runs.
  std::vector<std::optional<std::size_t>> concepts;  // nullopt if too many; empty unless RankOptions::count_concepts
  std::vector<std::size_t> classes;
  std::vector<ScoreColumn> columns;  // sorted by thread number
  std::optional<double> b_score;  // BScore of the mean similarities of good runs and the mean similarities of bad runs
};

// The summary of one column, printed below the paper's table.
struct ScoreSummary {
  std::size_t cells = 0;
  double mean = 0, least = 0, most = 0;  // over all scores in all rows; 0 if there are none
};

// A function that a thread calls more often, or less often, in a bad run than in any good run.
struct CountOutside {
  std::string name;
  std::uint64_t bad = 0;              // number of calls in the bad run that differs most from the good runs
  std::uint64_t least = 0, most = 0;  // smallest and largest number of calls in a good run
};

// The first place where a bad trace differs from the good runs; an addition to the paper. Runs are indices into
// FoldedTraces::runs.
struct FirstDifference {
  std::size_t bad_run = 0, good_run = 0;               // `good_run` is the good run that is most similar to the bad run
  std::optional<std::uint32_t> bad_entry, good_entry;  // indices into FoldedThread::entries; nullopt at a trace's end
  // The loop, if both entries are the same loop with different numbers of rounds; otherwise invalid.
  LoopId loop;
  std::uint32_t rounds = 0;                         // number of rounds in the bad run
  std::uint32_t least_rounds = 0, most_rounds = 0;  // smallest and largest number of rounds in good runs
  std::uint64_t call = 0;                           // number of kept calls before the first call that differs
  std::optional<std::uint64_t> time;                // start of that call, in ns since the first call of its rank
  NameId function;      // function of that call, in FoldedTraces::names; invalid if the bad trace ends there
  bool is_new = false;  // true if the thread never calls that function in good runs
};

struct RankedThread {
  ThreadKey id;
  // The following three values are means over ScoreRows and bad runs.
  double change = 0;                     // 1 minus the largest similarity to the same thread of a good run
  double noise = 0;                      // largest change between good runs, for any thread with the same thread number
  double beyond = 0;                     // amount by which `change` exceeds `noise`; 0 if it does not exceed it
  std::vector<std::string> lost;         // functions that the thread calls in all good runs and in no bad run
  std::vector<std::string> added;        // functions that the thread calls in a bad run and in no good run
  std::vector<CountOutside> counts;      // functions called in good and bad runs; largest distance from good runs first
  std::optional<FirstDifference> first;  // in the first bad run that differs; found with the first filter
  // False if some of its functions are known only by addresses, and may be those that the other side knows by names or
  // by other addresses. `change` and `beyond` are then unknown, and 0.
  bool is_known = true;
};

struct Ranking {
  std::size_t good = 0, bad = 0;               // numbers of runs
  std::vector<ThreadKey> only_good, only_bad;  // threads that exist only in good runs, or only in bad runs
  std::vector<ScoreRow> rows;                  // sorted by filter, then in the order of RankOptions::rows
  std::vector<std::size_t> by_b_score;         // indices of rows, smallest B-score first; rows without one come last
  std::vector<RankedThread> threads;           // threads of good and bad runs, sorted by id
  std::vector<std::size_t> ranked;             // indices of threads with `beyond` above 0, largest first, then by id
};

// States of threads at the end of a run.

enum class EndState : std::uint8_t {
  kFinished,  // no call is open, or the rank ended with status 0
  kWaits,     // in a blocking call, or before a blocking call that the tracer did not record
  kStopped,   // its last pause exceeds 50 ms and three times its longest other pause, including those in good runs
  kRuns,
  kMissing,  // the thread has no trace, although it has one in good runs
};
PROFDIFF_EXPORT std::string_view NameOf(EndState state);  // "finished", "waits", "stopped", "runs", "missing"

struct ThreadEnd {
  ThreadKey id;
  EndState state = EndState::kFinished;
  // False for threads of good runs. In a bad run, an unfinished thread, whatever its state and place, is usual if good
  // runs have it, but it finishes in none of them; a missing thread is usual if at least one good run lacks it, too.
  bool usual = false;
  bool done = false;              // true if it waits in a call that is also its last in a good run: it is less suspect
  std::vector<std::string> open;  // functions of open calls, outermost first
  std::string after;              // function of the last completed call; may be empty
  // Functions that good runs call after the same calls: in the same thread, otherwise in a thread with the same number
  // in any rank; failing that, after the same last two calls; sorted.
  std::vector<std::string> next;
  // If the call in which the thread waits was not recorded: the calls that good runs make at this point, each inside
  // the one before, down to one that blocks.
  std::vector<std::string> pending;
  // Start of the open blocking call or, without one, time of the last record. Nanoseconds since the rank's first call.
  std::uint64_t since = 0;
  std::uint64_t silent = 0;  // from `since` to the end of the recording, in ns
  std::uint64_t calls = 0;   // number of calls kept by the first filter
};

// The threads of a bad run that stopped at the same place.
struct StopPlace {
  std::size_t run = 0;  // index in the list of bad runs
  std::vector<ThreadKey> threads;
  std::vector<std::string> where;  // see ThreadEnd::open
  std::string after;
  EndState state = EndState::kWaits;  // kWaits or kStopped
  std::vector<std::string> next;
};

// How a rank ended.
enum class EndKind : std::uint8_t {
  kNormal,
  kCode,     // with an exit value other than 0
  kSignal,   // by a signal that it caused itself
  kOutside,  // ended by others: HUP, INT, QUIT, KILL or TERM, or its recorder was killed
  kByHand,   // by another signal, which was sent to a rank that waited, so that its recording shows where
  kUnknown,
};
PROFDIFF_EXPORT std::string_view NameOf(EndKind how);  // "normal", "code", "signal", "outside", "byHand", "unknown"

// A rank with an exit status other than 0. Units: nanoseconds; nullopt if ends are unknown.
struct BadEnd {
  std::size_t run = 0;  // index in the list of bad runs
  std::uint32_t rank = 0;
  int status = 0;  // see RankEnd::exit_status; kKilledRecorder if the recorder itself was killed
  static constexpr int kKilledRecorder = -1;
  EndKind how = EndKind::kUnknown;
  int signal = 0, code = 0;  // 0 if there is none
  bool is_first = false;     // true if this end, or one within 0.1 s of it, is the cause of the other ends
  // the thread that ended the rank; nullopt unless `is_first`
  std::optional<ThreadKey> thread;
  bool thread_is_certain = false;  // true if the recording shows that this thread ended the rank
  // time from the rank's end to the end of the last rank, and to the end of the next rank that is not first
  std::optional<std::uint64_t> before_last, before_others;
};

// For whom a thread waits at the end of a bad run.
struct ThreadWait {
  std::size_t run = 0;  // index in the list of bad runs
  ThreadKey id;
  std::vector<ThreadKey> for_threads;  // sorted
  bool any_suffices = false;           // true if one of them is enough to end the wait
  std::string call;                    // function in which it waits
  std::string what;                    // a lock such as "0x404140", "a lock", "rank 3, tag 7"; may be empty
  bool recorded = true;                // false if the call is known only from good runs
  std::vector<std::string> holds;      // locks that the thread has
};

// Threads that wait for each other and for no other thread, in the order of their waits.
struct WaitCycle {
  std::size_t run = 0;
  std::vector<ThreadKey> threads;
};

// Calls of several ranks that contradict each other.
struct CallError {
  enum class Kind : std::uint8_t { kCollective, kRoot, kTag, kUnreceived };
  std::size_t run = 0;
  Kind kind = Kind::kCollective;
  std::vector<std::uint32_t> ranks;
  std::string text;  // "rank 0 calls MPI_Barrier, rank 1 calls MPI_Bcast"
};
PROFDIFF_EXPORT std::string_view NameOf(CallError::Kind kind);  // "collective", "root", "tag", "unreceived"

// How a thread of a bad run differs from the threads of good runs whose first function is the same, if these agree.
struct Reason {
  enum class Kind : std::uint8_t {
    kStep,      // a call, or a return, that no such thread makes at this place
    kArgument,  // another argument of an MPI call than this thread has in all good runs
    kLost,      // a function that the thread no longer calls
    kCount,     // a number of calls outside the range of good runs
  };
  std::size_t run = 0;  // index in the list of bad runs
  ThreadKey id;
  Kind kind = Kind::kStep;
  std::string caller, before;         // for kStep: the function that made the call, and its call before; may be empty
  std::string call;                   // empty for a return
  std::vector<std::string> in_good;   // for kStep: calls of good runs at this place, "" for a return; sorted
  std::optional<std::uint64_t> time;  // nanoseconds since the rank's first call
  std::uint64_t number = 0;           // for kStep: number of the thread's calls before this one
  std::string text = {};              // for kArgument: which argument differs, and how
};
PROFDIFF_EXPORT std::string_view NameOf(Reason::Kind kind);  // "step", "argument", "lost", "count"

// A function in which a thread differs from good runs, or from threads of the same run with the same first function.
struct SlowerFunction {
  enum class What : std::uint8_t {
    kLonger,  // more self time than in any good run
    kSelf,    // over twice the self time of any such thread
    kCalls,   // under half the calls of any such thread
  };
  ThreadKey id;
  std::string name;
  std::uint64_t bad = 0;   // nanoseconds of self time, or calls
  std::uint64_t most = 0;  // largest self time, or smallest number of calls, of the threads compared with
  What what = What::kLonger;
};
PROFDIFF_EXPORT std::string_view NameOf(SlowerFunction::What what);  // "longer", "self", "calls"

struct Stops {
  std::vector<std::vector<ThreadEnd>> runs;  // by run (good runs, then bad runs), then by id
  std::vector<StopPlace> places;  // only in bad runs; places with suspects first, then those with fewest threads
  std::vector<BadEnd> ends;       // by run, then by rank
  std::vector<std::vector<ThreadKey>> suspects;  // by bad run: the threads that probably caused the stop
  bool stopped = false;  // true if a thread of a bad run did not finish, unlike in good runs, or if a rank failed
  std::vector<ThreadWait> waits;  // by bad run, then by id
  std::vector<WaitCycle> cycles;
  std::vector<CallError> errors;
  std::vector<Reason> reasons;         // by bad run, then by id: the first step, or argument, that differs
  std::vector<SlowerFunction> slower;  // largest increase first; those compared within the run come first
};

struct RankOptions {
  std::vector<RankFilter> filters = {RankFilter{}};
  std::vector<AttributeRow> rows = {AttributeRows().begin(), AttributeRows().end()};
  double suspect = 0.4;         // threads whose `beyond` is at least this value are suspects
  std::size_t top = 3;          // number of pairs in each ScoreColumn
  bool count_concepts = false;  // fill ScoreRow::concepts
  unsigned threads = 1;         // does not affect the result
};

enum class RankVerdict : std::uint8_t {
  kNone,     // no thread differs by more than good runs do
  kUnknown,  // good runs do not show whether the difference is more than noise
  kDiffers,  // at least one thread behaves differently
  kStopped,  // a bad run did not finish
  kSlower,   // no suspects, but some functions took longer
};
PROFDIFF_EXPORT std::string_view NameOf(RankVerdict verdict);  // "none", "unknown", "differs", "stopped", "slower"

struct ThreadRanking {
  std::vector<FoldedTraces> folded;  // by filter; good runs come before bad runs
  Ranking ranking;
  Stops stops;
  RankVerdict verdict = RankVerdict::kUnknown;
  double good_beyond = 0;           // largest `beyond` of any thread if each good run is compared with the others
  std::vector<ThreadKey> suspects;  // sorted by id, except that ranks without a recording come first
};

// Compares bad runs with good runs. Threads are matched by their keys; a thread that is only in good runs or only in
// bad runs is listed, but not compared, except that all threads of a rank without a recording have changed entirely. A
// thread that was still running at the end of a bad run (EndState::kRuns, and not ThreadEnd::usual) is compared only by
// attributes without frequencies (AttributeFrequency::kNone). Errors: kBadArgument for an invalid expression, and if
// there is no good run, bad run, common thread or kept call.
PROFDIFF_EXPORT ThreadRanking RankThreads(Runs good, Runs bad, const RankOptions& options = {});

// Describes a single run: its folded trace, and the ends of its threads. In the result, the run is the only bad run,
// and there are no good runs and no ranking. Errors: kBadArgument for an invalid expression, and if no call is kept.
PROFDIFF_EXPORT ThreadRanking DescribeThreads(const Trace& run, const RankOptions& options = {});

// Output of a ranking.

// A ranking, with the data that is needed to write it, including a label for each run.
struct RankingView {
  const ThreadRanking& ranking;
  const RankOptions& options;  // the options of the ranking
  std::vector<std::string> good_labels, bad_labels;
  DemangleStyle demangle = DemangleStyle::kAuto;
  std::size_t columns = 100;  // maximum number of characters in a line; longer lines are cut; 0: no maximum
  TextStyles styles = {};     // of the verdict as text; other outputs do not use them
};

// Writes the paper's table: a line for each filter and row of attributes, with the best pairs of each thread number,
// such as `1:(1_3,2_3):0.89`; then the mean, smallest and largest score of each thread number. The ranking of threads
// (Ranking::ranked) follows.
PROFDIFF_EXPORT void WriteRankTable(std::string& out, const RankingView& view);

// Writes the folded traces of all runs, and the bodies of their loops.
PROFDIFF_EXPORT void WriteFoldedTraces(std::string& out, const RankingView& view);

// Writes groups of threads with equal attributes, in a table for each run and row of attributes.
PROFDIFF_EXPORT void WriteThreadClasses(std::string& out, const RankingView& view);

// Writes a thread's folded traces from the first bad run and the most similar good run side by side. Long equal parts
// become one line; each loop body is written once, at the end. Errors: kBadArgument if the runs do not have the thread.
PROFDIFF_EXPORT void WriteDiffNlr(std::string& out, const RankingView& view, ThreadKey id);

// Writes two threads side by side, first in the first bad run, then in a good run.
PROFDIFF_EXPORT void WritePairDiffNlr(std::string& out, const RankingView& view, ThreadKey a, ThreadKey b);

// Options of WriteRanking, which writes a summary of about ten lines (the verdict, the suspects, the reasons, and the
// threads that wait with suspects), tables of threads, pairs and ends, or a document of the kind "threadRanking". The
// options are for documents.
struct RankingDocumentOptions {
  bool similarities = false;     // include the similarities of all pairs of threads in each run
  std::vector<ThreadKey> diffs;  // threads to compare as in WriteDiffNlr
};
PROFDIFF_EXPORT void WriteRanking(std::string& out, const TableFormat& format, const RankingView& view,
                                  const RankingDocumentOptions& options = {});

// Both functions write CSV for the first filter, with a line for each run and thread. WriteContextCsv writes the formal
// context, with a column for each attribute; WriteSimilaritiesCsv writes similarities, with a column for each thread.
PROFDIFF_EXPORT void WriteContextCsv(std::string& out, const RankingView& view, AttributeRow row);
PROFDIFF_EXPORT void WriteSimilaritiesCsv(std::string& out, const RankingView& view, AttributeRow row);

// Writes the lattice of the first bad run as GML, with reduced labels. Errors: kOverflow for more than kMostConcepts.
PROFDIFF_EXPORT void WriteLatticeGml(std::string& out, const RankingView& view, AttributeRow row);

// Writes a self-contained HTML page: verdict, heat maps (good, bad, difference), lattice and ranking.
PROFDIFF_EXPORT void WriteRankingPage(std::string& out, const RankingView& view);

}  // namespace profdiff

#endif  // PROFDIFF_RANKING_H_
