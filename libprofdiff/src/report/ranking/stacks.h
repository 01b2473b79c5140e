// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that the text, the document and the page of stacks share.
#ifndef PROFDIFF_REPORT_RANKING_STACKS_H_
#define PROFDIFF_REPORT_RANKING_STACKS_H_

#include <string>

#include "profdiff/alignment.h"
#include "profdiff/stacks.h"
#include "report/format/table.h"

namespace profdiff {

// Appends at most ten lines, unless lines are broken: whether the program stopped, suspects, waits, and how many frames
// were read.
void AppendStackAnswer(std::string& out, const StackView& view);
void WriteStackText(std::string& out, const StackView& view);

// Adds the values of a document of the kind "stacks".
void AddStacks(TableWriter& writer, const StackView& view);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_STACKS_H_
