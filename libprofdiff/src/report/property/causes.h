// SPDX-License-Identifier: GPL-3.0-or-later
// Writes why ranks waited for each other, and the critical path.
// Tests: tests/unit/report/property/causes_test.cpp.
#ifndef PROFDIFF_REPORT_PROPERTY_CAUSES_H_
#define PROFDIFF_REPORT_PROPERTY_CAUSES_H_

#include <cstddef>
#include <string>

#include "profdiff/properties.h"
#include "report/format/table.h"

namespace profdiff {

// Appends a line with the largest cause of waits, unless waits take less than a hundredth of the time of all ranks.
void AppendMainCause(std::string& out, const Measurements& measurements);

// Appends the causes and the parts of the critical path that have at least a hundredth of the whole, `limit` of each at
// most; 0: all of them.
void AppendCauses(std::string& out, const Measurements& measurements, std::size_t limit);

// Adds the keys `waits`, `causes` and `criticalPath` to a document; otherwise, adds two tables if waits are known.
void AddCauses(TableWriter& writer, const Measurements& measurements);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PROPERTY_CAUSES_H_
