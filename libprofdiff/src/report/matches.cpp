// SPDX-License-Identifier: GPL-3.0-or-later
// --explain-matches and --suggest-renames. Test: tests/unit/analyze/match_rename_test.cpp.
#include <cstdio>

#include "base/text.h"
#include "profdiff/match_listing.h"

namespace profdiff {
namespace {

constexpr int kRuleWidth = 13;

// A name in a regular expression, where some characters have a meaning.
std::string Quoted(std::string_view name) {
  std::string quoted;
  for (char c : name) {
    if (std::string_view("\\^$.|?*+()[]{}=").find(c) != std::string_view::npos) quoted += '\\';
    quoted += c;
  }
  return quoted;
}

// A name in a replacement, where a dollar has a meaning.
std::string AsReplacement(std::string_view name) {
  std::string text;
  for (char c : name) text += c == '$' ? std::string("$$") : std::string(1, c);
  return text;
}

}  // namespace

std::string_view RuleName(const Match::Pair& pair) {
  switch (pair.rule) {
    case MatchRule::kSameSymbol:
      return "same symbol";
    case MatchRule::kName:
      return "name";
    case MatchRule::kFile:
      return "file";
    case MatchRule::kClone:
      return "clone";
    case MatchRule::kLine:
      return "line";
    case MatchRule::kRename:
      return "rename";
    case MatchRule::kUnmatched:
      break;
  }
  return pair.base.valid() ? "only base" : "only other";
}

void WriteMatches(std::string& out, const Match& match, const FunctionTable& base, const FunctionTable& other) {
  out += "rule         name\n";
  for (const Match::Pair& pair : match.pairs) {
    AppendLeft(out, RuleName(pair), kRuleWidth);
    const bool both = pair.base.valid() && pair.other.valid();
    out += pair.base.valid() ? base[pair.base].name : other[pair.other].name;
    if (both && base[pair.base].name != other[pair.other].name) out.append(" -> ").append(other[pair.other].name);
    out += '\n';
  }
}

void WriteSuggestions(std::string& out, const Match& match, const std::vector<RenameSuggestion>& suggestions) {
  for (const RenameSuggestion& suggestion : suggestions) {
    std::string_view from = match.functions[suggestion.base].name, to = match.functions[suggestion.other].name;
    char score[32];
    std::snprintf(score, sizeof score, "# %.2f ", suggestion.score);
    out.append(score).append(from).append(" -> ").append(to).append(": ").append(suggestion.reasons);
    out.append("\n--rename=^").append(Quoted(from)).append("$=").append(AsReplacement(to)).append("\n");
  }
}

}  // namespace profdiff
