// SPDX-License-Identifier: GPL-3.0-or-later
// What the file of a program says about how the program can be recorded.
// Tests: tests/unit/egprof/search/options_test.cpp, tests/cli/search/run.py.
#ifndef EGPROF_PROCESS_PROGRAM_TRAITS_H_
#define EGPROF_PROCESS_PROGRAM_TRAITS_H_

#include <string>

namespace egprof {

// Properties of a program that can be read from its file.
struct ProgramTraits {
  bool is_known = false;     // true if the file could be read
  bool has_main = false;     // true if there is a symbol `main`
  bool is_traced = false;    // true if it was compiled with -pg, -mfentry or -finstrument-functions
  bool has_teams = false;    // true if it has OpenMP parallel regions
  bool has_threads = false;  // true if it creates threads of POSIX or C++
  bool is_parallel = false;  // true if it calls MPI, has OpenMP parallel regions, or creates threads
  bool writes_gmon = false;  // true if it was linked with -pg
};

// Returns a program's build id in hexadecimal digits; empty if there is none in its first megabyte.
std::string BuildIdOf(const std::string& path);

// Reads a program's traits. All are false if the path does not name a file that can be read.
ProgramTraits LookAtProgram(const std::string& path);

}  // namespace egprof

#endif  // EGPROF_PROCESS_PROGRAM_TRAITS_H_
