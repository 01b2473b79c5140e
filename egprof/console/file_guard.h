// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps outputs apart from the files that are read, and from each other.
// Tests: tests/unit/egprof/console/file_guard_test.cpp, tests/cli/files/outputs.py.
#ifndef EGPROF_CONSOLE_FILE_GUARD_H_
#define EGPROF_CONSOLE_FILE_GUARD_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "egprof/console/output_file.h"

namespace egprof {

// Every output is announced here before anything is written, so that a command line that would lose a file is refused
// as a whole. Files are identified by FileIdentity; devices, pipes and terminals may be both read and written.
class FileGuard {
 public:
  using Paths = std::function<std::vector<std::string>()>;

  // Announces files that are read. `paths` is called only where an output is an existing file.
  void AddInputs(Paths paths) { pending_.push_back(std::move(paths)); }

  // Announces an output; `name` is its option as users know it, `path` as for IdentityOfOutput.
  // Errors: kBadArgument where the file is read, or another output goes there.
  void AddOutput(const std::string& name, const std::string& path);

  // Asks again for one output, or for all: files that are read may have been added, and links made, since it was
  // announced. Errors: kBadArgument.
  void RequireNoInput(const std::string& path);
  void RequireNoInputs();

 private:
  const std::map<FileIdentity, std::string>& Inputs();

  std::vector<Paths> pending_;                // not looked at yet
  std::map<FileIdentity, std::string> read_;  // what a file that is read is called
  std::map<FileIdentity, std::string> written_;
  std::map<std::string, std::string> names_;  // of outputs, by their path
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_FILE_GUARD_H_
