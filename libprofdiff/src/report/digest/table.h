// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a digest as a table that fits a terminal.
// Test: tests/unit/report/digest/digest_test.cpp.
#ifndef PROFDIFF_REPORT_DIGEST_TABLE_H_
#define PROFDIFF_REPORT_DIGEST_TABLE_H_

#include <cstdint>
#include <string>

#include "profdiff/digest.h"

namespace profdiff {

void AppendDigestTable(std::string& out, const DigestView& view);

// Formats seconds with two decimals, or with three if several runs or a fast clock justify the third. All amounts of a
// digest have the same number of decimals.
std::string DigestSeconds(const DigestView& view, double seconds);

// Returns "s", or the unit of amounts that are not seconds.
std::string DigestUnit(const DigestView& view);

// Returns a count such as "12345", or "12.3M" for a million or more.
std::string ShortCount(std::uint64_t count);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIGEST_TABLE_H_
