// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the time lost in waits and in libraries by path of calls.
// Tests: tests/unit/report/property/paths_test.cpp.
#ifndef PROFDIFF_REPORT_PROPERTY_PATHS_H_
#define PROFDIFF_REPORT_PROPERTY_PATHS_H_

#include <string>

#include "profdiff/properties.h"
#include "report/format/table.h"

namespace profdiff {

// Appends a tree for each kind of loss, with inclusive sums. Leaves out paths with less than a hundredth of the kind.
void AppendPaths(std::string& out, const Measurements& measurements);

// Adds the key `paths` to a document; otherwise, adds a table. The values of a path are its own, without longer paths.
void AddPaths(TableWriter& writer, const Measurements& measurements);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PROPERTY_PATHS_H_
