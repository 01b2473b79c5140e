// SPDX-License-Identifier: GPL-3.0-or-later
// Findings, and the result of a search, as a comment in Markdown.
// Tests: tests/cli/markdown/run.py.
#ifndef PROFDIFF_REPORT_PROPERTY_COMMENT_H_
#define PROFDIFF_REPORT_PROPERTY_COMMENT_H_

#include <string>

#include "profdiff/properties.h"
#include "profdiff/search.h"

namespace profdiff {

void WriteFindingsComment(std::string& out, const PropertyView& view);
void WriteFindingsComment(std::string& out, const PropertyDifferenceView& view);
void WriteSearchComment(std::string& out, const Search& search);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PROPERTY_COMMENT_H_
