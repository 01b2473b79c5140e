// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the side-by-side flat table: two heading lines, and the cells.
#ifndef PROFDIFF_REPORT_DIFFERENCE_COLUMNS_H_
#define PROFDIFF_REPORT_DIFFERENCE_COLUMNS_H_

#include <string>

#include "profdiff/difference.h"
#include "profdiff/listing.h"
#include "report/gprof/amounts.h"

namespace profdiff {

// Appends both heading lines, including the heading of the names.
void AppendColumnHeading(std::string& out, const ColumnChoice& choice, const Difference& difference);

// Appends the cells of a function up to its name. `amounts` contains the decimals and widths of the numbers.
void AppendColumnCells(std::string& out, const ColumnChoice& choice, const Difference& difference,
                       const Amounts& amounts, FunctionId function);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIFFERENCE_COLUMNS_H_
