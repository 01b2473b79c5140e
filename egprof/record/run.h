// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a recorded program.
// Test: tests/cli/record/run.py.
#ifndef EGPROF_RECORD_RUN_H_
#define EGPROF_RECORD_RUN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "egprof/process/program.h"
#include "egprof/record/options.h"
#include "egprof/record/recorders.h"
#include "profdiff/record.h"

namespace egprof {

// What a run needs.
struct RunPlan {
  const RecorderRow& row;
  const profdiff::Recorder& recorder;
  const profdiff::RecordedCommand& command;
  std::string stem;                       // path of the run's files, without an extension
  const KernelSymbols* kernel = nullptr;  // as in TakeOptions
  std::size_t padding = 0;                // length of a variable, which moves the stack of the program
};

// Returns the command line of the recorder, the launcher and the program.
std::vector<std::string> CommandLineOf(const RunPlan& plan);

// How a run ended, apart from what is in `run`.
struct RunEnd {
  profdiff::RecordedRun run;          // without its place in the order of runs
  std::string failure;                // why the run cannot be used; empty if it can
  std::optional<double> of_function;  // samples of the function of --until
  std::string event;                  // event of the profile, as its file says
  std::size_t others = 0;             // profiles of further processes, which were left out
};

// Runs a program once and takes its profile. A program that fails is a result; only what is wrong with egprof or the
// recorder is an error. Errors: kSystem if the recorder fails; those of TakeProfile.
RunEnd RunOnce(const RecordOptions& options, const RunPlan& plan, SignalWatch& watch);

// Runs a command of --prepare and the like, unless it is empty. Returns false if it was interrupted. Errors: kSystem if
// it fails.
bool RunBeside(const RecordOptions& options, const char* option, const std::string& command, SignalWatch& watch);

}  // namespace egprof

#endif  // EGPROF_RECORD_RUN_H_
