// SPDX-License-Identifier: GPL-3.0-or-later
// `egprof db list`: writes a table of trials. Tests: tests/cli/db/run.py.

#include "egprof/db/verbs.h"
#include "profdiff/error.h"

namespace egprof {

void RunList(const std::string& store, const profdiff::TrialPath& path, const TableOptions& table, TextSink& out) {
  const std::vector<profdiff::TrialEntry> trials = profdiff::ListTrials(store, path);
  if (trials.empty() && !path.application.empty()) {
    throw profdiff::Error(profdiff::ErrorCode::kNotFound, "no trials below " + path.Text(), store);
  }
  profdiff::WriteTrials(out.text, *table.table_format, trials);
}

}  // namespace egprof
