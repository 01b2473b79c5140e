// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline of `egprof search`: the library decides what to record, experiments record it, and the findings are
// written.
// Tests: tests/cli/search/run.py.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/property_gates.h"
#include "egprof/listings/property_page.h"
#include "egprof/listings/structure_file.h"
#include "egprof/options/format_rows.h"
#include "egprof/process/program.h"
#include "egprof/search/checks.h"
#include "egprof/search/experiments.h"
#include "egprof/search/monitors.h"
#include "egprof/search/options.h"
#include "egprof/search/outputs.h"
#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "profdiff/search.h"
#include "profdiff/store.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::SearchStop;

// Returns the monitors (recorders) that the options name; if there are none, all that suit the program. With
// --strategy=all, monitors whose recordings can be read while the program runs come first.
std::vector<const MonitorRow*> ChooseMonitors(const SearchOptions& options) {
  std::vector<const MonitorRow*> chosen;
  const RecordingPlan plan = PlanFor(options, MonitorRows().front(), "");
  for (const MonitorRow& row : MonitorRows()) {
    const bool is_named = std::ranges::find(options.providers, row.name) != options.providers.end();
    if (options.providers.empty() ? row.fits(plan) : is_named) chosen.push_back(&row);
  }
  if (options.strategy == profdiff::SearchStrategy::kAll) {
    std::stable_partition(chosen.begin(), chosen.end(), [](const MonitorRow* row) { return row->grows; });
  }
  return chosen;
}

profdiff::SearchOptions LibraryOptions(const SearchOptions& options, const std::vector<const MonitorRow*>& monitors,
                                       const profdiff::PropertySet& set) {
  profdiff::SearchOptions search;
  search.strategy = options.strategy;
  search.budget = options.run_budget;
  for (const MonitorRow* row : monitors) search.monitors.push_back(MonitorOf(*row, set));
  return search;
}

std::string PlannedCommand(const SearchOptions& options, const MonitorRow& row) {
  return "  " + CommandText(RecordingCommand(row, PlanFor(options, row, options.keep.empty() ? "DIR" : options.keep))) +
         "\n";
}

// Writes the planned commands. Since there are no measurements, the search ends after its first step.
void WriteDryRun(const SearchOptions& options, const std::vector<const MonitorRow*>& monitors,
                 const profdiff::PropertySet& set, std::string& text) {
  std::vector<const MonitorRow*> rest = monitors;
  text += "The first step runs\n";
  profdiff::SearchProperties(set, options.properties, LibraryOptions(options, monitors, set),
                             [&](const profdiff::Experiment& experiment) {
                               const MonitorRow* const row = monitors[experiment.monitor];
                               text += PlannedCommand(options, *row);
                               std::erase(rest, row);
                               return profdiff::ExperimentResult();
                             });
  if (rest.empty()) return;
  text += "depending on its findings, later steps may run\n";
  for (const MonitorRow* row : rest) text += PlannedCommand(options, *row);
}

[[noreturn]] void BecomeCommand(const SearchOptions& options) {
  const int error = BecomeProgram(WithRank(options.command, OwnRank().value_or(0)));
  throw Error(ErrorCode::kSystem, "cannot start '" + options.command.front() + "': " + std::strerror(error));
}

