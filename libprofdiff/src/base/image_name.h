// SPDX-License-Identifier: GPL-3.0-or-later
// Names of programs and libraries without directories and versions.
// Test: tests/unit/analyze/match/match_names_test.cpp.
#ifndef PROFDIFF_BASE_IMAGE_NAME_H_
#define PROFDIFF_BASE_IMAGE_NAME_H_

#include <cstddef>
#include <string_view>

#include "base/text.h"

namespace profdiff {

// Returns the name without directory, suffix and version, for example "libc" for "/lib/libc.so.6" and "libc-2.36.so".
inline std::string_view ImageStem(std::string_view path) {
  std::string_view name = BaseName(path);
  constexpr std::string_view kDeleted = " (deleted)";  // added by Linux if the file was deleted
  if (name.ends_with(kDeleted)) name.remove_suffix(kDeleted.size());
  for (std::size_t at = 1; at + 1 < name.size(); ++at) {
    const std::string_view rest = name.substr(at);
    if (rest == ".so" || rest.starts_with(".so.")) return name.substr(0, at);
    if (rest[0] == '-' && rest[1] >= '0' && rest[1] <= '9') return name.substr(0, at);
  }
  return name;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_IMAGE_NAME_H_
