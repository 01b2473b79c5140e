// SPDX-License-Identifier: GPL-3.0-or-later
// Two aligned traces as a page for a browser.
#ifndef PROFDIFF_TRACE_PAGE_H_
#define PROFDIFF_TRACE_PAGE_H_

#include <cstdint>
#include <string>

#include "profdiff/aligned_traces.h"
#include "profdiff/export.h"

namespace profdiff {

struct TracePageOptions : TracePictureOptions {
  std::uint32_t parts = 1500;    // of the time line, for all pairs of threads together
  std::uint32_t levels = 16;     // of calls below each other that are drawn in any case
  std::uint32_t bars = 100'000;  // calls drawn, of all pairs together: deeper levels follow while they are not more
};

// True if this build can write pages: it needs d3 when it is compiled.
PROFDIFF_EXPORT bool CanWriteTracePage();
// Errors: kUnsupported if it cannot.
PROFDIFF_EXPORT void RequireTracePages();

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

#endif  // PROFDIFF_TRACE_PAGE_H_
