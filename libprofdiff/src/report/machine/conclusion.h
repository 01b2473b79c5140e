// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a conclusion for programs.
#ifndef PROFDIFF_REPORT_MACHINE_CONCLUSION_H_
#define PROFDIFF_REPORT_MACHINE_CONCLUSION_H_

#include "profdiff/significance.h"
#include "report/format/table.h"

namespace profdiff {

// Adds the values "verdict", "conditions" and "doubts" to a document.
void AddConclusion(TableWriter& writer, const Conclusion& conclusion, const Difference& difference,
                   const RemedyWords& words);

// Writes the same as a table, "verdict".
void WriteConclusionTable(TableWriter& writer, const Conclusion& conclusion, const Difference& difference,
                          const RemedyWords& words);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_CONCLUSION_H_
