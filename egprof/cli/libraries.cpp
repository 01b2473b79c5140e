// SPDX-License-Identifier: GPL-3.0-or-later
// CMake writes the table; see libprofdiff/cmake/Libraries.cmake.
#include "egprof/cli/libraries.h"

#include <algorithm>

namespace egprof {
namespace {

struct LibraryRow {
  std::string_view name, version, licence, holder;
};

#include "generated/libraries.h"

}  // namespace

std::string LibrariesText() {
  std::size_t name = 0, version = 0;
  for (const LibraryRow& row : kLibraries) {
    name = std::max(name, row.name.size());
    version = std::max(version, row.version.size());
  }
  std::string text = "\nLibraries in this build, with licence and copyright:\n";
  for (const LibraryRow& row : kLibraries) {
    text.append("  ").append(row.name).append(name - row.name.size() + 2, ' ');
    text.append(row.version).append(version - row.version.size() + 2, ' ');
    text.append(row.licence).append("; ").append(row.holder).append("\n");
  }
  return text;
}

}  // namespace egprof
