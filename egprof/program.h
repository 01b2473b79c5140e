// SPDX-License-Identifier: GPL-3.0-or-later
// The body of main() for all programs that run commands of egprof.
// Tests: tests/cli/check/run.py and all other tests in tests/cli.
#ifndef EGPROF_PROGRAM_H_
#define EGPROF_PROGRAM_H_

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "egprof/cli/command.h"
#include "egprof/cli/command_line.h"
#include "egprof/process/sandbox.h"

namespace egprof {

struct Console;

struct ProgramLine {
  std::span<const char* const> arguments;  // beginning with the program's name
  const Command* command = nullptr;
  std::unique_ptr<CommandLine> line;
  std::vector<std::string> argument_files;  // files given as @FILE
  SandboxState sandbox = SandboxState::kNone;
};

// Prepares the process, and parses the arguments with the environment variables that affect them.
ProgramLine ReadProgramLine(int argc, char** argv);

// Executes a command line: Command::run, or a replacement for it.
using Performer = std::function<void(const Command& command, const CommandLine& line, Console& console)>;

// Runs a command line and prints its output. `is_forwarded` is true if another program forwards standard output, which
// is then never treated as a terminal. Returns the exit status: 1 after any error; otherwise 0, or the status of a gate
// or of an incomplete result.
int RunProgram(int argc, char** argv, const Performer& perform, bool is_forwarded = false);

}  // namespace egprof

#endif  // EGPROF_PROGRAM_H_
