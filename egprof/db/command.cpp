// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the verbs of `egprof db` and checks the files that they read and write. Each verb has its own source file.
// Tests: tests/cli/db/run.py.
#include <string>
#include <vector>

#include "egprof/commands.h"
#include "egprof/db/options.h"
#include "egprof/db/verbs.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

// Registers the files that no output may overwrite: the command's inputs, and the store with its journal, which only
// the library may write.
void PlanStore(const DbOptions& options, Output& output) {
  std::vector<std::string> inputs = {options.store, options.store + "-journal"};
  for (const std::string& input : options.inputs) {
    if (input == options.store) {
      throw profdiff::Error(profdiff::ErrorCode::kBadArgument, input + ": the store itself cannot be an input");
    }
    inputs.push_back(input);
  }
  output.files.AddInputs([inputs] { return inputs; });
  if (options.verb != DbVerb::kDiff) PlanOutputs({{"standard output", "", true}}, output.files);
}

void RunDb(DbOptions options, Output& output) {
  if (!profdiff::CanStore()) {
    throw profdiff::Error(profdiff::ErrorCode::kUnsupported,
                          "this build cannot use stores: it was compiled without SQLite");
  }
  Prepare(options, output);
  PlanStore(options, output);
  switch (options.verb) {
    case DbVerb::kAdd:
      return RunAdd(options, output);
    case DbVerb::kList:
      return RunList(options, output);
    case DbVerb::kDiff:
      return RunDbDiff(std::move(options), output);
    case DbVerb::kExport:
      return RunExport(options, output);
    case DbVerb::kImport:
      return RunImport(options, output);
    case DbVerb::kRemove:
      return RunRemove(options, output);
    case DbVerb::kHistory:
      return RunHistory(options, output);
  }
}

std::vector<HelpWord> VerbWords() {
  std::vector<HelpWord> words;
  for (const DbWord& word : DbWords()) words.push_back({std::string(word.word) + " " + word.operands, word.help});
  return words;
}

}  // namespace

constexpr Command kDbCommand = {
    .word = "db",
    .summary = "stores executions and shows what got slower",
    .operands =
        "add [OPTION]... FILE APPLICATION/EXPERIMENT/TRIAL INPUT...\n"
        "diff [OPTION]... FILE PATH PATH\n"
        "history [OPTION]... FILE APPLICATION/EXPERIMENT\n"
        "list|export [OPTION]... FILE [PATH]\n"
        "remove FILE PATH\n"
        "import FILE [EXPORT...]",
    .about =
        "Keeps executions in a store, which is one SQLite file. An application has experiments, an experiment has "
        "trials in order of addition, and a trial is one measurement of one or more runs. An INPUT is an IMAGE with "
        "the profiles that it wrote, each one run; a profile of another profiler; a trace that 'egprof trace' can "
        "read; or the output of 'egprof check --format=json'. A command changes a store completely or not at all.",
    .notes =
        "The base of an ordinary difference can also come from a store: egprof --baseline=FILE:PATH --subtract IMAGE "
        "PROFILE...; see egprof-db(1) for more.",
    .words_heading = "Verbs",
    .words = VerbWords,
    .operand = "store or file",
    .page = "egprof-db",
    .rows = DbRows,
    .parse = ParseTo<DbOptions, ParseDbOptions>,
    .run = RunOn<DbOptions, RunDb>,
};

}  // namespace egprof
