// SPDX-License-Identifier: GPL-3.0-or-later
// Text and page output of traces and their differences.
#ifndef PROFDIFF_TRACE_LISTING_H_
#define PROFDIFF_TRACE_LISTING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/export.h"
#include "profdiff/listing.h"
#include "profdiff/trace.h"

namespace profdiff {

// Two traces, their alignment, and their difference. All parts belong together.
struct TraceComparison {
  const SelectedTrace& a;
  const SelectedTrace& b;
  std::string label_a, label_b;  // labels for reports: the given paths
  const Alignment& alignment;
  const TraceDifference& difference;
};

struct TraceListingOptions {
  DemangleStyle demangle = DemangleStyle::kAuto;
  std::size_t limit = 0;              // largest number of rows in the table of functions; 0: all
  CallTime top_by = CallTime::kSelf;  // as in SubtractTraces
  // Called when the text of an unfinished listing has grown long; see ListingOptions::drain.
  std::function<void(std::string&)> drain = {};
};

// The report: where the flow of calls differs, and which functions and single calls took longer. All differences are
// A - B, so that a positive one means that B is faster. It has these lines, for scripts, in this order:
//
//   equal: N calls, T s        matched pairs; their time in A less that in B
//   different: N calls, T s    pairs of calls of different functions; the same, descendants included
//   only in A: N calls, T s    calls without a counterpart, and their descendants; their time
//   only in B: N calls, T s
//   residual: N ns             total A - total B less all of the above (only in B is subtracted): 0
//   score: N                   only when flat: sum over all threads
//
// T is self time, in seconds with nine decimals. When flat, N counts activations. Returns the number of functions that
// `limit` omitted.
PROFDIFF_EXPORT std::size_t WriteTraceDifference(std::string& out, const TraceComparison& comparison,
                                                 const TraceListingOptions& options = {});

// One trace: its threads, its open calls, and its functions by self time. `difference` is the difference to a trace
// without threads. Returns the number of functions that `limit` omitted.
PROFDIFF_EXPORT std::size_t WriteTraceSummary(std::string& out, const SelectedTrace& trace, const std::string& label,
                                              const TraceDifference& difference,
                                              const TraceListingOptions& options = {});

// The alignment as CSV (RFC 4180), a row for each block, with times in nanoseconds. Start times are relative to each
// trace's first call; rows count from 0, and are positions when flat.
PROFDIFF_EXPORT void WriteAlignmentBlocks(std::string& out, const TraceComparison& comparison,
                                          const TraceListingOptions& options = {});
PROFDIFF_EXPORT void WriteAlignmentBlocksCsv(std::string& out, const TraceComparison& comparison,
                                             const TraceListingOptions& options = {});

// Two traces and their alignment, ready to be drawn.

// Two traces and an alignment of their call trees. Writers throw kBadArgument for a flat alignment, and for blocks that
// do not belong to these traces.
struct AlignedTraces {
  const Trace& a;
  const Trace& b;
  const Alignment& alignment;
  std::string label_a = "A", label_b = "B";  // labels of the traces for reports
};

struct TracePictureOptions {
  DemangleStyle demangle = DemangleStyle::kAuto;
  // Called when the text of an unfinished listing has grown long; see ListingOptions::drain.
  std::function<void(std::string&)> drain = {};
};

// The difference of two call trees as readable text.

struct TraceTreeOptions : TracePictureOptions {
  std::uint32_t below = 2;  // levels to show below a call of one side alone
};

// Appends a section for each pair of threads, with a line for each call that differs or leads to a difference; callees
// are indented below their callers. A line has a mark, the time of A, the time of B, A less B, and the name.
//
//   blank  equal on both sides
//   !      two different functions, "NAME | NAME"; their callees are not shown
//   -, +   only in A, only in B
//
// - Neighbouring calls with equal subtrees are one line, "... N equal calls", which counts all calls in them.
// - Neighbouring lines that differ in their times only are one line, "NAME x N"; a repeated sequence of lines is
//   printed once, below a line "loop x N". Then times are sums.
//
// Shape: control characters in names become question marks. Lines more than 60 levels deep are not indented further,
// and begin with their level in brackets.
// Units: microseconds of inclusive time with three decimals: exact.
// Cost: linear in the calls that lead to differences; memory grows with the lines that are written.
// Errors: kBadArgument as AlignedTraces says.
PROFDIFF_EXPORT void WriteTraceTree(std::string& out, const AlignedTraces& traces,
                                    const TraceTreeOptions& options = {});

// Aligned calls and their difference over time.
//
// A row is a matched pair of calls, a pair of different calls, or a call of one side alone; or the sum of several of
// one mark that start in the same part of the common time line. Its columns:
//
//   mark                  "equal", "different", "onlyA" or "onlyB"; calls below a different one are different as well
//   callsA callsB         number of calls of each side in the row
//   common                start on the common time line, where matched calls start together: between the starts of two
//                         successive pairs, it advances by the longer time of both sides
//   selfA selfB           self time of all its calls: the sums over all rows are the traces' totals
//   selfDifference        selfA less selfB: positive where B is faster
//   startA startB         this and the following columns describe the pair or call in the row whose self times differ
//                         most (the first of equal ones): start since the trace's first call,
//   durationA durationB   inclusive time,
//   difference            durationA less durationB,
//   depth                 number of callers on its path,
//   thread                its thread,
//   nameA nameB           and the demangled names of the functions
//
// Cells of a side without a call are empty, in JSON null; differences treat them as 0.
// Units: nanoseconds, as integers; every sum is exact.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, V, Fig. 10.

struct TimelineOptions : TracePictureOptions {
  // Bound on the number of rows; 0: none. If there are more, the time line of each pair of threads is divided into
  // parts, at least one, with a row for each mark, such that the bound is kept.
  std::uint64_t rows = 0;
};

// Rows are in the order of threads, then of calls, or of parts and marks.
// Cost: linear in calls; memory for at most `rows` rows in addition to the drained text.
// Errors: kBadArgument as AlignedTraces says.
PROFDIFF_EXPORT void WriteTimelineCsv(std::string& out, const AlignedTraces& traces,
                                      const TimelineOptions& options = {});

// One object: "schema", "version", "kind" ("timeline"), "labelA", "labelB", and the array "rows" of objects with the
// columns as keys, each on a line.
PROFDIFF_EXPORT void WriteTimelineJson(std::string& out, const AlignedTraces& traces,
                                       const TimelineOptions& options = {});

// Two aligned traces for viewers of Chrome's trace format, such as Perfetto.

// Appends one JSON object with both traces as two processes: 1, "A: LABEL", and 2, "B: LABEL". Each begins at 0 with
// its first call. ReadTrace reads back the same call trees and times, with the threads of A before those of B.
//
// Each call begins with a B event and ends with an E event; one that was not left has no end. Its category is its mark:
// "equal", "different" (and those below), "onlyA" or "onlyB". A call with a counterpart, equal or different, has these
// arguments: "partner", the counterpart's name; "partnerStart", its start since its trace's first call; "difference",
// the time in A less that in B.
//
// Shape: thread ids count from 1 in the order of the traces, those of B after those of A, as viewers require unique
// ids. Control characters in names become question marks.
// Units: microseconds with three decimals: exact.
// Cost: linear in calls; memory in addition to the drained text grows with the depth of calls only.
// Errors: kBadArgument as AlignedTraces says.
// Source: the Trace Event Format.
PROFDIFF_EXPORT void WriteChromeTrace(std::string& out, const AlignedTraces& traces,
                                      const TracePictureOptions& options = {});

// Two aligned traces as a page for a browser.

struct TracePageOptions : TracePictureOptions {
  std::uint32_t parts = 1500;    // number of parts of the time line, for all pairs of threads together
  std::uint32_t levels = 16;     // number of levels that are always drawn
  std::uint32_t bars = 100'000;  // largest number of calls to draw, for all pairs together: deeper levels are drawn
                                 // while it is not exceeded
};

// Appends an HTML document that needs no other files and no network: the time lines of A and B one above the other, on
// which matched calls start together, and the difference of their self times, with zoom and values on hover. Marks
// differ in colour, pattern and letter; the colour's strength, a sign and a stripe show how much longer a call took
// than its match.
//
// Calls that are shorter than one part are drawn together with their neighbours; so a page has a few megabytes at most,
// and shows all calls of a small trace. Deep levels are reached by scrolling; the page states the omitted levels.
// Differences are summed up as in WriteTimelineJson. Errors: kBadArgument as AlignedTraces says; kUnsupported in a
// build without d3.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, Figs 11, 12.
PROFDIFF_EXPORT void WriteTracePage(std::string& out, const AlignedTraces& traces,
                                    const TracePageOptions& options = {});

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_LISTING_H_
