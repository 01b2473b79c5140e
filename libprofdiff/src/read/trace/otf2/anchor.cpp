// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the files that libotf2 3.0 writes, found by changing them byte by byte: the byte order at 1 ('B' for the
// most significant byte first), from 43 on three zero-terminated texts (machine, description, creator), the number of
// properties in four bytes, and two such texts for each property.
#include "read/trace/otf2/anchor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "read/file/file.h"
#include "read/trace/folder.h"

namespace profdiff {

bool HasItsProperties(std::string_view anchor) {
  constexpr std::size_t kTexts = 43;
  std::size_t at = kTexts;
  for (int text = 0; text < 3; ++text) {
    at = anchor.find('\0', at);
    if (at == std::string_view::npos) return false;
    ++at;
  }
  if (anchor.size() < at + 4) return false;
  const bool big_endian = anchor[1] == 'B';
  std::uint64_t properties = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    properties = properties << 8 | static_cast<unsigned char>(anchor[at + (big_endian ? i : 3 - i)]);
  }
  return 2 * properties <= anchor.size() - at - 4;  // a property has two texts of at least one byte each
}

namespace {

constexpr std::string_view kAnchorEnd = ".otf2";

void RequireFileOrFolder(const std::string& path) {
  std::error_code error;
  const bool is_there = std::filesystem::exists(path, error);
  if (is_there && !IsRegularFile(path) && !IsFolder(path)) throw NotRegularError(path);
}

}  // namespace

// An archive STEM is STEM.otf2 (anchor), STEM.def (global definitions), STEM.marker, and the directory STEM with
// LOCATION.def and LOCATION.evt.
void RequireRegularFilesOfArchive(const std::string& anchor) {
  const std::string stem = anchor.substr(0, anchor.size() - std::min(anchor.size(), kAnchorEnd.size()));
  const std::string folder = stem.substr(0, stem.size() - BaseName(stem).size());
  const std::string begin = std::string(BaseName(stem)) + ".";
  for (const std::string& name : NamesInFolder(folder.empty() ? "." : folder)) {
    if (name.starts_with(begin)) RequireFileOrFolder(folder + name);
  }
  for (const std::string& name : NamesInFolder(stem)) RequireFileOrFolder(JoinPath(stem, name));
}

std::string AnchorOfArchive(const std::string& path) {
  if (!IsFolder(path)) return path;
  for (const std::string& name : NamesInFolder(path)) {
    if (name.ends_with(kAnchorEnd)) return JoinPath(path, name);
  }
  return path;
}

}  // namespace profdiff
