// SPDX-License-Identifier: GPL-3.0-or-later
// Output of traces and their differences as text and as pages.
#ifndef PROFDIFF_TRACE_LISTING_H_
#define PROFDIFF_TRACE_LISTING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "profdiff/alignment.h"
#include "profdiff/export.h"
#include "profdiff/listing.h"
#include "profdiff/trace.h"

namespace profdiff {

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
  std::size_t limit = 0;              // maximum number of rows in the table of functions; 0: all
  CallTime top_by = CallTime::kSelf;  // see TraceDifferenceOptions::top_by
  // Called when the text of an unfinished listing has become long; see ListingOptions::drain.
  std::function<void(std::string&)> drain = {};
};

// Writes a report that shows where the flow of calls differs, and which functions and single calls took longer. All
// differences are A - B; a positive difference means that B is faster. The report contains these lines, for scripts, in
// this order:
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
  std::uint32_t below = 2;  // number of levels shown below a call that only one side has
};

// Appends a section for each pair of threads, with a line for each call that differs or leads to a difference; callees
// are indented below their callers. A line has a mark, the time in A, the time in B, A minus B, and the name.
//
//   blank  equal on both sides
//   !      two different functions, "NAME | NAME"; their callees are not shown
//   -, +   only in A, only in B
//
// - Neighbouring calls with equal subtrees are merged into one line, "... N equal calls", where N is the number of all
//   calls in the subtrees.
// - Neighbouring lines that differ only in their times are merged into one line, "NAME x N". A repeated sequence of
//   lines is printed once, below a line "loop x N". Times are sums in both cases.
//
// Shape: control characters in names become question marks. Lines at levels deeper than 60 are not indented further,
// and begin with their level in brackets.
// Units: microseconds of inclusive time with three decimals, which is exact.
// Cost: linear in the number of calls that lead to differences; memory grows with the lines that are written.
// Errors: kBadArgument as described for AlignedTraces.
PROFDIFF_EXPORT void WriteTraceTree(std::string& out, const AlignedTraces& traces,
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

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_LISTING_H_
