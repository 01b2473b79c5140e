// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a file of properties into tokens.
// Tests: tests/unit/read/property/asl_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_LEXER_H_
#define PROFDIFF_READ_PROPERTY_LEXER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profdiff/error.h"

namespace profdiff {

struct AslWord {
  enum class Kind : std::uint8_t { kName, kNumber, kText, kMark, kEnd };

  Kind kind = Kind::kEnd;
  std::string_view text;  // for kText without the quotes; for kMark an operator such as "<="
  double number = 0;
  std::string_view unit;  // for kNumber: "", "%", "s", "ms", "us"
  std::uint32_t line = 0;
};

class AslLexer {
 public:
  // `text` must outlive the tokens.
  AslLexer(std::string_view text, const std::string& path) : rest_(text), path_(path) { Step(); }

  const AslWord& word() const { return word_; }
  bool Is(std::string_view text) const { return IsMarkOrName() && word_.text == text; }

  // Moves to the next token.
  // Errors: kBadArgument for an invalid token.
  void Step();

  // Skips the current token and returns true if the token is `text`; otherwise returns false.
  bool Take(std::string_view text);
  // Skips the current token. Errors: kBadArgument if it is not `text`.
  void Expect(std::string_view text);
  // Skips and returns a name that is not a keyword. `what` describes the name in error messages.
  std::string ExpectName(std::string_view what);

  // Throws "PATH:LINE: expected …, not 'x'".
  [[noreturn]] void FailExpecting(std::string_view what) const;
  [[noreturn]] void Fail(std::uint32_t line, const std::string& reason) const;

 private:
  bool IsMarkOrName() const { return word_.kind == AslWord::Kind::kMark || word_.kind == AslWord::Kind::kName; }
  void SkipBlanks();
  void TakeNumber();
  void TakeText();

  std::string_view rest_;
  const std::string& path_;
  std::uint32_t line_ = 1;
  AslWord word_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_LEXER_H_
