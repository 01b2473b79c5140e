// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/cli/db/run.py.
#include <algorithm>
#include <string>
#include <vector>

#include "egprof/db/verbs.h"

namespace egprof {
namespace {

void CheckGates(const DbOptions& options, const profdiff::History& history, Output& output) {
  constexpr std::size_t kNamed = 3;
  for (const profdiff::HistoryGate& gate : options.history_gates) {
    const std::vector<std::size_t> offenders = gate.Offenders(history);
    if (offenders.empty()) continue;
    std::vector<std::string> named;
    for (std::size_t i = 0; i < std::min(kNamed, offenders.size()); ++i) {
      const profdiff::Series& series = history.stored.series[offenders[i]];
      named.push_back(series.function + " (" + series.metric + ")");
    }
    output.FailGate(gate.text, offenders.size(), "series", named);
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
