// SPDX-License-Identifier: GPL-3.0-or-later
// Traces, and the difference of two, as text.
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

// Two traces, which call of one is which of the other, and what follows. All parts belong together.
struct TraceComparison {
  const SelectedTrace& a;
  const SelectedTrace& b;
  std::string label_a, label_b;  // for people: the paths that were given
  const Alignment& alignment;
  const TraceDifference& difference;
};

struct TraceListingOptions {
  DemangleStyle demangle = DemangleStyle::kAuto;
  std::size_t limit = 0;              // rows of the table of functions, the first ones; 0 keeps all
  CallTime top_by = CallTime::kSelf;  // as when subtracting
  // Called with a text that has grown long and goes on, as ListingOptions::drain.
  std::function<void(std::string&)> drain = {};
};

// The report: where the flow of calls differs, and which functions and which single calls took longer. All differences
// are A - B, so that a positive one means that B is faster. It has these lines, for scripts, in this order:
//
//   equal: N calls, T s        pairs of partners; their time in A less that in B
//   different: N calls, T s    pairs of calls of two functions; the same, of all calls below them as well
//   only in A: N calls, T s    calls without any in their place, and those below them; their time
//   only in B: N calls, T s
//   residual: N ns             what total A - total B differs from the sum of the above by, the last one subtracted: 0
//   score: N                   when flat, of all threads
//
// T is self time, in seconds with nine decimals. When flat, N counts activations.
// Returns how many functions `limit` left out.
PROFDIFF_EXPORT std::size_t WriteTraceDifference(std::string& out, const TraceComparison& comparison,
                                                 const TraceListingOptions& options = {});

// One trace: its threads, the calls that were not left, and its functions by self time. `difference` is that from a
// trace without threads. Returns how many functions `limit` left out.
PROFDIFF_EXPORT std::size_t WriteTraceSummary(std::string& out, const SelectedTrace& trace, const std::string& label,
                                              const TraceDifference& difference,
                                              const TraceListingOptions& options = {});

// The alignment, a row for each block; as CSV after RFC 4180 with times in nanoseconds. Starts are since each trace's
// first call; rows count from 0, and when flat they are positions.
PROFDIFF_EXPORT void WriteAlignmentBlocks(std::string& out, const TraceComparison& comparison,
                                          const TraceListingOptions& options = {});
PROFDIFF_EXPORT void WriteAlignmentBlocksCsv(std::string& out, const TraceComparison& comparison,
                                             const TraceListingOptions& options = {});

// Two traces and their alignment, ready to be drawn.

// The alignment is one of call trees; writers refuse a flat one with kBadArgument, as they do blocks that are not those
// of these traces.
struct AlignedTraces {
  const Trace& a;
  const Trace& b;
  const Alignment& alignment;
  std::string label_a = "A", label_b = "B";  // for people: which traces they are
};

struct TracePictureOptions {
  DemangleStyle demangle = DemangleStyle::kAuto;
  // Called with a text that has grown long and goes on, as ListingOptions::drain.
  std::function<void(std::string&)> drain = {};
};

// Two call trees side by side, as a difference that people read.

struct TraceTreeOptions : TracePictureOptions {
  std::uint32_t below = 2;  // levels that are shown below a call that one side alone has
};

// Appends a section for each pair of threads, and in it a line for each call that leads to a difference or is one; what
// is called stands further right than its caller. A line begins with a mark, then come the time of A, that of B, and A
// less B, then the name.
//
//   blank  equal on both sides
//   !      two functions, "NAME | NAME", where one would be; what they call is not opened
//   -, +   only in A, only in B
//
// - Neighbours that are equal with all they call are one line, "... N equal calls", with all of them counted.
// - Neighbouring lines that are the same but for their times are one line, "NAME x N"; several lines that are repeated
//   together stand below a line "loop x N". Times are sums then.
//
// Shape: control characters in names become question marks. Lines more than 60 levels deep stand no further right, and
// begin with their level in brackets.
// Units: microseconds of inclusive time with three decimals: exact.
// Cost: linear in the calls that lead to differences; memory grows with the lines that are written.
// Errors: kBadArgument as AlignedTraces says.
PROFDIFF_EXPORT void WriteTraceTree(std::string& out, const AlignedTraces& traces,
                                    const TraceTreeOptions& options = {});

