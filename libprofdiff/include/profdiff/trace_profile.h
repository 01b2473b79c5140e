// SPDX-License-Identifier: GPL-3.0-or-later
// A trace as a profile: what stays when the order of calls is forgotten.
#ifndef PROFDIFF_TRACE_PROFILE_H_
#define PROFDIFF_TRACE_PROFILE_H_

#include "profdiff/export.h"
#include "profdiff/functions.h"
#include "profdiff/profile.h"
#include "profdiff/trace.h"

namespace profdiff {

// A profile and the functions it is about.
struct TraceProfile {
  FunctionTable functions;
  Profile profile;
};

// Adds up the calls of all threads by function. What is made of it can be matched, subtracted and listed as any other
// profile.
//
// Shape: the functions that are called, by name; they have neither addresses nor files. Arcs in the order of their
// first calls. `calls` counts those on top level too, which have no arc: so callers share no time that is not theirs.
// Units: a tick is a nanosecond of self time, and the rate is 1e9: sums are exact up to 2^53 ns, 104 days.
// Cost: linear in calls. Memory beside the result grows with functions, arcs and the depth of calls alone.
PROFDIFF_EXPORT TraceProfile ProfileOfTrace(const Trace& trace);

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_PROFILE_H_
