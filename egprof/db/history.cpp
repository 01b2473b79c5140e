// SPDX-License-Identifier: GPL-3.0-or-later
// `egprof db history`: finds changes of functions over the trials of an experiment. Tests: tests/cli/db/run.py.
#include <vector>

#include "egprof/db/verbs.h"

namespace egprof {
namespace {

void CheckGates(const DbOptions& options, const profdiff::History& history, Output& output) {
  for (const profdiff::HistoryGate& gate : options.history_gates) {
    const std::vector<std::size_t> offenders = gate.Offenders(history);
    output.FailGate(gate.text, "series", offenders.size(), [&](std::size_t i) {
      const profdiff::Series& series = history.stored.series[offenders[i]];
      return series.function + " (" + series.metric + ")";
    });
  }
}

}  // namespace

void RunHistory(const DbOptions& options, Output& output) {
  constexpr std::size_t kDefaultRows = 20;
  output.stages.Begin(Stage::kReadProfiles);
  profdiff::StoredSeries series = profdiff::ReadSeries(options.store, options.paths.front(), options.series);
  output.stages.Begin(Stage::kAnalyse);
  const profdiff::History history = profdiff::MakeHistory(std::move(series), options.history);
  output.stages.Begin(Stage::kWrite);
  CheckGates(options, history, output);
  options.table_format == nullptr
      ? profdiff::WriteHistory(output.text, history, options.has_limit ? options.listing.limit : kDefaultRows)
      : profdiff::WriteHistory(output.text, *options.table_format, history);
}

}  // namespace egprof
