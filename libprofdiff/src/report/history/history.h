// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a history that its text, its document and its page share.
// Tests: tests/cli/db/run.py, tests/cli/page/histories.py.
#ifndef PROFDIFF_REPORT_HISTORY_HISTORY_H_
#define PROFDIFF_REPORT_HISTORY_HISTORY_H_

#include <string>

#include "profdiff/store.h"
#include "report/format/table.h"

namespace profdiff {

// Appends the sentences in front of the table: the newest sure change, signs of further ones, and caveats.
void AppendHistorySummary(std::string& out, const History& history);

// Adds the values of a document of the kind "history".
void AddHistory(TableWriter& writer, const History& history);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_HISTORY_HISTORY_H_
