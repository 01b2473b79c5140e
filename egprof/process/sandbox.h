// SPDX-License-Identifier: GPL-3.0-or-later
// Gives up the rights of this process to files, programs and TCP, with the kernel's Landlock (landlock(7)). No library
// is needed, and no privilege.
// Tests: tests/unit/egprof/process/sandbox_test.cpp, tests/cli/files/sandbox.py.
#ifndef EGPROF_PROCESS_SANDBOX_H_
#define EGPROF_PROCESS_SANDBOX_H_

#include <span>
#include <string>
#include <vector>

namespace egprof {

// Paths that stay usable. A path to read that does not exist is ignored.
struct SandboxPaths {
  std::vector<std::string> read;   // files, and directories with everything below them
  std::vector<std::string> write;  // files; other files in their directories can then be written, too, but not read
  std::vector<std::string> store;  // files; other files in their directories can then be written and read
};

// Returns the paths that the arguments of a command name: operands, values of options, and parts of values such as
// those of --db=FILE:PATH. `arguments` begins with the program's name.
SandboxPaths PathsOf(std::span<const char* const> arguments);

// The options whose values are files that are written.
std::span<const char* const> WritingOptions();

enum class SandboxState { kNone, kEntered, kUnsupported };

// Restricts this process, and the threads that it starts later, for good. Returns kUnsupported, and restricts nothing,
// if the kernel has no Landlock. Errors: kSystem.
SandboxState EnterSandbox(const SandboxPaths& paths);

}  // namespace egprof

#endif  // EGPROF_PROCESS_SANDBOX_H_
