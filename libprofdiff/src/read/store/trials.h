// SPDX-License-Identifier: GPL-3.0-or-later
// Lists trials within a transaction of the caller.
// Tests: tests/unit/read/store/store_test.cpp.
#ifndef PROFDIFF_READ_STORE_TRIALS_H_
#define PROFDIFF_READ_STORE_TRIALS_H_

#include <vector>

#include "base/sqlite.h"
#include "profdiff/store.h"

namespace profdiff {

// Lists the trials below `path`, in the order of their positions. Errors: kBadDatabase.
std::vector<TrialEntry> TrialsBelow(Database& database, const TrialPath& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_STORE_TRIALS_H_
