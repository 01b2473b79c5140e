// SPDX-License-Identifier: GPL-3.0-or-later
// `egprof db list`: writes a table of trials. Tests: tests/cli/db/run.py.

#include "egprof/db/verbs.h"
#include "profdiff/error.h"

namespace egprof {

void RunList(const DbOptions& options, Output& output) {
  const profdiff::TrialPath& path = options.paths.front();
  const std::vector<profdiff::TrialEntry> trials = profdiff::ListTrials(options.store, path);
  if (trials.empty() && !path.application.empty()) {
    throw profdiff::Error(profdiff::ErrorCode::kNotFound, "no trials below " + path.Text(), options.store);
  }
  options.table_format == nullptr ? profdiff::WriteTrials(output.text, trials)
                                  : profdiff::WriteTrials(output.text, *options.table_format, trials);
}

}  // namespace egprof
