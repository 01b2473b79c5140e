// SPDX-License-Identifier: GPL-3.0-or-later
// Applies the user's substitutions, "s/REGEX/TEXT/FLAGS", to names of functions.
// Test: tests/unit/analyze/match/substitute_test.cpp.
#include <memory>
#include <utility>

#include "base/name_parts.h"
#include "base/regex.h"
#include "profdiff/error.h"
#include "profdiff/match.h"

namespace profdiff {
namespace {

[[noreturn]] void RefuseSubstitution(const std::string& text, const std::string& cause) {
  constexpr std::size_t kShown = 80;
  const std::string shown = text.size() > kShown ? text.substr(0, kShown) + "..." : text;
  throw Error(ErrorCode::kBadArgument, "substitution '" + shown + "': " + cause);
}

struct Substitution {
  Regex expression;
  std::string replacement;  // in the syntax of Regex::Replace
  bool all = false;         // true to replace all matches
};

// Takes the part up to the next delimiter from the start of `rest`. A backslash before the delimiter is removed.
std::string TakePart(std::string_view& rest, char delimiter, const std::string& text) {
  std::string part;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == delimiter) {
      rest.remove_prefix(i + 1);
      return part;
    }
    if (rest[i] == '\\' && i + 1 < rest.size()) {
      if (rest[++i] != delimiter) part += '\\';
    }
    part += rest[i];
  }
  RefuseSubstitution(text, std::string("the third '") + delimiter + "' is missing");
}

// Converts a replacement in sed's syntax to that of Regex::Replace.
std::string ReplacementOf(std::string_view sed) {
  std::string replacement;
  for (std::size_t i = 0; i < sed.size(); ++i) {
    const bool escaped = sed[i] == '\\' && i + 1 < sed.size();
    const char c = escaped ? sed[++i] : sed[i];
    if (escaped && c >= '1' && c <= '9') {
      // Two digits, because "$1" and a literal "0" would be group 10.
      replacement.append("$0").append(1, c);
    } else if (!escaped && c == '&') {
      replacement += "$&";
    } else {
      replacement.append(c == '$' ? 1 : 0, '$').append(1, c);
    }
  }
  return replacement;
}

// Errors: kBadArgument for a text that is not a substitution.
Substitution Parse(const std::string& text) {
  constexpr std::size_t kShortest = 2;  // "s" and the delimiter
  if (text.size() < kShortest || text[0] != 's' || text[1] == '\\') {
    RefuseSubstitution(text, "it does not have the form s/EXPRESSION/TEXT/");
  }
  std::string_view rest = std::string_view(text).substr(kShortest);
  const std::string expression = TakePart(rest, text[1], text);
  const std::string replacement = TakePart(rest, text[1], text);
  if (expression.empty()) RefuseSubstitution(text, "the expression is empty");
  Substitution substitution{{}, ReplacementOf(replacement), false};
  bool ignores_case = false;
  for (const char flag : rest) {
    if (flag != 'g' && flag != 'i') RefuseSubstitution(text, std::string("unknown flag '") + flag + "'");
    (flag == 'g' ? substitution.all : ignores_case) = true;
  }
  try {
    substitution.expression = Regex(expression, ignores_case);
  } catch (const Error& error) {
    RefuseSubstitution(text, error.cause());
  }
  return substitution;
}

}  // namespace

struct Substitutions::Rules : std::vector<Substitution> {};

Substitutions::Substitutions(const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  Rules rules;
  for (const std::string& text : texts) rules.push_back(Parse(text));
  rules_ = std::make_shared<const Rules>(std::move(rules));
}

std::string Substitutions::ApplyToText(std::string_view text) const {
  std::string result(text);
  if (rules_ == nullptr) return result;
  for (const Substitution& rule : *rules_) {
    if (result.size() > Renames::kLongestName) return result;
    result = rule.expression.Replace(result, rule.replacement, rule.all);
  }
  return result;
}

std::string Substitutions::Apply(std::string_view name, char leading_char) const {
  std::string changed = ApplyToText(name);
  if (changed != name) return changed;
  const std::string readable = DemangledName(name, DemangleStyle::kAuto, leading_char);
  if (readable == name) return changed;
  std::string changed_readable = ApplyToText(readable);
  return changed_readable == readable ? changed : changed_readable;
}

bool SubstituteNames(FunctionTable& functions, const Substitutions& substitutions) {
  if (substitutions.empty()) return false;
  std::vector<std::pair<std::size_t, std::string>> changed;  // pairs of index and new name
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const std::string_view name = functions.functions[i].name;
    std::string result = substitutions.Apply(name, functions.leading_char);
    if (result == name) continue;
    bytes += result.size();
    changed.emplace_back(i, std::move(result));
  }
  if (changed.empty()) return false;
  const auto text = std::make_shared<std::string>();
  text->reserve(bytes);  // views into the text must stay valid
  for (const auto& [index, name] : changed) {
    functions.functions[index].name = std::string_view(text->append(name)).substr(text->size() - name.size());
  }
  functions.storage.push_back(text);
  return true;
}

}  // namespace profdiff
