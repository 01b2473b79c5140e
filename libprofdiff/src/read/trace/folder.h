// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that read directories and the beginnings of files.
#ifndef PROFDIFF_READ_TRACE_FOLDER_H_
#define PROFDIFF_READ_TRACE_FOLDER_H_

#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

bool IsFolder(const std::string& path);

// Returns the names in a directory, sorted by bytes, without "." and ".."; empty if the directory cannot be read.
std::vector<std::string> NamesInFolder(const std::string& path);

// Returns the first `count` bytes of a regular file, or the whole file if it is shorter; empty if it cannot be read.
std::string FirstBytesOf(const std::string& path, std::size_t count);

inline std::string JoinPath(const std::string& folder, std::string_view name) {
  return folder + (folder.ends_with('/') ? "" : "/") + std::string(name);
}

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_FOLDER_H_
