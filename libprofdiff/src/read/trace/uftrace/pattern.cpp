// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns must match the same names as in uftrace, because they determine which layout a function's recorded arguments
// and return value have. They come from the recording, so that their cost must not grow exponentially: RE2 matches
// them. Here, the parts that RE2 reads in another way are rewritten, and what POSIX does not define is refused. Syntax:
// POSIX extended regular expressions (IEEE Std 1003.1-2017, XBD 9.4), and shell patterns (XCU 2.13).
#include "read/trace/uftrace/pattern.h"

#include <cctype>
#include <optional>

#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr std::string_view kOfExpressions = ".?*+-^$|()[]{}";

unsigned char Byte(char c) { return static_cast<unsigned char>(c); }

class PatternWriter {
 public:
  explicit PatternWriter(std::string_view pattern) : left_(pattern) {}

  // Returns a regular expression for RE2; nullopt if the pattern is invalid.
  std::optional<std::string> FromExpression() {
    while (!left_.empty() && !failed_) {
      const char c = Take();
      if (c == '[') {
        AddBracket("^");
      } else if (c == '\\') {
        AddEscaped();
      } else if (c == '{' && left_.starts_with(',')) {
        out_ += "{0";  // RE2 takes "{,5}" for plain characters
      } else {
        CheckInterval(c);
        out_ += c;
      }
    }
    return Result();
  }

  std::optional<std::string> FromGlob() {
    out_ = "^";
    while (!left_.empty() && !failed_) {
      const char c = Take();
      if (c == '*') {
        out_ += ".*";
      } else if (c == '?') {
        out_ += '.';
      } else if (c == '[') {
        AddBracket("!^");
      } else {
        AddCharacter(c == '\\' ? Take() : c);
      }
    }
    out_ += '$';
    return Result();
  }

 private:
  std::optional<std::string> Result() { return failed_ ? std::nullopt : std::optional(std::move(out_)); }

  char Take() {
    if (left_.empty()) failed_ = true;
    const char c = left_.empty() ? '\0' : left_.front();
    left_.remove_prefix(left_.empty() ? 0 : 1);
    return c;
  }

  void AddCharacter(char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out_ += "\\x";
    out_ += kDigits[Byte(c) >> 4];
    out_ += kDigits[Byte(c) & 15];
  }

  // Letters, digits and quotes after a backslash are GNU extensions, which are not supported.
  void AddEscaped() {
    const char c = Take();
    if (std::isalnum(Byte(c)) != 0 || c == '<' || c == '>' || c == '`' || c == '\'') failed_ = true;
    AddCharacter(c);
  }

  // Refuses a brace that begins no interval, which RE2 takes for a plain character.
  void CheckInterval(char c) {
    if (c != '{') return;
    const std::size_t end = left_.find('}');
    const std::string_view counts = left_.substr(0, end);
    if (end == std::string_view::npos || counts.empty() ||
        counts.find_first_not_of("0123456789,") != std::string_view::npos) {
      failed_ = true;
    }
  }

  // Rewrites the content of a bracket expression and the closing "]". A "]" as the first character is part of the
  // content, and a backslash is a plain character.
  void AddBracket(std::string_view negations) {
    out_ += '[';
    if (!left_.empty() && negations.find(left_.front()) != std::string_view::npos) {
      Take();
      out_ += '^';
    }
    do {
      AddOfBracket();
    } while (!failed_ && !left_.starts_with(']'));
    Take();
    out_ += ']';
  }

  // Rewrites one element of a bracket expression: a character, a range of characters, or a class.
  void AddOfBracket() {
    const char c = Take();
    if (c == '[' && (left_.starts_with('.') || left_.starts_with('='))) failed_ = true;
    if (c == '[' && left_.starts_with(':')) {
      const std::size_t end = left_.find(":]");
      if (end == std::string_view::npos) failed_ = true;
      if (failed_) return;
      out_.append("[").append(left_.substr(0, end + 2));
      left_.remove_prefix(end + 2);
      return;
    }
    AddCharacter(c);
    if (!left_.starts_with('-') || left_.substr(1, 1) == "]") return;
    Take();
    out_ += '-';
    AddCharacter(Take());
  }

  std::string_view left_;  // the part of the pattern that has not been rewritten
  std::string out_;
  bool failed_ = false;
};

Regex RegexOf(std::string_view pattern, UftracePatterns patterns) {
  if (pattern.empty() || patterns == UftracePatterns::kNames || IsUftraceName(pattern)) return {};
  PatternWriter writer(pattern);
  const std::optional<std::string> text =
      patterns == UftracePatterns::kGlobs ? writer.FromGlob() : writer.FromExpression();
  if (!text) return {};
  try {
    return Regex(*text, false, Regex::Syntax::kPosix);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

bool IsUftraceName(std::string_view pattern) { return pattern.find_first_of(kOfExpressions) == std::string_view::npos; }

UftracePattern::UftracePattern(std::string_view pattern, UftracePatterns patterns)
    : text_(pattern), regex_(RegexOf(pattern, patterns)) {}

// A pattern that equals the name matches without being read as an expression, since names of operators, such as
// "operator*", may not be valid expressions.
bool UftracePattern::Matches(std::string_view name) const { return text_ == name || regex_.Find(name); }

}  // namespace profdiff
