// SPDX-License-Identifier: GPL-3.0-or-later
// The report on runs that have only times, without functions.
// Tests: tests/cli/record/run.py.
#ifndef EGPROF_RECORDINGS_TIMES_H_
#define EGPROF_RECORDINGS_TIMES_H_

#include <string>

#include "profdiff/record.h"

namespace egprof {

// Appends lines that compare the processor times of pairs: the means, the change with its interval, and how sure it is.
// There must be at least one pair.
void AppendTimes(std::string& text, const profdiff::RecordComparison& record);

// Appends a line with the mean processor time of a folder's only command, and its number of runs.
void AppendMeans(std::string& text, const profdiff::RecordFolder& folder);

}  // namespace egprof

#endif  // EGPROF_RECORDINGS_TIMES_H_
