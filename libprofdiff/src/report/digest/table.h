// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a digest as a table that fits a terminal.
// Test: tests/unit/report/digest/digest_test.cpp.
#ifndef PROFDIFF_REPORT_DIGEST_TABLE_H_
#define PROFDIFF_REPORT_DIGEST_TABLE_H_

#include <string>

#include "profdiff/listing.h"

namespace profdiff {

void AppendDigestTable(std::string& out, const DigestView& view);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIGEST_TABLE_H_
