// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof prune` and their effects.
#include "egprof/prune/options.h"

#include <string_view>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/shared_rows.h"
#include "egprof/options/stack_rows.h"

namespace egprof {
namespace {

// Parses a fraction above 0 and below 1; returns nullopt for any other text.
std::optional<double> ParsePart(std::string_view text) {
  const std::optional<double> value = profdiff::NumberFrom<double>(text);
  return value && *value > 0 && *value < 1 ? value : std::nullopt;
}

void SetPart(CommandLine& line, const char* option, const char* text, double& part) {
  const std::optional<double> value = ParsePart(text);
  if (value) {
    part = *value;
  } else {
    FailWithUsage(line, std::string("option '") + option + "' needs a number between 0 and 1, not '" + text + "'");
  }
}

void SetSweep(CommandLine& line, profdiff::PruneOptions& pruning, const char* list) {
  constexpr std::size_t kMost = 20;
  pruning.sweep.clear();
  std::string_view rest = list == nullptr ? ".05,.1,.2" : list;
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::optional<double> value = ParsePart(rest.substr(0, comma));
    if (!value || pruning.sweep.size() == kMost) {
      return FailWithUsage(
          line,
          std::string("option '--sweep' needs at most 20 numbers between 0 and 1, such as .05,.1, not '") + list + "'");
    }
    pruning.sweep.push_back(*value);
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

constexpr Condition kTraces = {"is only for traces: a profile has no individual calls"};

// clang-format off
constexpr OptionRow kPruneRows[] = {
  {.name = "alpha", .value = kMust, .metavar = "X",
   .help = "remove all callees if together they take less than this part of their caller's time; default: 0.1",
   .act = [](CommandLine& line, PruneCommandOptions& o, const char* v) {
     SetPart(line, "--alpha", v, o.pruning.alpha);
   }},
  {.name = "beta", .value = kMust, .metavar = "X",
   .help = "otherwise remove callees that take less than this part of the callees' mean; default: 0.1",
   .act = [](CommandLine& line, PruneCommandOptions& o, const char* v) {
     SetPart(line, "--beta", v, o.pruning.beta);
   }},
  {.name = "sweep", .value = kMay, .metavar = "LIST",
   .help = "also print the size of the core for all pairs of these values; default: .05,.1,.2",
   .act = [](CommandLine& line, PruneCommandOptions& o, const char* v) { SetSweep(line, o.pruning, v); }},
};

constexpr OptionRow kGraphFileRow = {
  .name = "gml", .value = kMay, .metavar = "FILE",
  .help = "write the whole call graph as GML; the key 'kept' of a node is 1 in the core, otherwise 0",
  .act = [](PruneCommandOptions& o, const char* v) { o.graph_file = FileOrNothing(v); }};

constexpr OptionRow kPageRow = {
  .name = "html", .value = kMust, .metavar = "FILE",
  .help = "also write one HTML page: the core as a tree of paths and as a graph of functions",
  .act = [](PruneCommandOptions& o, const char* v) { o.page = v; }};
// clang-format on

OptionRows MakeRows() {
  OptionRows calls;
  for (const OptionRow& row : kCallRows) {
    // --thread is left out because an option of that name already selects samples of profiles.
    if (std::string_view(row.name) != "thread") calls.push_back(Needing(kTraces, row));
  }
  return WithoutGprof(Join({
      UnderHeading("What is removed", {kPruneRows}),
      UnderHeading("Which calls of a trace", {calls}),
      UnderHeading("Profiles of other profilers", {StackRows()}),
      UnderHeading("The report",
                   {WithHelp("format of the output", TableFormatRow()), kGraphFileRow, kPageRow,
                    WithHelp("show only the first N paths in text; 0: all", kLimitRow), kDemangleRow, kNoDemangleRow}),
      UnderHeading(
          "Other",
          {WithHelp("use the intact parts of a damaged recording, report what is missing, and end with status 2",
                    kSalvageRow),
           kThreadsRow, kNoProgramsRow, kSafetyRows, kTimingRow, kHelpRow, kVersionRow}),
  }));
}

}  // namespace

void RefuseCallRows(const CommandLine& line) { RefuseThoseThatNeed(line, kTraces); }

std::span<const OptionRow> PruneRows() {
  static const OptionRows rows = MakeRows();
  return rows;
}

PruneCommandOptions ParsePruneOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  return ParseInSteps<PruneCommandOptions>(arguments, PruneRows(), rules, [](PruneCommandOptions& options) {
    if (options.operands.empty()) FailWithUsage(options, "no trace or profile given");
  });
}

}  // namespace egprof
