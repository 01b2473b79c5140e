// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions and cycles a listing of one execution has rows for, for people and for programs alike.
// Source: gprof 2.40. Tests: tests/unit/report/gprof/listing_test.cpp, tests/unit/report/machine/csv_test.cpp and the
// oracle.
#ifndef PROFDIFF_REPORT_GPROF_LISTED_H_
#define PROFDIFF_REPORT_GPROF_LISTED_H_

#include <vector>

#include "profdiff/listing.h"

namespace profdiff {

// The functions that have a row in the flat profile, in its order: by self time, calls and name.
std::vector<FunctionId> SortFlatRows(const Execution& execution, bool show_unused, unsigned threads = 1);

// True if the flat profile has a row for the function.
bool IsListed(const Execution& execution, FunctionId f, bool show_unused);

// True where inclusive time was measured: then a function without time of its own was executed all the same.
bool HasMeasuredTotal(const Profile& profile, FunctionId f);

// True if the call graph has an entry. By line, lines are callers alone, and cycles as a whole are left out with them.
bool IsListed(const Execution& execution, const EntryOrder::Entry& entry, bool show_unused);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GPROF_LISTED_H_
