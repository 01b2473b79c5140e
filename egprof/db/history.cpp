// SPDX-License-Identifier: GPL-3.0-or-later
// `egprof db history`: finds changes of functions over the trials of an experiment. Tests: tests/cli/db/run.py.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "egprof/console/remedies.h"
#include "egprof/db/verbs.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/options/format_rows.h"

namespace egprof {
namespace {

// Returns why a condition cannot be judged for some series.
std::string WhyUndecided(const profdiff::HistoryGate& gate, const profdiff::History& history,
                         const std::vector<std::size_t>& undecided) {
  const profdiff::Series& first = history.stored.series[undecided.front()];
  const std::string more =
      undecided.size() > 1 ? " and " + profdiff::Plural(undecided.size() - 1, "other series") : std::string();
  return gate.text + ": cannot tell for " + first.function + " (" + first.metric + ")" + more +
         ": a larger change may be hidden in the noise; record more trials, or more runs in each";
}

void CheckGates(const std::vector<profdiff::HistoryGate>& gates, const profdiff::History& history, const GateLog& log) {
  const bool is_blind = std::ranges::all_of(history.found, &profdiff::SeriesHistory::has_too_few_trials);
  for (const profdiff::HistoryGate& gate : gates) {
    if (is_blind) {
      log.NoteBlind(gate.text + ": cannot tell: no series has " + std::to_string(profdiff::kFewestTrialsForChanges) +
                    " trials");
      continue;
    }
    const std::vector<std::size_t> offenders = gate.Offenders(history);
    log.Fail(gate.text, "series", offenders.size(), [&](std::size_t i) {
      const profdiff::Series& series = history.stored.series[offenders[i]];
      return series.function + " (" + series.metric + ")";
    });
    const std::vector<std::size_t> undecided = gate.Undecided(history);
    if (undecided.empty()) continue;
    const std::string why = WhyUndecided(gate, history, undecided);
    // Of many series, some are always too noisy: they are named, and the others decide.
    const bool is_all = undecided.size() == history.found.size();
    is_all ? log.NoteBlind(why) : log.messages.Note(why);
  }
}

// Returns a word as a shell reads it.
std::string ShellWord(const std::string& word) {
  constexpr std::string_view kPlain = "-./_+=:@%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

// Returns the command that shows what the last sure change was.
std::string HintFor(const profdiff::StoredPath& experiment, const profdiff::History& history) {
  std::size_t newest = 0;  // the first trial changes nothing
  for (std::size_t s = 0; s < history.found.size(); ++s) {
    if (!history.IsSure(s)) continue;
    for (const profdiff::Change& change : history.found[s].changes)
      newest = std::max<std::size_t>(newest, change.trial);
  }
  if (newest == 0) return "";
  const auto path_of = [&history](std::size_t trial) { return ShellWord(history.stored.trials[trial].path.Text()); };
  return "egprof db diff " + ShellWord(experiment.file) + " " + path_of(newest - 1) + " " + path_of(newest);
}

}  // namespace

void RunHistory(const DbOptions& options, Console& console) {
  constexpr std::size_t kDefaultRows = 20;
  const profdiff::StoredPath experiment{options.store, options.paths.front()};
  console.stages.Begin(Stage::kReadProfiles);
  profdiff::StoredSeries series = profdiff::ReadSeries(experiment.file, experiment.path, options.series);
  console.stages.Begin(Stage::kAnalyse);
  profdiff::OrderTrials(series, options.order);
  profdiff::HistoryOptions how = options.history;
  how.threads = options.threads;
  const profdiff::History history = profdiff::MakeHistory(std::move(series), how);
  console.stages.Begin(Stage::kWrite);
  CheckGates(options.history_gates, history, console.gate_log());
  if (!options.WritesText() || !ReplacesReport(options)) {
    const std::size_t limit = options.has_limit ? options.listing.limit : kDefaultRows;
    profdiff::WriteHistory(console.out.text, *options.table_format, history,
                           {limit, WordsForRemedy, console.out.styles});
  }
  if (options.WritesText() && !ReplacesReport(options)) {
    console.out.FinishReport(0);
    console.hint = HintFor(experiment, history);
  }
  DeliverTo(options.markdown, console.out, console.files,
            [&](std::string& text) { profdiff::WriteHistory(text, CommentFormat(), history); });
  DeliverTo(options.page, console.out, console.files,
            [&](std::string& page) { profdiff::WriteHistoryPage(page, history, experiment); });
}

}  // namespace egprof
