// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the anchor files that libotf2 3.0 writes and accepts, found by writing and changing such files. Byte 1 is
// the byte order: 'B' if the least significant byte comes first, '#' if the most significant one does. From byte 46 on,
// there are three zero-terminated strings (machine, creator, description), and the number of properties in four bytes.
// Two zero-terminated strings follow for each property: its name and its value.
#include "read/trace/otf2/anchor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "base/bytes.h"
#include "base/text.h"
#include "read/file/file.h"
#include "read/trace/folder.h"

namespace profdiff {

namespace {

// Skips `count` zero-terminated strings, or all bytes if there are fewer strings.
void SkipTexts(ByteCursor& bytes, std::uint64_t count) {
  for (; count > 0 && bytes.ok(); --count) bytes.ZeroTerminated();
}

constexpr std::string_view kAnchorEnd = ".otf2";

std::string StemOf(const std::string& anchor) {
  return anchor.substr(0, anchor.size() - std::min(anchor.size(), kAnchorEnd.size()));
}

void RequireFileOrFolder(const std::string& path) {
  std::error_code error;
  const bool is_there = std::filesystem::exists(path, error);
  if (is_there && !IsRegularFile(path) && !IsFolder(path)) throw NotRegularError(path);
}

}  // namespace

bool HasItsProperties(std::string_view anchor) {
  constexpr std::size_t kTexts = 46;
  if (anchor.size() < kTexts) return false;
  ByteCursor cursor(anchor.substr(kTexts), /*big_endian=*/anchor[1] == '#');
  SkipTexts(cursor, 3);
  SkipTexts(cursor, 2 * std::uint64_t{cursor.U32()});
  return cursor.ok();
}

bool IsSafeAnchor(const std::string& path) {
  constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 20;
  std::error_code error;
  const std::uintmax_t size = IsRegularFile(path) ? std::filesystem::file_size(path, error) : 0;
  return (error || size <= kLargest) && HasItsProperties(ReadWholeFile(path, FileKind::kRegular));
}

// An archive STEM consists of STEM.otf2 (anchor), STEM.def (global definitions), STEM.marker, and the directory STEM,
// which contains N.def and N.evt for each location N.
void RequireRegularFilesOfArchive(const std::string& anchor) {
  const std::string stem = StemOf(anchor);
  const std::string folder = stem.substr(0, stem.size() - BaseName(stem).size());
  const std::string begin = std::string(BaseName(stem)) + ".";
  for (const std::string& name : NamesInFolder(folder.empty() ? "." : folder)) {
    if (name.starts_with(begin)) RequireFileOrFolder(folder + name);
  }
  for (const std::string& name : NamesInFolder(stem)) RequireFileOrFolder(JoinPath(stem, name));
}

std::string FileOfLocation(const std::string& anchor, std::uint64_t location, std::string_view ending) {
  return JoinPath(StemOf(anchor), std::to_string(location) + std::string(ending));
}

std::string AnchorOfArchive(const std::string& path) {
  if (!IsFolder(path)) return path;
  for (const std::string& name : NamesInFolder(path)) {
    if (name.ends_with(kAnchorEnd)) return JoinPath(path, name);
  }
  return path;
}

}  // namespace profdiff
