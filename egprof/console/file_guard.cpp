// SPDX-License-Identifier: GPL-3.0-or-later
// Refuses outputs that would overwrite inputs or each other. Files are identified by device and inode, so a file is
// recognised even if its path is spelled differently or leads through links.
//
// Tests: tests/unit/egprof/console/file_guard_test.cpp, tests/cli/files/outputs.py.
#include "egprof/console/file_guard.h"

#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

std::string Shown(const std::string& path) { return path.empty() || path == "-" ? "standard output" : path; }

// True if the path leads to standard output and the file behind it is empty, as after a shell has opened it with `>`.
// No data can then be lost.
bool IsEmptyStandardOutput(const std::string& path) {
  struct stat status;
  return LeadsToStandardOutput(path) && fstat(STDOUT_FILENO, &status) == 0 && status.st_size == 0;
}

// Returns advice for the user: an option can name another file, but gprof's own outputs (gmon.sum, FILE-ann) have fixed
// names.
std::string WayOut(const std::string& name) {
  return name.starts_with("--") ? "name another file"
                                : "-s and -y write into the working directory: run egprof in another one";
}

[[noreturn]] void RefuseInput(const std::string& name, const std::string& path, const std::string& input) {
  if (LeadsToStandardOutput(path)) {
    throw Error(ErrorCode::kBadArgument,
                "standard output is redirected to this file, which is also an input; redirect it to another file",
                input);
  }
  const std::string what = input == path ? "this file" : input == "-" ? "the file of standard input" : input;
  throw Error(ErrorCode::kBadArgument, name + " would overwrite " + what + ", which is an input; " + WayOut(name),
              path);
}

[[noreturn]] void RefuseOutputs(const std::pair<std::string, std::string>& first,
                                const std::pair<std::string, std::string>& second) {
  const std::string &name = second.second, &path = second.first;
  const std::string also = first.first == path ? "" : ", which is also " + Shown(first.first);
  throw Error(ErrorCode::kBadArgument,
              first.second + " and " + name + " cannot both be written to it" + also + "; give each its own file",
              Shown(path));
}

}  // namespace

// Compares the output with inputs and earlier outputs. A file that does not exist yet is identified by its directory
// and name.
void FileGuard::AddOutput(const std::string& name, const std::string& path) {
  names_.emplace(path, name);
  RequireNoInput(path);
  const std::optional<FileIdentity> identity = IdentityOfOutput(path);
  if (!identity) return;
  const auto [other, is_new] = written_.emplace(*identity, path);
  if (!is_new) RefuseOutputs(*names_.find(other->second), {path, name});
}

void FileGuard::RequireNoInput(const std::string& path) {
  const auto output = names_.find(path);
  if (output == names_.end()) return;
  const std::optional<FileIdentity> identity = IdentityOfOutput(path);
  // No input can be lost if the file does not exist yet, or if the shell has just emptied it.
  if (!identity || !identity->name.empty() || IsEmptyStandardOutput(path)) return;
  const auto input = Inputs().find(*identity);
  if (input != Inputs().end()) RefuseInput(output->second, path, input->second);
}

void FileGuard::RequireNoInputs() {
  for (const auto& output : names_) RequireNoInput(output.first);
}

// Lists inputs only if needed: directories of recordings can contain thousands of files.
const std::map<FileIdentity, std::string>& FileGuard::Inputs() {
  for (const Paths& paths : std::exchange(pending_, {})) {
    for (const std::string& path : paths()) {
      if (const std::optional<FileIdentity> identity = IdentityOfInput(path)) read_.emplace(*identity, path);
    }
  }
  return read_;
}

}  // namespace egprof
