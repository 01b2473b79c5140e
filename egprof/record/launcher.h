// SPDX-License-Identifier: GPL-3.0-or-later
// The process that starts a recorded program, waits for it and measures it. The recorder is measured with the program
// only if it is a part of it: perf starts the launcher, and the launcher starts valgrind.
// Test: tests/cli/record/run.py.
#ifndef EGPROF_RECORD_LAUNCHER_H_
#define EGPROF_RECORD_LAUNCHER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace egprof {

// The name of the launcher's thread, which the program's process has until the program runs in it: samples with this
// name are none of the program. Not the name of any program.
inline constexpr const char* kLauncherName = "egprof-launch";

// What a program and the processes that it waited for have used. Times are in seconds.
struct ProgramUse {
  std::int64_t launcher = 0, program = 0;  // process ids
  double wall = 0, user = 0, sys = 0;
  std::uint64_t max_rss = 0;  // bytes
  std::uint64_t minor_faults = 0, involuntary_switches = 0;
  int status = 0;  // in the format of waitpid()
  int error = 0;   // errno if the program could not be started
};

// Starts a program with this process's input and output, waits until it ends, and writes its use to a file. Errors:
// kSystem if the file cannot be written.
void LaunchAndMeasure(const std::vector<std::string>& words, const std::string& file);

// Reads a file that LaunchAndMeasure wrote; nullopt if there is none.
std::optional<ProgramUse> ReadProgramUse(const std::string& file);

}  // namespace egprof

#endif  // EGPROF_RECORD_LAUNCHER_H_
