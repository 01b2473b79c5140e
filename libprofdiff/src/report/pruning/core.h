// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a core that its text, its tables and its page share.
// Tests: tests/cli/prune/run.py, tests/cli/page/cores.py.
#ifndef PROFDIFF_REPORT_PRUNING_CORE_H_
#define PROFDIFF_REPORT_PRUNING_CORE_H_

#include <string>

#include "profdiff/pruning.h"
#include "report/format/table.h"

namespace profdiff {

// Returns two lines: how large the core is, and by which rule callees were removed.
std::string CoreSentence(const CoreView& view);

// Adds the tables of a core, or the values of a document of the kind "core".
void AddCore(TableWriter& writer, const CoreView& view);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_PRUNING_CORE_H_
