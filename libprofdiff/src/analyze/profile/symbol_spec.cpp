// SPDX-License-Identifier: GPL-3.0-or-later
// Symspecs: parsing and matching (GPROF.md, sections 2.1 and 2.2).
#include "analyze/profile/symbol_spec.h"

#include "base/text.h"

namespace profdiff {
namespace {

// Returns the leading digits as a number, and ignores the rest as atoi does. A line of 0 matches everything.
std::uint32_t LeadingNumber(std::string_view text) {
  std::uint32_t number = 0;
  for (char c : text) {
    if (c < '0' || c > '9') break;
    number = number * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return number;
}

void SetLineOrName(SpecPattern& pattern, std::string_view text) {
  if (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    pattern.line = LeadingNumber(text);
  } else {
    pattern.name = text;
  }
}

// Returns the source files with the base name `name`. gprof uses only the file with this name that it created last, so
// files with the same base name in other directories do not match.
std::vector<SourceFileId> FilesNamed(const FunctionTable& table, std::string_view name, SpecRules rules) {
  std::vector<SourceFileId> found;
  for (std::size_t i = table.files.size(); i-- > 0;) {
    if (BaseName(table.files[i]) != name) continue;
    found.push_back(SourceFileId(i));
    if (rules == SpecRules::kGprof) break;
  }
  return found;
}

}  // namespace

SpecPattern ParsePattern(std::string_view text) {
  SpecPattern pattern;
  // Splits at the last colon, because the file name may contain colons.
  std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos) {
    pattern.file = text.substr(0, colon);
    SetLineOrName(pattern, text.substr(colon + 1));
  } else if (text.find('.') != std::string_view::npos) {
    pattern.file = text;
  } else {
    SetLineOrName(pattern, text);
  }
  return pattern;
}

PatternMatcher::PatternMatcher(const FunctionTable& table, const SpecPattern& pattern, SpecRules rules)
    : pattern_(pattern), leading_char_(table.leading_char) {
  if (!pattern.file.empty()) files_ = FilesNamed(table, pattern.file, rules);
}

void PatternMatcher::AddNameLengths(NameLengths& lengths) const {
  if (pattern_.name.empty()) return lengths.AddAll();
  lengths.Add(pattern_.name.size());
  if (leading_char_ != '\0') lengths.Add(pattern_.name.size() + 1);
}

}  // namespace profdiff
