// SPDX-License-Identifier: GPL-3.0-or-later
// Splits names into words, and describes functions by their names, for comparison.
// Test: tests/unit/analyze/match/match_rename_test.cpp.
#include "analyze/match/rename_orphan.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "analyze/match/match_names.h"

namespace profdiff {
namespace {

bool IsLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool IsUpper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
char Lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

void Sort(Words& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

// Returns the kind of a function, derived from its name: clone suffixes, constructor, operator, lambda, thunk and so
// on. Functions of different kinds are never the same.
std::string KindOf(const Orphan& orphan) {
  const NameParts& parts = orphan.parts;
  const std::string pattern = ClonePattern(orphan.linkage_name);
  std::string kind = pattern.empty() ? "" : pattern.substr(std::min(pattern.size(), pattern.find('.')));
  if (orphan.is_structor) kind += parts.name.starts_with('~') ? "~" : "constructor";
  if (parts.name.starts_with("operator") && parts.name.size() > 8 && !IsLetter(parts.name[8]) && parts.name[8] != '_') {
    kind += parts.name.starts_with("operator ") ? "operator " : parts.name;
  }
  if (parts.name.starts_with('{')) kind += parts.name;
  for (const std::string_view special : {"_GLOBAL__", "_ZThn", "_ZTv", "_ZTc", "__tcf_"}) {
    if (orphan.linkage_name.starts_with(special)) kind.append("\n").append(special);
  }
  return kind;
}

}  // namespace

Words Identifiers(std::string_view text) {
  Words words;
  std::string word;
  for (const char c : text) {
    if (IsLetter(c) || c == '_') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  Sort(words);
  return words;
}

std::string WithoutBrackets(std::string_view text) {
  std::string outline;
  // Brackets can be unbalanced, as in operator<, so the depth must not fall below 0.
  int depth = 0;
  for (const char c : text) {
    if (c == '<' || c == '(') ++depth;
    if (depth == 0) outline += c;
    if ((c == '>' || c == ')') && depth > 0) --depth;
  }
  return outline;
}

Words WordsOfName(std::string_view name) {
  Words words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    // A word begins at an upper-case letter after a lower-case one, as in "parseTerm", and at the last of several
    // upper-case letters: "XMLParser" consists of "xml" and "parser".
    const bool begins =
        IsUpper(name[i]) && ((i > 0 && !IsUpper(name[i - 1])) ||
                             (i + 1 < name.size() && std::islower(static_cast<unsigned char>(name[i + 1])) != 0));
    if (begins || !IsLetter(name[i])) end_word();
    if (IsLetter(name[i])) word += Lower(name[i]);
  }
  end_word();
  Sort(words);
  return words;
}

Orphan DescribeName(std::string_view linkage_name, char leading_char) {
  Orphan orphan;
  orphan.linkage_name = linkage_name;
  orphan.parts = SplitName(linkage_name, leading_char);
  const NameParts& parts = orphan.parts;
  orphan.is_structor = parts.variant != 0;
  orphan.kind = KindOf(orphan);
  orphan.outline = WithoutBrackets(parts.scope) + "::" + parts.name;
  const bool is_function = !orphan.is_structor && (orphan.kind.empty() || orphan.kind.front() == '.');
  if (is_function) orphan.name_words = WordsOfName(parts.name);
  orphan.scope_words = Identifiers(parts.scope);
  orphan.parameter_words = Identifiers(parts.parameters);
  orphan.all_words = Identifiers(parts.scope + ' ' + parts.name + ' ' + parts.arguments + ' ' + parts.parameters);
  // libstdc++'s extensions are in __gnu_cxx.
  orphan.is_library = orphan.outline.starts_with("std::") || orphan.outline.starts_with("__gnu_cxx::");
  return orphan;
}

double Likeness(const Words& a, const Words& b) {
  if (a.empty() && b.empty()) return 1;
  const std::size_t common = a.size() - Without(a, b).size();
  return 2 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

Words Without(const Words& a, const Words& b) {
  Words rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace profdiff
