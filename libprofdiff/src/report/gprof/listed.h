// SPDX-License-Identifier: GPL-3.0-or-later
// The functions and cycles for which a listing of one execution has rows, both as text and in machine formats.
//
// Source: GPROF.md, sections 10.2 and 11.2. Tests: tests/unit/report/gprof/listing_test.cpp,
// tests/unit/report/machine/csv_test.cpp and tests/oracle.
#ifndef PROFDIFF_REPORT_GPROF_LISTED_H_
#define PROFDIFF_REPORT_GPROF_LISTED_H_

#include <span>
#include <vector>

#include "profdiff/listing.h"

namespace profdiff {

// Returns the functions that have a row in the flat profile, in the order of rows: by self time, calls and name.
std::vector<FunctionId> SortFlatRows(const Execution& execution, bool show_unused, unsigned threads = 1);

// True if the flat profile has a row for the function.
bool IsListed(const Execution& execution, FunctionId f, bool show_unused);

// True if the function was executed: it has calls, self time or measured inclusive time.
bool IsUsed(const Profile& profile, FunctionId f);

// True if the call graph has this entry. In a table by line, only lines at which a function begins have entries; all
// other lines occur only as callers in these entries.
bool IsListed(const Execution& execution, const EntryOrder::Entry& entry, bool show_unused);

// Returns the blocks of a function, which exist only with -l. Profile::blocks is sorted by function.
std::span<const BlockCount> BlocksIn(const Profile& profile, FunctionId f);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GPROF_LISTED_H_
