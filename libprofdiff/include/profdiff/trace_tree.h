// SPDX-License-Identifier: GPL-3.0-or-later
// Two call trees side by side, as a difference that people read.
#ifndef PROFDIFF_TRACE_TREE_H_
#define PROFDIFF_TRACE_TREE_H_

#include <cstdint>
#include <string>

#include "profdiff/aligned_traces.h"
#include "profdiff/export.h"

namespace profdiff {

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

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_TREE_H_
