// SPDX-License-Identifier: GPL-3.0-or-later
// Characters in UTF-8 text. Tests: tests/unit/base/utf8_test.cpp.
#ifndef PROFDIFF_BASE_UTF8_H_
#define PROFDIFF_BASE_UTF8_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace profdiff {

// One character of a UTF-8 text. A byte that is not part of a well-formed character is read as Latin-1.
struct Utf8Character {
  std::size_t bytes = 0;
  char32_t code = 0;
};

// Returns the first character of a non-empty string.
Utf8Character FirstCharacter(std::string_view text);

// Calls use(character, bytes) for each character of a string; `bytes` is the part of the string that encodes the
// character.
template <class Use>
void ForEachCharacter(std::string_view text, const Use& use) {
  while (!text.empty()) {
    const Utf8Character character = FirstCharacter(text);
    use(character, text.substr(0, character.bytes));
    text.remove_prefix(character.bytes);
  }
}

// Converts any bytes to UTF-8. Bytes that are not part of well-formed characters are read as Latin-1.
std::string AsUtf8(std::string_view bytes);

// Returns the whole text if the cost of its characters is at most `limit`; otherwise the text with its middle replaced
// by `mark`.
std::string CutMiddle(std::string_view text, std::size_t limit, std::size_t (*cost)(Utf8Character),
                      std::string_view mark = "...");

// Returns `text`, shortened in the middle to at most `limit` characters. `mark` replaces the omitted part.
std::string CutToCharacters(std::string_view text, std::size_t limit, std::string_view mark = "...");

std::size_t CountCharacters(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_UTF8_H_
