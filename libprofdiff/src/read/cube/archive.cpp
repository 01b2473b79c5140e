// SPDX-License-Identifier: GPL-3.0-or-later
// The format of POSIX's ustar: a header of 512 bytes with the name at 0, the octal size at 124, the type at 156 and
// "ustar" at 257; then the content, filled up to a multiple of 512 bytes. Sizes that are too large for octal digits are
// binary, with the highest bit set (as in GNU tar).
#include "read/cube/archive.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace profdiff {
namespace {

constexpr std::size_t kArchiveBlock = 512;

std::string_view TextAt(std::string_view header, std::size_t begin, std::size_t size) {
  const std::string_view field = header.substr(begin, size);
  return field.substr(0, field.find('\0'));
}

std::optional<std::uint64_t> SizeIn(std::string_view header) {
  const std::string_view field = header.substr(124, 12);
  std::uint64_t size = 0;
  if ((static_cast<unsigned char>(field[0]) & 0x80) != 0) {
    for (const char c : field.substr(4)) size = size << 8 | static_cast<unsigned char>(c);
    return size;
  }
  for (const char c : field) {
    if (c == '\0' || c == ' ') continue;
    if (c < '0' || c > '7') return std::nullopt;
    size = size << 3 | static_cast<std::uint64_t>(c - '0');
  }
  return size;
}

}  // namespace

bool IsArchive(std::string_view bytes) { return bytes.size() >= kArchiveBlock && bytes.substr(257, 5) == "ustar"; }

std::string_view FirstMemberOf(std::string_view bytes) { return TextAt(bytes, 0, 100); }

ArchiveMembers MembersOf(std::string_view archive) {
  ArchiveMembers found;
  std::size_t at = 0;
  while (at + kArchiveBlock <= archive.size()) {
    const std::string_view header = archive.substr(at, kArchiveBlock);
    if (header.find_first_not_of('\0') == std::string_view::npos) return found;
    const std::optional<std::uint64_t> size = SizeIn(header);
    if (!IsArchive(header) || !size) break;
    at += kArchiveBlock;
    const std::string_view content = archive.substr(std::min(at, archive.size()), *size);
    if (content.size() < *size) break;
    std::string_view name = TextAt(header, 0, 100);
    if (name.starts_with("./")) name.remove_prefix(2);
    const char type = header[156];
    if (type == '\0' || type == '0') found.members.emplace(name, content);
    at += (*size + kArchiveBlock - 1) / kArchiveBlock * kArchiveBlock;
  }
  // Writers may leave out the empty blocks at the end.
  found.is_cut = at != archive.size();
  return found;
}

}  // namespace profdiff
