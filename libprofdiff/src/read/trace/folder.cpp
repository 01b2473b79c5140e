// SPDX-License-Identifier: GPL-3.0-or-later
// Reads directories whose content is untrusted: only regular files are opened, and anything that cannot be read counts
// as missing, since callers only want to find out what a path contains.
#include "read/trace/folder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "profdiff/error.h"
#include "read/file/file.h"

namespace profdiff {

bool IsFolder(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

std::vector<std::string> NamesInFolder(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::ranges::sort(names);  // a directory lists its names in arbitrary order, on which output must not depend
  return names;
}

std::string FirstBytesOf(const std::string& path, std::size_t count) {
  try {
    return ReadFirst(path, count);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace profdiff
