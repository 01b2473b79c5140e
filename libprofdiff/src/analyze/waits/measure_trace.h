// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the waits of a whole trace in one process.
#ifndef PROFDIFF_ANALYZE_WAITS_MEASURE_TRACE_H_
#define PROFDIFF_ANALYZE_WAITS_MEASURE_TRACE_H_

#include "profdiff/properties.h"

namespace profdiff {

// Measures waiting times in a trace: those of threads in OpenMP, and those of ranks in MPI. Regions are the phase,
// functions that call these libraries, MPI routines called by a function (`callee`), and OpenMP constructs in a
// function. Metrics are times in seconds and counts; "total" is the duration of the phase times the number of
// locations. Clocks of ranks are corrected if messages would otherwise arrive before they are sent. Errors:
// kBadArgument for an unknown phase, or one that is a loop. Source: Scalasca's patterns of wait states; POP's
// efficiencies. Cost: linear in calls, plus sorting.
Measurements MeasureTrace(const Trace& trace, const MeasureOptions& options = {});

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MEASURE_TRACE_H_
