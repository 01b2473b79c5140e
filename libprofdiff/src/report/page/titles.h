// SPDX-License-Identifier: GPL-3.0-or-later
// Short titles of pages: labels of sides name every file, which can be many lines.
// Test: tests/unit/report/page/titles_test.cpp.
#ifndef PROFDIFF_REPORT_PAGE_TITLES_H_
#define PROFDIFF_REPORT_PAGE_TITLES_H_

#include <string>
#include <string_view>

#include "profdiff/listing.h"

namespace profdiff {

// Returns what distinguishes the sides: what the paths of a side have in common, without what both sides have in
// common. For example "v1" and "v2" for "v1/a.out, v1/run.1, v1/run.2" and "v2/a.out, v2/run.1, v2/run.2".
SideLabels ShortLabels(const SideLabels& labels);

// Returns what the paths of a label have in common, without directories; the first file if there is nothing.
std::string ShortLabel(std::string_view label);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PAGE_TITLES_H_
