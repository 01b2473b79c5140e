// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the base for a new execution: all trials since the last change of the program's total time. In earlier trials,
// the program had a different speed, so they would add noise to the comparison with the new execution.
// Tests: tests/cli/db/run.py.
#include <optional>
#include <utility>
#include <vector>

#include "profdiff/store.h"
#include "values/loading_trials.h"

namespace profdiff {

std::vector<TrialEntry> TrialsSinceChange(const std::string& file, const TrialPath& experiment) {
  StoredSeries stored = ReadSeries(file, experiment, {{"self"}, {}});
  OrderTrials(stored, TrialOrder::kDateIfGiven);
  // Total self time of each trial; nullopt for trials that lack the metric.
  std::vector<std::optional<double>> total(stored.trials.size());
  for (const Series& series : stored.series) {
    for (std::size_t t = 0; t < total.size(); ++t) {
      if (series.values[t]) total[t] = total[t].value_or(0) + *series.values[t];
    }
  }
  const SeriesHistory history = FindHistory(total, {});
  const std::size_t first = history.changes.empty() ? 0 : history.changes.back().trial;
  return {stored.trials.begin() + static_cast<std::ptrdiff_t>(first), stored.trials.end()};
}

}  // namespace profdiff
