// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof db`.
// Test: tests/cli/db/run.py.
#ifndef EGPROF_DB_OPTIONS_H_
#define EGPROF_DB_OPTIONS_H_

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/options/report_rows.h"
#include "profdiff/store.h"

namespace egprof {

enum class DbVerb { kAdd, kList, kDiff, kExport, kImport, kRemove, kHistory };

// What `db add` stores with the runs.
struct AddOptions {
  std::string revision, date;
  std::vector<std::pair<std::string, std::string>> metadata;  // --set
  std::vector<std::pair<std::string, double>> parameters;     // --at
  bool calls = false;
};

// The series that `db history` examines, and what counts as a change.
struct SeriesOptions {
  profdiff::SeriesChoice series;
  profdiff::HistoryOptions history;
  std::vector<profdiff::HistoryGate> history_gates;
  profdiff::TrialOrder order = profdiff::TrialOrder::kDateIfGiven;
};

struct DbOptions : CommandLine,
                   WorkOptions,
                   LayoutOptions,
                   RenameOptions,
                   FunctionOptions,
                   FileOptions,
                   InputOptions,
                   ComparisonOptions,
                   OutputOptions,
                   ReportOptions,
                   AddOptions,
                   SeriesOptions {
  DbVerb verb = DbVerb::kList;
  std::string store;
  std::vector<profdiff::TrialPath> paths;
  bool check = false;
  std::vector<std::string> inputs;      // files for the verbs add and import
  std::vector<std::string> conditions;  // conditions of --fail-if, for the verbs diff and history
};

// A verb: its name on the command line, its operands, and its summary.
struct DbWord {
  DbVerb verb;
  const char* word;
  const char* operands;
  const char* help;
};
std::span<const DbWord> DbWords();

std::span<const OptionRow> DbRows();

// Parses the command line: the verb, the store, and the verb's operands and options.
DbOptions ParseDbOptions(std::span<const char* const> arguments, const ParseRules& rules);

}  // namespace egprof

#endif  // EGPROF_DB_OPTIONS_H_
