// SPDX-License-Identifier: GPL-3.0-or-later
// Source: well-formed byte sequences in Unicode 15, table 3-7.
#include "base/utf8.h"

#include <algorithm>
#include <vector>

namespace profdiff {
namespace {

// Returns the number of bytes that follow the first byte of a character; 0 for ASCII and for bytes that do not start a
// character.
std::size_t FollowingBytes(unsigned char first) {
  // C0 and C1 could only start overlong encodings of ASCII; F5 and above would exceed U+10FFFF.
  if (first >= 0xc2 && first < 0xe0) return 1;
  if (first >= 0xe0 && first < 0xf0) return 2;
  if (first >= 0xf0 && first < 0xf5) return 3;
  return 0;
}

// False for overlong encodings, surrogates (U+D800 to U+DFFF) and numbers above U+10FFFF.
bool IsScalarValue(char32_t code, std::size_t following) {
  constexpr char32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
  return code >= kSmallest[following] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

std::size_t One(Utf8Character) { return 1; }

}  // namespace

Utf8Character FirstCharacter(std::string_view text) {
  auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  Utf8Character as_byte{1, byte(0)};
  std::size_t following = FollowingBytes(byte(0));
  if (following == 0 || following >= text.size()) return as_byte;
  char32_t code = byte(0) & (0x3fU >> following);  // the first byte contains 5, 4 or 3 bits of the number
  for (std::size_t i = 1; i <= following; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return as_byte;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  if (!IsScalarValue(code, following)) return as_byte;
  return {following + 1, code};
}

std::string AsUtf8(std::string_view bytes) {
  if (std::ranges::all_of(bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return std::string(bytes);
  std::string text;
  text.reserve(bytes.size());
  ForEachCharacter(bytes, [&](Utf8Character character, std::string_view part) {
    if (character.bytes > 1 || character.code < 0x80) {
      text += part;
    } else {  // a Latin-1 byte, 80 to FF, which takes two bytes in UTF-8
      text += static_cast<char>(0xc0 | character.code >> 6);
      text += static_cast<char>(0x80 | (character.code & 0x3f));
    }
  });
  return text;
}

std::string CutMiddle(std::string_view text, std::size_t limit, std::size_t (*cost)(Utf8Character),
                      std::string_view mark) {
  std::vector<std::size_t> ends{0}, costs{0};  // bytes and cost of the first n characters, indexed by n
  ForEachCharacter(text, [&](Utf8Character character, std::string_view) {
    ends.push_back(ends.back() + character.bytes);
    costs.push_back(costs.back() + cost(character));
  });
  if (costs.back() <= limit) return std::string(text);
  std::size_t size = 0;
  ForEachCharacter(mark, [&](Utf8Character character, std::string_view) { size += cost(character); });
  // The part before the mark gets the larger half of the cost that is left for text. The whole text costs more than the
  // limit, so neither loop passes the other end of the text.
  const std::size_t kept = limit > size ? limit - size : 0;
  std::size_t head = 0, tail = ends.size() - 1;
  while (costs[head + 1] <= kept - kept / 2) ++head;
  while (costs.back() - costs[tail - 1] <= kept / 2) --tail;
  return std::string(text.substr(0, ends[head])).append(mark).append(text.substr(ends[tail]));
}

std::string CutToCharacters(std::string_view text, std::size_t limit, std::string_view mark) {
  return CutMiddle(text, limit, One, mark);
}

std::size_t CountCharacters(std::string_view text) {
  std::size_t count = 0;
  ForEachCharacter(text, [&](Utf8Character, std::string_view) { ++count; });
  return count;
}

}  // namespace profdiff
