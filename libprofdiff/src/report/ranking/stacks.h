// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a report about stacks, which is also the text of the verdict in documents.
#ifndef PROFDIFF_REPORT_RANKING_STACKS_H_
#define PROFDIFF_REPORT_RANKING_STACKS_H_

#include <string>

#include "profdiff/alignment.h"
#include "profdiff/stacks.h"

namespace profdiff {

// Appends at most ten lines, unless lines are broken: whether the program stopped, suspects, waits, and how many frames
// were read.
void AppendStackAnswer(std::string& out, const StackView& view);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_STACKS_H_
