// SPDX-License-Identifier: GPL-3.0-or-later
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
#ifndef PROFDIFF_TRACE_TIMELINE_H_
#define PROFDIFF_TRACE_TIMELINE_H_

#include <cstdint>
#include <string>

#include "profdiff/aligned_traces.h"
#include "profdiff/export.h"

namespace profdiff {

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

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_TIMELINE_H_
