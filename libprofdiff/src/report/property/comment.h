// SPDX-License-Identifier: GPL-3.0-or-later
// Findings as a comment in Markdown.
// Tests: tests/cli/markdown/run.py.
#ifndef PROFDIFF_REPORT_PROPERTY_COMMENT_H_
#define PROFDIFF_REPORT_PROPERTY_COMMENT_H_

#include <string>

#include "profdiff/properties.h"

namespace profdiff {

void WriteFindingsComment(std::string& out, const PropertyView& view);
void WriteFindingsComment(std::string& out, const PropertyDifferenceView& view);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PROPERTY_COMMENT_H_
