// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the verbs of `egprof db` and checks the files that they read and write. Each verb has its own source file.
// Tests: tests/cli/db/run.py.
#include <optional>
#include <string>
#include <vector>

#include "egprof/commands.h"
#include "egprof/console/output_file.h"
#include "egprof/db/options.h"
#include "egprof/db/verbs.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"

namespace egprof {
namespace {

// Registers the files that no output may overwrite: the command's inputs, and the store with its journal, which only
// the library may write.
void PlanStore(const DbOptions& options, FileGuard& files) {
  std::vector<std::string> inputs = {options.store, options.store + "-journal"};
  for (const std::string& input : options.inputs) {
    if (input == options.store) {
      throw profdiff::Error(profdiff::ErrorCode::kBadArgument, "the store itself cannot be an input", input);
    }
    inputs.push_back(input);
  }
  files.AddInputs([inputs] { return inputs; });
  if (options.verb == DbVerb::kImport || options.verb == DbVerb::kRemove) RequireOwnLinks(options.store);
  if (options.verb == DbVerb::kDiff) return;
  const bool is_text = options.WritesText();
  PlannedOutputs outputs;
  if (!is_text || !ReplacesReport(options)) outputs.push_back({is_text ? "standard output" : "--format", "", is_text});
  AddComment(options, outputs);
  if (options.page) {
    profdiff::RequirePages();
    outputs.push_back({"--html", *options.page, false});
  }
  PlanOutputs(outputs, files);
}

void RunDb(DbOptions options, Console& console) {
  if (!profdiff::CanStore()) {
    throw profdiff::Error(profdiff::ErrorCode::kUnsupported,
                          "this build cannot use stores: it was compiled without SQLite (Debian: libsqlite3-dev)");
  }
  Prepare(options, options);
  PlanStore(options, console.files);
  if (options.check) profdiff::CheckStore(options.store);
  switch (options.verb) {
    case DbVerb::kAdd:
      return RunAdd(options, console);
    case DbVerb::kList:
      return RunList(options.store, options.paths.front(), options, console.out);
    case DbVerb::kDiff:
      return RunDbDiff(std::move(options), console);
    case DbVerb::kExport:
      return RunExport(options.store, options.paths.front(), console.out, console.stages);
    case DbVerb::kImport:
      return RunImport(options.store, options.inputs, console);
    case DbVerb::kRemove:
      return RunRemove(options.store, options.paths.front(), console.out);
    case DbVerb::kHistory:
      return RunHistory(options, console);
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
    .has_verbs = true,
    .operand = "store or file",
    .takes = Taking<kDbTakes>,
    .examples =
        "db add runs.db app/main/v2 prog gmon.1 gmon.2\tkeeps two runs as a trial\n"
        "db diff runs.db app/main/v1 app/main/v2\twhat changed between two trials\n"
        "db history runs.db app/main\twhich functions changed, and since when",
    .page = "egprof-db",
    .rows = DbRows,
    .parse = ParseTo<DbOptions, ParseDbOptions>,
    .run = RunOn<DbOptions, RunDb>,
};

}  // namespace egprof
