// SPDX-License-Identifier: GPL-3.0-or-later
// What main() does, for each program that runs commands of egprof.
// Tests: tests/cli/check/run.py and all others of tests/cli.
#ifndef EGPROF_PROGRAM_H_
#define EGPROF_PROGRAM_H_

#include <functional>
#include <memory>
#include <span>

#include "egprof/cli/command.h"
#include "egprof/cli/command_line.h"

namespace egprof {

struct Output;

struct ProgramLine {
  std::span<const char* const> arguments;  // the program's name first
  const Command* command = nullptr;
  std::unique_ptr<CommandLine> line;
};

// Prepares the process, and reads the arguments with what the environment says of them.
ProgramLine ReadProgramLine(int argc, char** argv);

// Does what a command line asks for: Command::run, or the same in another way.
using Performer = std::function<void(const Command& command, const CommandLine& line, Output& output)>;

// Runs a command line, and prints. Returns the exit status: 1 after any error, else 0 or what a gate says.
int RunProgram(int argc, char** argv, const Performer& perform);

}  // namespace egprof

#endif  // EGPROF_PROGRAM_H_
