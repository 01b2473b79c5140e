// SPDX-License-Identifier: GPL-3.0-or-later
// egprof: gprof's listings, and the difference between two executions.
#include "egprof/program.h"

int main(int argc, char** argv) {
  return egprof::RunProgram(
      argc, argv, [](const egprof::Command& command, const egprof::CommandLine& line, egprof::Console& console) {
        command.run(line, console);
      });
}
