// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/console/terminal_text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/text.h"

namespace egprof {
namespace {

constexpr std::size_t kIncomplete = ~std::size_t{0};

unsigned Byte(char c) { return static_cast<unsigned char>(c); }

// The bytes of the UTF-8 character (RFC 3629), or of the two characters that end a line of CSV, that a text begins
// with: 0 if it begins with none, kIncomplete if it ends before that can be told.
std::size_t CharacterLength(std::string_view text) {
  const unsigned first = Byte(text[0]);
  if (first == '\r') return text.size() == 1 ? kIncomplete : text[1] == '\n' ? 2 : 1;
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size()) return kIncomplete;
    // Neither longer than needed, nor half of a pair, nor beyond the last character.
    const unsigned least = i == 1 && first == 0xe0 ? 0xa0 : i == 1 && first == 0xf0 ? 0x90 : 0x80;
    const unsigned most = i == 1 && first == 0xed ? 0x9f : i == 1 && first == 0xf4 ? 0x8f : 0xbf;
    if (Byte(text[i]) < least || Byte(text[i]) > most) return 0;
  }
  return length;
}

bool IsObeyed(std::string_view character) {
  const unsigned first = Byte(character[0]);
  if (character.size() == 1) return first == 0x7f || (first < 0x20 && first != '\n' && first != '\t' && first != '\f');
  if (first == 0xc2) return Byte(character[1]) < 0xa0;  // control characters once more
  return profdiff::IsDirectionControl(character);
}

void AppendEscaped(std::string& out, std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  for (char c : bytes) out.append("\\x") += {kDigits[Byte(c) >> 4], kDigits[Byte(c) & 15]};
}

}  // namespace

std::string TerminalText::Show(std::string_view piece) {
  const std::string joined = unfinished_.empty() ? std::string() : std::exchange(unfinished_, {}).append(piece);
  if (!joined.empty()) piece = joined;
  std::string shown;
  shown.reserve(piece.size());
  while (!piece.empty()) {
    const std::size_t length = CharacterLength(piece);
    if (length == kIncomplete) {
      unfinished_ = piece;
      break;
    }
    const std::string_view character = piece.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0 || IsObeyed(character)) {
      AppendEscaped(shown, character);
    } else {
      shown += character;
    }
    piece.remove_prefix(character.size());
  }
  return shown;
}

std::string TerminalText::Rest() {
  std::string shown;
  AppendEscaped(shown, std::exchange(unfinished_, {}));
  return shown;
}

std::string ForTerminal(std::string_view text) {
  TerminalText terminal;
  std::string shown = terminal.Show(text);
  return shown + terminal.Rest();
}

}  // namespace egprof
