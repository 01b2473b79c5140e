// SPDX-License-Identifier: GPL-3.0-or-later
// The orders of a difference's rows, which listings and gates share.
#ifndef PROFDIFF_VALUES_ROW_ORDER_H_
#define PROFDIFF_VALUES_ROW_ORDER_H_

#include <vector>

#include "profdiff/difference.h"

namespace profdiff {

// Returns the joined functions in the order of the flat difference: by |difference of seconds|, then by |difference of
// calls|, both descending, then in the table's order. Omits functions that are not selected. Unless `keep_unused` is
// true, also omits functions that have neither time nor calls on either side.
std::vector<FunctionId> OrderFlatRows(const Difference& difference, bool keep_unused, unsigned threads = 1);

// Returns the joined functions by |difference of calls|, descending, then in the table's order. Omits functions that
// are not selected. Unless `keep_unused` is true, also omits functions that were called on neither side.
std::vector<FunctionId> OrderCountRows(const Difference& difference, bool keep_unused);

std::vector<DifferenceEntry> OrderEntries(const Difference& difference, bool keep_unused,
                                          EntrySort sort = EntrySort::kInclusive);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_ROW_ORDER_H_
