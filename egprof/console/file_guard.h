// SPDX-License-Identifier: GPL-3.0-or-later
// Refuses command lines with an output that is also an input, or with two outputs that are the same file.
// Tests: tests/unit/egprof/console/file_guard_test.cpp, tests/cli/files/outputs.py.
#ifndef EGPROF_CONSOLE_FILE_GUARD_H_
#define EGPROF_CONSOLE_FILE_GUARD_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "egprof/console/output_file.h"

namespace egprof {

// Every output is registered here before anything is written, so that a command line that would destroy a file is
// refused as a whole. Files are identified by FileIdentity. Devices, pipes and terminals may be both read and written.
class FileGuard {
 public:
  using Paths = std::function<std::vector<std::string>()>;

  // Registers input files. `paths` returns their paths; it is called only if an output is a file that already exists.
  void AddInputs(Paths paths) { pending_.push_back(std::move(paths)); }

  // Registers an output. `name` is its option as users type it; `path` is a path as for IdentityOfOutput: "" and "-"
  // mean standard output. Errors: kBadArgument if the file is also an input or another output.
  void AddOutput(const std::string& name, const std::string& path);

  // Check one registered output, or all of them, a second time, because inputs may have been added, and links created,
  // after the registration. Errors: kBadArgument.
  void RequireNoInput(const std::string& path);
  void RequireNoInputs();

 private:
  const std::map<FileIdentity, std::string>& Inputs();

  std::vector<Paths> pending_;                // inputs that have not been listed yet
  std::map<FileIdentity, std::string> read_;  // paths of inputs
  std::map<FileIdentity, std::string> written_;
  std::map<std::string, std::string> names_;  // options of outputs, by path
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_FILE_GUARD_H_
