// SPDX-License-Identifier: GPL-3.0-or-later
// Two aligned traces for viewers of Chrome's trace format, such as Perfetto.
#ifndef PROFDIFF_TRACE_CHROME_H_
#define PROFDIFF_TRACE_CHROME_H_

#include <string>

#include "profdiff/aligned_traces.h"
#include "profdiff/export.h"

namespace profdiff {

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

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_CHROME_H_
