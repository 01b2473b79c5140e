// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the flat table side by side: their two lines of heading and their cells.
#ifndef PROFDIFF_REPORT_DIFFERENCE_COLUMNS_H_
#define PROFDIFF_REPORT_DIFFERENCE_COLUMNS_H_

#include <string>
#include <string_view>

#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"

namespace profdiff {

// A heading made for seconds, with the unit that the profiles have: seven characters of it at most.
std::string InUnit(std::string heading, std::string_view unit);

// Both lines of heading, to the names; times are in `unit`, of which a profile has one.
void AppendColumnHeading(std::string& out, const ColumnChoice& choice, std::string_view unit);

// The cells of a function, to its name.
void AppendColumnCells(std::string& out, const ColumnChoice& choice, const Difference& difference, FunctionId function);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIFFERENCE_COLUMNS_H_
