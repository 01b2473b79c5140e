// SPDX-License-Identifier: GPL-3.0-or-later
// Writes pairs of recorded runs for programs.
#ifndef PROFDIFF_REPORT_MACHINE_RECORD_H_
#define PROFDIFF_REPORT_MACHINE_RECORD_H_

#include "profdiff/record.h"
#include "report/format/table.h"

namespace profdiff {

// Adds the values "record", "measures" and "checks" to a document.
void AddRecord(TableWriter& writer, const RecordComparison& record, const RemedyWords& words);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_RECORD_H_
