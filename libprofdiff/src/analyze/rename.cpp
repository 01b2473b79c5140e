// SPDX-License-Identifier: GPL-3.0-or-later
// What a user's rules make of a name. Test: tests/unit/analyze/rename_test.cpp.
#include "profdiff/rename.h"

#include "analyze/bounded_regex.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

// The first "=" that no backslash protects.
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

}  // namespace

Renames::Renames(const std::vector<RenameRule>& rules) {
  for (const RenameRule& rule : rules) {
    const std::size_t separator = FindSeparator(rule.text);
    if (separator == std::string::npos) Refuse(rule.text, "there is no '=' between expression and replacement");
    if (separator == 0) Refuse(rule.text, "the expression is empty");
    if (separator > kLongestExpression) Refuse(rule.text.substr(0, 40) + "...", "the expression is too large");
    try {
      std::regex expression = CompileBounded(rule.text.substr(0, separator));
      (rule.demangled ? demangled_ : linkage_)
          .push_back({std::move(expression), rule.text.substr(separator + 1), rule.text});
    } catch (const Error& error) {
      Refuse(rule.text, error.message());
    }
  }
}

std::optional<std::string> Renames::Apply(const std::vector<Rule>& rules, std::string_view name) {
  if (rules.empty() || name.size() > kLongestName) return std::nullopt;
  std::string renamed(name);
  for (const Rule& rule : rules) {
    try {
      renamed = ReplaceBounded(renamed, rule.expression, rule.replacement);
    } catch (const TooComplex&) {
      Refuse(rule.text, "the expression is too complex for the name '" + std::string(name.substr(0, 200)) + "'");
    } catch (const std::regex_error&) {  // too complex for this name
      return std::nullopt;
    }
    if (renamed.size() > kLongestName) return std::nullopt;
  }
  return renamed == name ? std::nullopt : std::optional<std::string>(std::move(renamed));
}

}  // namespace profdiff
