// SPDX-License-Identifier: GPL-3.0-or-later
// Traces, and the difference of two, as text.
#ifndef PROFDIFF_TRACE_LISTING_H_
#define PROFDIFF_TRACE_LISTING_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/export.h"
#include "profdiff/names.h"
#include "profdiff/trace.h"
#include "profdiff/trace_difference.h"
#include "profdiff/trace_selection.h"

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

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_LISTING_H_
