// SPDX-License-Identifier: GPL-3.0-or-later
// The recorders of `egprof record`: each has a row.
// Test: tests/cli/record/run.py.
#ifndef EGPROF_RECORD_RECORDERS_H_
#define EGPROF_RECORD_RECORDERS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "egprof/console/messages.h"
#include "egprof/process/kernel_symbols.h"
#include "egprof/record/options.h"
#include "profdiff/record.h"

namespace egprof {

// Everything that the command line of a recorder depends on.
struct RecorderPlan {
  std::string event, call_graph;
  std::size_t frequency = 0;
};

struct RecorderRow {
  std::string_view name;
  std::string_view program = {};    // file name of the recorder; empty if the program records itself
  std::string_view package = {};    // Debian package of the recorder
  std::string_view extension = {};  // of the files that it writes, after the run's own name; empty if there is none
  bool is_outside = false;          // true if the recorder starts the launcher, false if the launcher starts it
  bool counts = false;              // true if it counts, so that two runs tell almost all
  bool converts = false;            // true if its files are converted to profiles of pprof
  bool writes_numbers = false;      // true if there is a file for each process, with the process id after its name
  // Returns the words of the recorder, without its path. The recording goes to `file`.
  std::vector<std::string> (*words)(const RecorderPlan& plan, const std::string& file) = nullptr;
  // Returns the reason why the commands cannot be recorded; empty if they can. `folder` is for files of a trial.
  std::string (*obstacle)(const RecorderPlan& plan, std::span<const profdiff::RecordedCommand> commands,
                          const std::string& folder) = nullptr;
};

// Returns the recorders in the order in which they are tried; --provider=auto tries those without `program` and perf.
std::span<const RecorderRow> RecorderRows();
// Returns the recorder with the given name; null if there is none.
const RecorderRow* FindRecorder(std::string_view name);

// Returns the words with which a recorder is started, without its path. "FILE" stands for the recording.
std::vector<std::string> WordsOfRecorder(const RecorderRow& row, const RecordOptions& options);

// Chooses the recorder of the options, or the first that works, and describes it. Errors: kSystem if the recorder that
// the user named does not work.
profdiff::Recorder ChooseRecorder(const RecordOptions& options, std::span<const profdiff::RecordedCommand> commands,
                                  const std::string& folder);

// A profile that a recorder wrote.
struct TakenProfile {
  std::string file;  // name of the file, in the directory of the recording's own files; empty if there is none
  std::optional<std::uint64_t> samples, lost;
  std::optional<std::uint64_t> launcher_samples;  // as in RecordedRun
  std::optional<double> of_function;              // samples of the function of --until
  std::string event;                              // as the file says; empty if unknown
  std::size_t others = 0;                         // files of further processes, which were left out
};

// What TakeProfile is to do.
struct TakeOptions {
  std::string stem;                       // path of the run's files, without an extension
  std::string image;                      // the program
  std::int64_t launcher = 0;              // process id of the launcher, which is not a part of the program
  std::string function;                   // as in RecordOptions::until_function
  const KernelSymbols* kernel = nullptr;  // of this machine; null if its symbols need not be known
};

// Turns what a recorder wrote into the profile that is kept. Of the files of several processes, keeps that of the
// process with the most samples. Errors: kMissingRecords if the recorder wrote nothing; those of reading.
TakenProfile TakeProfile(const RecorderRow& row, const TakeOptions& options);

}  // namespace egprof

#endif  // EGPROF_RECORD_RECORDERS_H_
