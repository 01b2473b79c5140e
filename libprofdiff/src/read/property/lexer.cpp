// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar needs only one token of lookahead. Keywords are tokens like names; only ExpectName rejects them where a
// name is required.
#include "read/property/lexer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "base/text.h"
#include "values/asl_words.h"

namespace profdiff {
namespace {

// Longer marks come before their prefixes.
constexpr std::string_view kMarks[] = {"<=", ">=", "==", "!=", "<", ">", "=", "+", "-", "*",
                                       "/",  "(",  ")",  "{",  "}", ";", ",", ":", "."};
constexpr std::string_view kUnits[] = {"%", "ms", "us", "s"};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || IsDigit(c); }

// Returns the unit at the start of a text; empty if there is none. "5sum" does not have the unit "s".
std::string_view UnitAt(std::string_view text) {
  for (std::string_view unit : kUnits) {
    if (!text.starts_with(unit)) continue;
    const bool goes_on = unit != "%" && text.size() > unit.size() && IsNamePart(text[unit.size()]);
    if (!goes_on) return unit;
  }
  return {};
}

}  // namespace

void AslLexer::Fail(std::uint32_t line, const std::string& reason) const {
  throw Error(ErrorCode::kBadArgument, reason, path_, Place::Line(line));
}

// Shortens the text from the file and replaces its control characters, since files are untrusted.
void AslLexer::FailExpecting(std::string_view what) const {
  constexpr std::size_t kShown = 40;
  std::string found =
      word_.kind == AslWord::Kind::kEnd ? "the end of the file" : "'" + std::string(word_.text.substr(0, kShown)) + "'";
  Fail(word_.line, "expected " + std::string(what) + ", not " + WithoutControls(std::move(found)));
}

void AslLexer::SkipBlanks() {
  while (!rest_.empty()) {
    if (rest_.starts_with("//")) {
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    } else if (rest_[0] == '\n' || rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\r') {
      if (rest_[0] == '\n') ++line_;
      rest_.remove_prefix(1);
    } else {
      return;
    }
  }
}

// A number and its unit are one token, with or without blanks in between.
void AslLexer::TakeNumber() {
  const auto result = std::from_chars(rest_.data(), rest_.data() + rest_.size(), word_.number);
  if (result.ec != std::errc() || !std::isfinite(word_.number)) Fail(line_, "a number that is too large");
  const std::string_view all = rest_;
  rest_.remove_prefix(static_cast<std::size_t>(result.ptr - rest_.data()));
  const std::size_t blanks = std::min(rest_.find_first_not_of(" \t"), rest_.size());
  word_.unit = UnitAt(rest_.substr(blanks));
  if (!word_.unit.empty()) rest_.remove_prefix(blanks + word_.unit.size());
  word_.kind = AslWord::Kind::kNumber;
  word_.text = all.substr(0, all.size() - rest_.size());
  if (!rest_.empty() && IsNamePart(rest_[0]))
    Fail(line_, "expected %, s, ms, us or a blank after the number " + std::string(word_.text));
}

// A string must end on its line; otherwise a missing quote would be reported only at the end of the file.
void AslLexer::TakeText() {
  rest_.remove_prefix(1);
  const std::size_t end = rest_.find_first_of("\"\n");
  if (end == std::string_view::npos || rest_[end] == '\n') Fail(line_, "expected '\"' at the end of a string");
  word_.kind = AslWord::Kind::kText;
  word_.text = rest_.substr(0, end);
  rest_.remove_prefix(end + 1);
}

void AslLexer::Step() {
  SkipBlanks();
  word_ = {};
  word_.line = line_;
  if (rest_.empty()) return;
  if (IsDigit(rest_[0]) || (rest_[0] == '.' && rest_.size() > 1 && IsDigit(rest_[1]))) return TakeNumber();
  if (rest_[0] == '"') return TakeText();
  if (IsNameStart(rest_[0])) {
    word_.kind = AslWord::Kind::kName;
    word_.text = rest_.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(rest_, IsNamePart) - rest_.begin()));
  } else {
    const auto mark = std::ranges::find_if(kMarks, [this](std::string_view known) { return rest_.starts_with(known); });
    if (mark == std::end(kMarks))
      Fail(line_, WithoutControls("'" + std::string(1, rest_[0]) + "' is not part of the language"));
    word_.kind = AslWord::Kind::kMark;
    word_.text = *mark;
  }
  rest_.remove_prefix(word_.text.size());
}

bool AslLexer::Take(std::string_view text) {
  if (!Is(text)) return false;
  Step();
  return true;
}

void AslLexer::Expect(std::string_view text) {
  if (!Take(text)) FailExpecting("'" + std::string(text) + "'");
}

std::string AslLexer::ExpectName(std::string_view what) {
  if (word_.kind != AslWord::Kind::kName || IsAslKeyword(word_.text)) FailExpecting(what);
  if (word_.text.size() > kLongestAslName) Fail(word_.line, "a name of more than 100 characters");
  std::string name(word_.text);
  Step();
  return name;
}

}  // namespace profdiff
