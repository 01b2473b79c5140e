// SPDX-License-Identifier: GPL-3.0-or-later
// egprof-mpi: `egprof check` and `egprof rank` with the ranks of recordings shared among the processes that mpirun
// started. The first process runs the command and prints the same output as egprof; the others read their ranks at its
// request.
// Tests: tests/cli/check/distributed.py, tests/cli/rank/distributed.py.
#include "egprof/mpi/agents.h"
#include "egprof/mpi/commands.h"
#include "egprof/program.h"
#include "profdiff/error.h"

namespace {

using egprof::Agents;
using egprof::CheckOptions;
using egprof::Processes;
using egprof::ThreadRankOptions;

void Perform(Processes& processes, Agents& agents, const egprof::CommandLine& line, egprof::Console& console) {
  if (const auto* const check = dynamic_cast<const CheckOptions*>(&line)) {
    RunSharedCheck(agents, processes, *check, console);
  } else if (const auto* const rank = dynamic_cast<const ThreadRankOptions*>(&line)) {
    RunSharedRank(agents, processes, *rank, console);
  } else {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "egprof-mpi runs only 'check' and 'rank'; use egprof for other commands");
  }
  console.messages.Note(agents.Summary());
}

// Answers the first process's requests until it ends this process. The first process sends requests only for `check`
// and `rank`.
void Serve(Processes& processes, const egprof::CommandLine& line) {
  if (const auto* const check = dynamic_cast<const CheckOptions*>(&line)) return ServeSharedCheck(processes, *check);
  if (const auto* const rank = dynamic_cast<const ThreadRankOptions*>(&line)) return ServeSharedRank(processes, *rank);
  AnswerRequests(processes, [](const std::string&) { return std::string(); });
}

}  // namespace

int main(int argc, char** argv) {
  static char name[] = "egprof-mpi";
  Processes processes;
  if (argc > 0) argv[0] = name;
  if (processes.own() != 0) {
    Serve(processes, *egprof::ReadProgramLine(argc, argv).line);
    return 0;
  }
  Agents agents(processes);
  const auto perform = [&](const egprof::Command&, const egprof::CommandLine& line, egprof::Console& console) {
    Perform(processes, agents, line, console);
  };
  // mpirun gives the first process a pseudo-terminal even if its own output goes to a file, so the output is never
  // treated as a terminal.
  return egprof::RunProgram(argc, argv, perform, true);
}