// Aligned calls and their difference over time.
//
// A row is a pair of partners, a pair of different calls, or a call that has none beside it; or it sums up several of
// one mark that start in the same part of the common time line. Its columns:
//
//   mark                  "equal", "different", "onlyA" or "onlyB"; calls below a different one are different as well
//   callsA callsB         how many calls of each side it stands for
//   common                when it starts on the common time line, where partners start together: between the starts of
//                         two pairs that follow each other, it runs as long as the side that took longer
//   selfA selfB           self time of all its calls: the sums over all rows are the traces' totals
//   selfDifference        selfA less selfB: positive where B is faster
//   startA startB         from here on, of that pair or call of it whose self times differ most, the first of equal
//   durationA durationB   ones: start since the trace's first call, inclusive time,
//   difference            durationA less durationB,
//   depth                 how many calls lead to it,
//   thread                which thread made it,
//   nameA nameB           and the functions' readable names
//
// Cells of a side that has no call are empty, and null in JSON; differences take it for 0.
// Units: nanoseconds, as integers; every sum is exact.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, V, Fig. 10.

struct TimelineOptions : TracePictureOptions {
  // If there are more rows than this, each pair of threads has as many parts of its time line, and in each of them a
  // row for each mark, that there are not more: but one part at least. 0: every row, however many.
  std::uint64_t rows = 0;
};

// Rows in order of threads, there in the order of calls, or of parts and marks.
// Cost: linear in calls; beside what is drained, memory for `rows` rows at most.
// Errors: kBadArgument as AlignedTraces says.
PROFDIFF_EXPORT void WriteTimelineCsv(std::string& out, const AlignedTraces& traces,
                                      const TimelineOptions& options = {});

// One object: "schema", "version", "kind" ("timeline"), "labelA", "labelB", and the array "rows" of objects with the
// columns as keys, each on a line.
PROFDIFF_EXPORT void WriteTimelineJson(std::string& out, const AlignedTraces& traces,
                                       const TimelineOptions& options = {});

// Two aligned traces for viewers of Chrome's trace format, such as Perfetto.

// Appends one JSON object with both traces as two processes: 1, "A: LABEL", and 2, "B: LABEL". Each begins at 0 with
// its first call. What ReadTrace makes of it has the same call trees and times, with the threads of A before those of
// B.
//
// Each call begins with a B event and ends with an E event; one that was not left has no end. Its category is its mark:
// "equal", "different" (and those below), "onlyA" or "onlyB". A call that stands beside another, equal or different,
// has these arguments: "partner", the other's name; "partnerStart", since the other trace's first call; "difference",
// its time in A less that in B.
//
// Shape: threads are numbered from 1 in order of the traces, those of B after those of A: viewers want numbers to be
// unique. Control characters in names become question marks.
// Units: microseconds with three decimals: exact.
// Cost: linear in calls; memory beside what is drained grows with the depth of calls alone.
// Errors: kBadArgument as AlignedTraces says.
// Source: the Trace Event Format.
PROFDIFF_EXPORT void WriteChromeTrace(std::string& out, const AlignedTraces& traces,
                                      const TracePictureOptions& options = {});

// Two aligned traces as a page for a browser.

struct TracePageOptions : TracePictureOptions {
  std::uint32_t parts = 1500;    // of the time line, for all pairs of threads together
  std::uint32_t levels = 16;     // of calls below each other that are drawn in any case
  std::uint32_t bars = 100'000;  // calls drawn, of all pairs together: deeper levels follow while they are not more
};

// Appends an HTML document that needs nothing else, no network either: the time lines of A and B one above the other,
// on which partners start together, and the difference of their self times, with zoom and a value on hover. Marks are
// told by colour, by pattern and by letter; how much longer a call took than its partner by the strength of its colour,
// by a sign and by a stripe.
//
// Calls that are shorter than one part are drawn as one with their neighbours; so a page stays within a few megabytes,
// and shows all calls of a small trace. Deep levels are scrolled to; what is left out of them is said. Differences are
// summed up as in WriteTimelineJson. Errors: kBadArgument as AlignedTraces says; kUnsupported in a build without d3.
// Source: Weber, Brendel, Brunst, Trace File Comparison with a Hierarchical Sequence Alignment Algorithm, Figs 11, 12.
PROFDIFF_EXPORT void WriteTracePage(std::string& out, const AlignedTraces& traces,
                                    const TracePageOptions& options = {});

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_LISTING_H_
