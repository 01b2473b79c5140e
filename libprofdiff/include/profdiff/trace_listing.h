// SPDX-License-Identifier: GPL-3.0-or-later
// Output of traces, their differences and rankings of their threads, as text and as pages.
#ifndef PROFDIFF_TRACE_LISTING_H_
#define PROFDIFF_TRACE_LISTING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/export.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"
#include "profdiff/ranking.h"
#include "profdiff/trace.h"

namespace profdiff {

struct TableFormat;  // profdiff/formats.h

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
  std::size_t top = 10;                 // maximum number of paths of calls; 0: all
  CallTime top_by = CallTime::kSelf;    // see TraceDifferenceOptions::top_by
  bool threads = false;                 // writes the table of threads
  bool functions = false;               // writes the table of functions
  std::size_t columns = 100;            // width of a line, in characters
  const TraceNoise* noise = nullptr;    // null if each side has one run
  std::vector<std::string> notes = {};  // how the traces were processed, for lines "note: …"
  RemedyWords words = {};               // names of options in remarks
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
// T is self time in seconds, with nine decimals. In a flat alignment, N counts activations instead of calls. Returns
// the number of functions that `limit` omitted.
PROFDIFF_EXPORT std::size_t WriteTraceDifference(std::string& out, const TraceComparison& comparison,
                                                 const TraceListingOptions& options = {});

// Writes the same values for programs: as a document of the kind "traceDifference", which the schema describes, or as
// tables. Times are in nanoseconds. `top` and `limit` hold.
PROFDIFF_EXPORT void WriteTraceDocument(std::string& out, const TableFormat& format, const TraceComparison& comparison,
                                        const TraceListingOptions& options = {});

// Writes one trace: its threads, its open calls, and its functions by self time. `difference` is the difference of the
// trace from an empty trace. Returns the number of functions that `limit` omitted.
PROFDIFF_EXPORT std::size_t WriteTraceSummary(std::string& out, const SelectedTrace& trace, const std::string& label,
                                              const TraceDifference& difference,
                                              const TraceListingOptions& options = {});

// Writes the alignment with a row for each block: as text, or as CSV (RFC 4180) with times in nanoseconds. Start times
// are relative to each trace's first call. A call is identified by its row in the CallTree, from 0; in a flat
// alignment, an activation is identified by its position in the sequence of activations.
PROFDIFF_EXPORT void WriteAlignmentBlocks(std::string& out, const TraceComparison& comparison,
                                          const TraceListingOptions& options = {});
PROFDIFF_EXPORT void WriteAlignmentBlocksCsv(std::string& out, const TraceComparison& comparison,
                                             const TraceListingOptions& options = {});

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

// Writes the time line as CSV. Rows are sorted by thread, then in the order of calls (summed rows: by part and mark).
// Cost: linear in calls. Memory: the text that `drain` has not removed, and at most `rows` rows.
// Errors: kBadArgument as described for AlignedTraces.
PROFDIFF_EXPORT void WriteTimelineCsv(std::string& out, const AlignedTraces& traces,
                                      const TimelineOptions& options = {});

// Writes the time line as one JSON object with the keys "schema", "version", "kind" ("timeline"), "labelA", "labelB",
// and "rows", an array of objects with the columns as keys, each on its own line.
PROFDIFF_EXPORT void WriteTimelineJson(std::string& out, const AlignedTraces& traces,
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
  // The difference along the alignment, whose largest changes are listed beside the time line; null for no list.
  const TraceDifference* difference = nullptr;
  std::size_t top = 10;  // maximum number of paths in this list
};

// Appends a self-contained HTML document. It shows the time lines of A and B one above the other, with matched calls
// aligned, and the difference of their self times. Users can zoom, and see values on hover. Marks differ in colour,
// pattern and letter. The intensity of the colour, a sign and a stripe show how much longer a call took than its match.
//
// Calls that are shorter than one part are drawn together with their neighbours, so a page has at most a few megabytes.
// The page of a small trace shows all calls. Deep levels are reached by scrolling; the page states which levels are
// omitted. Differences are summed up as in WriteTimelineJson.
// Errors: kBadArgument as described for AlignedTraces; kUnsupported in a build without d3.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, Figs 11, 12.
PROFDIFF_EXPORT void WriteTracePage(std::string& out, const AlignedTraces& traces,
                                    const TracePageOptions& options = {});

// Output of a ranking.

// A ranking, with the data that is needed to write it, including a label for each run.
struct RankingView {
  const ThreadRanking& ranking;
  const RankOptions& options;  // the options of the ranking
  std::vector<std::string> good_labels, bad_labels;
  DemangleStyle demangle = DemangleStyle::kAuto;
  std::size_t columns = 100;  // maximum number of characters in a line; longer lines are cut; 0: no maximum
};

// Writes a summary of about ten lines: the verdict, the suspects, the reasons, and the threads that wait with suspects.
PROFDIFF_EXPORT void WriteRankVerdict(std::string& out, const RankingView& view);

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

// Options of WriteRanking, which writes tables of threads, pairs and ends, or a document of the kind "threadRanking".
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

#endif  // PROFDIFF_TRACE_LISTING_H_