void Report(const SearchOptions& options, const profdiff::PropertySet& set, const StructureFile& structure,
            profdiff::Search search, Console& console) {
  search.measurements.inputs = {CommandText(options.command)};
  // Remarks on individual recordings were reported when the recordings were read; the remarks here are about the
  // combination of all recordings.
  for (const profdiff::Message& remark : search.measurements.remarks) console.messages.Warn(remark);
  if (search.measurements.late_start && !options.WritesText()) {
    console.messages.Warn(search.measurements.late_start->remark);
  }
  if (search.stopped == SearchStop::kInterrupt || search.stopped == SearchStop::kFailure) {
    console.status.LeaveOut();
  }
  console.stages.Begin(Stage::kWrite);
  if (!options.WritesText() || !ReplacesReport(options)) {
    profdiff::WriteSearch(console.out.text, *options.table_format, search, options.listing.limit);
    if (options.WritesText()) console.out.FinishReport(0);
  }
  // Must precede anything that may fail, because the results of the runs would otherwise be lost.
  KeepFindings(options, [&] { return profdiff::MakeTrial(search); });
  structure.Write(search.measurements);
  DeliverTo(options.markdown, console.out, console.files,
            [&](std::string& text) { profdiff::WriteSearch(text, CommentFormat(), search); });
  DeliverTo(options.page, console.out, console.files,
            [&](std::string& text) { profdiff::WriteSearchPage(text, search); });
  CheckPropertyGates(options, set, {search.measurements, search.findings}, console.gate_log());
}

void RunSearch(SearchOptions options, Console& console) {
  if (options.exec_rank) BecomeCommand(options);
  console.files.AddInputs([paths = options.property_files] { return paths; });
  console.files.AddInputs([options] { return CommandFiles(options); });
  const StructureFile structure(options.structure);
  PlannedOutputs outputs = FindingOutputs(options, options);
  if (options.WritesText() && ReplacesReport(options)) outputs.erase(outputs.begin());
  AddComment(options, outputs);
  structure.Plan(outputs, console.files);
  options.measure.arrays = structure.is_written();
  PlanOutputs(outputs, console.files);
  const profdiff::PropertySet set = LoadProperties(options.property_files);
  CheckGateNames(options.gates, set, false);
  RequirePrograms(options);
  const std::vector<const MonitorRow*> monitors = ChooseMonitors(options);
  RequireJudgedGates(options.gates, set, monitors);
  const std::string advice = AdviceOnWaits(options, PlanFor(options, *monitors.front(), "").traits);
  if (!advice.empty()) console.messages.Note(advice);
  if (options.dry_run) return WriteDryRun(options, monitors, set, console.out.text);
  const RecordingFolder folder(options.keep);
  RequireOutputs(options, outputs, folder.path());
  SignalWatch watch;
  Experiments experiments(options, structure, folder.path(), watch, console.messages, console.status, console.stages);
  profdiff::Search search = profdiff::SearchProperties(
      set, options.properties, LibraryOptions(options, monitors, set), [&](const profdiff::Experiment& experiment) {
        profdiff::ExperimentResult result = experiments.Run(*monitors[experiment.monitor]);
        if (!result.measurements && !result.goes_on) {
          console.messages.Warn(std::string(monitors[experiment.monitor]->name) + ": " + result.reason);
        }
        return result;
      });
  if (search.measurements.regions.empty()) {
    const std::string& reason = experiments.first_reason();
    throw Error(ErrorCode::kSystem,
                reason.empty() ? "no recorder that can be used here measures any of the properties" : reason);
  }
  Report(options, set, structure, std::move(search), console);
}

}  // namespace

constexpr Command kSearchCommand = {
    .word = "search",
    .summary = "records a program and finds what is wrong",
    .operands = "[OPTION]... [--] COMMAND [ARGUMENT]...",
    .about =
        "Runs a command as often as needed to find out what is wrong with it: with Callgrind, with valgrind's lackey "
        "if arrays matter, and with uftrace and gmon if the program is built for them. Each run records what is "
        "still needed to tell which properties hold, first for the whole program and then for the parts where they "
        "do. On a command line of mpirun, the recorder is put before the program, or at the word {}.",
    .notes = "The properties are those of egprof-check(1). The command's output goes to a file next to the recordings.",
    .operand = "command",
    .examples =
        "search ./prog\truns prog to find out what costs most\n"
        "search --threshold=5% ./prog input\tonly what costs 5 % or more\n"
        "search --html=page.html -- ./prog --fast\ta page as well",
    .page = "egprof-search",
    .rows = SearchRows,
    .parse = ParseTo<SearchOptions, ParseSearchOptions>,
    .run = RunOn<SearchOptions, RunSearch>,
};

}  // namespace egprof
