// SPDX-License-Identifier: GPL-3.0-or-later
// The listings of --explain-matches and --suggest-renames. Test: tests/unit/analyze/match/match_rename_test.cpp.
#include "base/name_parts.h"
#include "base/text.h"
#include "profdiff/listing.h"
#include "report/format/quoting.h"
#include "values/state_names.h"

namespace profdiff {
namespace {

constexpr int kRuleWidth = 13;  // width of the longest text, "only other", and three blanks

// Returns a name as the replacement for a regular expression, in which "$" starts a reference and "$$" is a dollar
// sign.
std::string AsReplacement(std::string_view name) {
  std::string text;
  for (char c : name) text += c == '$' ? std::string("$$") : std::string(1, c);
  return text;
}

// Returns a rule "^OLD$=NEW" that matches exactly one linkage name. Metacharacters and equals signs in OLD are escaped.
std::string Rule(std::string_view from, std::string_view to) {
  return std::string("^").append(QuotedForExpression(from)).append("$=").append(AsReplacement(to));
}

}  // namespace

std::string_view RuleName(const Match::Pair& pair) {
  // Indexed by MatchRule - 1, since kUnmatched comes first.
  constexpr std::string_view kMatched[] = {"same symbol", "name",      "file",  "clone",    "line",
                                           "rename",      "signature", "image", "generated"};
  if (pair.rule == MatchRule::kUnmatched) return pair.base.valid() ? "only base" : "only other";
  return kMatched[static_cast<std::size_t>(pair.rule) - 1];
}

void WriteMatches(std::string& out, const Match& match, const FunctionTable& base, const FunctionTable& other,
                  DemangleStyle demangle) {
  const auto readable = [demangle](const FunctionTable& table, FunctionId id) {
    return DemangledName(table[id].name, demangle, table.leading_char);
  };
  out += "rule         name\n";
  for (const Match::Pair& pair : match.pairs) {
    AppendLeft(out, RuleName(pair), kRuleWidth);
    const bool both = pair.base.valid() && pair.other.valid();
    out += pair.base.valid() ? readable(base, pair.base) : readable(other, pair.other);
    const bool differ = both && base[pair.base].name != other[pair.other].name;
    if (differ) out.append(" -> ").append(readable(other, pair.other));
    out += '\n';
  }
}

void WriteSuggestions(std::string& out, const Match& match, const std::vector<RenameSuggestion>& suggestions,
                      DemangleStyle demangle) {
  const char leading_char = match.functions.leading_char;
  // Writes a comment with demangled names for people, then the option with linkage names, because the output is a file
  // for --rename-file.
  for (const RenameSuggestion& suggestion : suggestions) {
    std::string_view from = match.functions[suggestion.base].name, to = match.functions[suggestion.other].name;
    AppendFixed(out += "# ", suggestion.score, 0, 2);
    out.append(" ").append(DemangledName(from, demangle, leading_char)).append(" -> ");
    out.append(DemangledName(to, demangle, leading_char)).append(": ").append(suggestion.reasons);
    out.append("\n--rename=").append(QuotedForShell(Rule(from, to))).append("\n");
  }
}

}  // namespace profdiff
