// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a file of properties.
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
  std::string_view text;  // of a kText what is between the quotes; of a kMark "<=" and its like
  double number = 0;
  std::string_view unit;  // of a kNumber: "", "%", "s", "ms", "us"
  std::uint32_t line = 0;
};

class AslLexer {
 public:
  // `text` has to outlive the words.
  AslLexer(std::string_view text, const std::string& path) : rest_(text), path_(path) { Step(); }

  const AslWord& word() const { return word_; }
  bool Is(std::string_view text) const { return IsMarkOrName() && word_.text == text; }

  // Goes on to the next word.
  // Errors: kBadArgument for what is no word.
  void Step();

  // Steps over a word if it is there.
  bool Take(std::string_view text);
  // Errors: kBadArgument if it is not there.
  void Expect(std::string_view text);
  // A name, which is no keyword. `what` is for people.
  std::string ExpectName(std::string_view what);

  // "PATH:LINE: expected …, not 'x'".
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
