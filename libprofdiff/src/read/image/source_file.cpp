// SPDX-License-Identifier: GPL-3.0-or-later
// Finds and reads source files for annotation. Source: GPROF.md, section 13.
// Tests: tests/oracle, by comparison with gprof; tests/properties/golden/sums_and_orders.py for GPROF_PATH.
#include <cerrno>
#include <cstdio>

#include "base/text.h"
#include "profdiff/listing.h"
#include "read/file/file.h"

namespace profdiff {
namespace {

// Returns the paths to try, in order.
std::vector<std::string> Candidates(const std::string& path, const std::vector<std::string>& search_path) {
  std::vector<std::string> candidates = {path};
  const auto add_in_folders = [&](std::string_view name) {
    for (const std::string& folder : search_path) candidates.push_back(std::string(folder).append("/").append(name));
  };
  if (!path.starts_with('/')) add_in_folders(path);
  if (path.find('/') != std::string::npos) add_in_folders(BaseName(path));
  return candidates;
}

}  // namespace

std::string FindSourceFile(const std::string& path, const std::vector<std::string>& search_path) {
  int error = ENOENT;
  for (const std::string& candidate : Candidates(path, search_path)) {
    if (std::FILE* file = std::fopen(candidate.c_str(), "rb")) {
      std::fclose(file);
      return candidate;
    }
    error = errno;  // the error for the last candidate is reported
  }
  if (error == ENOENT) throw Error(ErrorCode::kNoSource, "could not locate", path);
  throw SystemError(path, error);
}

std::string ReadSourceFile(const std::string& path, const std::vector<std::string>& search_path) {
  return ReadWholeFile(FindSourceFile(path, search_path));
}

}  // namespace profdiff
