// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef PROFDIFF_BASE_SAME_FILE_H_
#define PROFDIFF_BASE_SAME_FILE_H_

#include <filesystem>
#include <string>
#include <system_error>

namespace profdiff {

// True if both paths refer to the same file, for example through a link.
inline bool IsSameFile(const std::string& a, const std::string& b) {
  std::error_code error;
  return a == b || std::filesystem::equivalent(a, b, error);
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_SAME_FILE_H_
