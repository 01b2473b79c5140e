// SPDX-License-Identifier: GPL-3.0-or-later
// Applies the user's rename rules, EXPRESSION=REPLACEMENT, to names. Test: tests/unit/analyze/match/rename_test.cpp.
#include <utility>

#include "base/regex.h"
#include "profdiff/error.h"
#include "profdiff/match.h"

namespace profdiff {
namespace {

// Returns the position of the first "=" without a backslash before it.
std::size_t FindSeparator(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '=') {
      return i;
    }
  }
  return std::string_view::npos;
}

[[noreturn]] void Refuse(const std::string& rule, const std::string& cause) {
  throw Error(ErrorCode::kBadArgument, "rename rule '" + rule + "': " + cause);
}

struct Rule {
  Regex expression;
  std::string replacement;
};

// Errors: kBadArgument for a rule without "=", or with an expression that is empty, too large or invalid.
Rule Compile(const std::string& text) {
  const std::size_t separator = FindSeparator(text);
  if (separator == std::string::npos) Refuse(text, "there is no '=' between expression and replacement");
  if (separator == 0) Refuse(text, "the expression is empty");
  try {
    return {Regex(text.substr(0, separator)), text.substr(separator + 1)};
  } catch (const Error& error) {
    constexpr std::size_t kShown = 80;
    Refuse(text.size() > kShown ? text.substr(0, kShown) + "..." : text, error.cause());
  }
}

}  // namespace

struct Renames::Rules : std::vector<Rule> {};

Renames::Renames(const std::vector<RenameRule>& rules) {
  Rules linkage, demangled;
  for (const RenameRule& rule : rules) (rule.demangled ? demangled : linkage).push_back(Compile(rule.text));
  if (!linkage.empty()) linkage_ = std::make_shared<const Rules>(std::move(linkage));
  if (!demangled.empty()) demangled_ = std::make_shared<const Rules>(std::move(demangled));
}

std::optional<std::string> Renames::Apply(const Rules* rules, std::string_view name) {
  if (rules == nullptr || name.size() > kLongestName) return std::nullopt;
  // Rules are applied one after the other, each to the result of the previous one. The length of names is limited: each
  // rule can multiply it.
  std::string renamed(name);
  for (const Rule& rule : *rules) {
    renamed = rule.expression.Replace(renamed, rule.replacement);
    if (renamed.size() > kLongestName) return std::nullopt;
  }
  return renamed == name ? std::nullopt : std::optional<std::string>(std::move(renamed));
}

}  // namespace profdiff
