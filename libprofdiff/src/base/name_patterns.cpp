// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions stay separate: if they were joined by "|", their groups would be renumbered, and an error could not name
// the expression at fault.
#include "base/name_patterns.h"

#include <utility>

#include "base/bounded_regex.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

// Maximum length of expressions and of names, in bytes. Matching recurses for each character: with a longer name, even
// a simple expression could exceed the bound on the stack. That would end the command, whereas a name that is too long
// simply does not match.
constexpr std::size_t kLongest = 4096;

[[noreturn]] void Refuse(const std::string& text, const std::string& cause) {
  throw Error(ErrorCode::kBadArgument, "expression '" + text.substr(0, 200) + "': " + cause);
}

}  // namespace

NamePatterns::NamePatterns(std::vector<std::string> expressions) : texts_(std::move(expressions)) {
  for (const std::string& text : texts_) {
    try {
      if (text.size() > kLongest) throw Error(ErrorCode::kBadArgument, "the expression is too large");
      expressions_.push_back(CompileBounded(text));
    } catch (const Error& error) {
      Refuse(text, error.cause());
    }
  }
}

bool NamePatterns::Find(const std::string& name) const {
  if (name.size() > kLongest) return false;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    try {
      if (FindBounded(name, expressions_[i])) return true;
    } catch (const TooComplex&) {
      Refuse(texts_[i], "the expression is too complex for the name '" + name.substr(0, 200) + "'");
    }
  }
  return false;
}

}  // namespace profdiff
