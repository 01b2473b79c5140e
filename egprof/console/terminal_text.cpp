// SPDX-License-Identifier: GPL-3.0-or-later
// Makes text safe for terminals. Escape sequences in names of symbols and files could move the cursor, change the
// title, or make a terminal answer.
//
// Test: tests/unit/egprof/console/terminal_text_test.cpp.
#include "egprof/console/terminal_text.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>

#include "base/text.h"

namespace egprof {
namespace {

constexpr std::size_t kIncomplete = ~std::size_t{0};
constexpr char kMark = '\x01';  // begins all marks

unsigned Byte(char c) { return static_cast<unsigned char>(c); }

// Returns the length in bytes of the character at the beginning of a text: a UTF-8 character (RFC 3629), or CR LF,
// which ends a line of CSV. Returns 0 for an invalid byte; kIncomplete if more bytes are needed.
std::size_t CharacterLength(std::string_view text) {
  const unsigned first = Byte(text[0]);
  if (first == '\r') return text.size() == 1 ? kIncomplete : text[1] == '\n' ? 2 : 1;
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size()) return kIncomplete;
    // The second byte has narrower bounds after E0, ED, F0 and F4: they exclude overlong forms, surrogates, and
    // characters above U+10FFFF (RFC 3629, section 4).
    const unsigned least = i == 1 && first == 0xe0 ? 0xa0 : i == 1 && first == 0xf0 ? 0x90 : 0x80;
    const unsigned most = i == 1 && first == 0xed ? 0x9f : i == 1 && first == 0xf4 ? 0x8f : 0xbf;
    if (Byte(text[i]) < least || Byte(text[i]) > most) return 0;
  }
  return length;
}

// True for characters that terminals obey: line and direction controls, DEL, and C0 and C1 controls except for line
// feed, tab and form feed, which the listings use.
bool IsObeyed(std::string_view character) {
  const unsigned first = Byte(character[0]);
  if (character.size() == 1) return first == 0x7f || (first < 0x20 && first != '\n' && first != '\t' && first != '\f');
  if (first == 0xc2) return Byte(character[1]) < 0xa0;  // C1 controls, U+0080 to U+009F
  return profdiff::IsTextControl(character);
}

void AppendEscaped(std::string& out, std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  for (char c : bytes) out.append("\\x") += {kDigits[Byte(c) >> 4], kDigits[Byte(c) & 15]};
}

}  // namespace

profdiff::TextStyles MakeMarks() {
  std::random_device random;
  std::string token(1, kMark);
  for (int i = 0; i < 4; ++i) token += std::to_string(random()) + ".";
  return {token + "verdict;", token + "more;", token + "less;", token + "noise;", token + "end;"};
}

// Bold, magenta, cyan and faint: attributes of ECMA-48 that are legible on dark and on light ground, and that people
// who see few colours can tell apart.
TerminalText::TerminalText(const profdiff::TextStyles& marks)
    : sequences_{{marks.verdict, "\x1b[1m"},
                 {marks.more, "\x1b[35m"},
                 {marks.less, "\x1b[36m"},
                 {marks.noise, "\x1b[2m"},
                 {marks.end, "\x1b[0m"}} {
  std::erase_if(sequences_, [](const auto& sequence) { return sequence.first.empty(); });
}

// If the text begins with a mark, appends its sequence, and returns the length of the mark. Returns kIncomplete if the
// text may be the beginning of one, and 0 for any other text.
std::size_t TerminalText::MarkAt(std::string_view text, std::string& shown) const {
  if (text[0] != kMark) return 0;
  bool may_begin = false;
  for (const auto& [mark, sequence] : sequences_) {
    may_begin = may_begin || std::string_view(mark).starts_with(text);
    if (!text.starts_with(mark)) continue;
    shown += sequence;
    return mark.size();
  }
  return may_begin ? kIncomplete : 0;
}

std::string TerminalText::Show(std::string_view piece) {
  // A character may be split between two pieces. Its first bytes were kept from the previous piece.
  const std::string joined = unfinished_.empty() ? std::string() : std::exchange(unfinished_, {}).append(piece);
  if (!joined.empty()) piece = joined;
  std::string shown;
  shown.reserve(piece.size());
  while (!piece.empty()) {
    const std::size_t mark = MarkAt(piece, shown);
    if (mark != 0 && mark != kIncomplete) {
      piece.remove_prefix(mark);
      continue;
    }
    const std::size_t length = mark == kIncomplete ? mark : CharacterLength(piece);
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
