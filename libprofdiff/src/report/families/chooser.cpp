// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a C header that chooses a member of each family of interchangeable implementations at run time, by the value
// of one parameter. Test: tests/cli/select/run.py, which compiles the header.
#include <algorithm>
#include <set>
#include <string>

#include "base/text.h"
#include "profdiff/error.h"
#include "profdiff/families.h"

namespace profdiff {
namespace {

// Returns a C identifier for a name: characters other than letters, digits and "_" become "_". If the result is already
// in `used`, a number is appended.
std::string Identifier(const std::string& name, std::set<std::string>& used) {
  const std::string word = WithUnderscores(name);
  std::string one = word;
  for (int i = 2; !used.insert(one).second; ++i) one = word + "_" + std::to_string(i);
  return one;
}

// Returns a number in a form that C reads back exactly. A point or an exponent makes it a double, because an integer
// literal could overflow.
std::string ExactNumber(double value) {
  const std::string number = ShortestText(value);
  return number.find_first_of(".e") == std::string::npos ? number + ".0" : number;
}

// Returns a name for use in a C comment. It can neither end the comment nor contain "/*", about which compilers warn.
std::string CommentText(const std::string& name) {
  std::string text = WithoutControls(name);
  for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/")) text[at] = ' ';
  for (std::size_t at = text.find("/*"); at != std::string::npos; at = text.find("/*")) text[at] = ' ';
  return text;
}

void AppendFamily(std::string& out, const SelectionView& view, std::size_t family, const std::string& word) {
  const MemberFamily& of = view.families.families[family];
  out += "\n/* " + CommentText(of.name) + ":";
  for (std::size_t i = 0; i < of.members.size(); ++i) {
    out += (i == 0 ? " " : ", ") + std::to_string(i) + " " + CommentText(of.members[i].name);
  }
  out += "; -1: none is possible */\nstatic inline int egprof_choose_" + word + "(double value) {\n";
  const auto& ranges = view.selections.ranges;
  const auto member_in = [&](const ChoiceRange& range) {
    const auto member = range.choice ? (*range.choice)[family] : std::nullopt;
    return member ? std::to_string(*member) : "-1";
  };
  // Adjacent ranges often have the same member of this family and differ only in other families. A comparison is
  // written only where the member changes, to keep the function short.
  for (std::size_t i = 0; i + 1 < ranges.size(); ++i) {
    if (member_in(ranges[i]) == member_in(ranges[i + 1])) continue;
    out += "  if (value < " + ExactNumber(ranges[i].high) + ") return " + member_in(ranges[i]) + ";\n";
  }
  const bool is_one = ranges.size() == 1;
  out += std::string(is_one ? "  (void)value;\n" : "") + "  return " + member_in(ranges.back()) + ";\n}\n";
}

}  // namespace

void WriteChooser(std::string& out, const SelectionView& view) {
  const auto& ranges = view.selections.ranges;
  // Ranges over several parameters are refused, because the functions in the header have only one argument.
  if (ranges.empty() || ranges.front().parameter != ranges.back().parameter) {
    throw Error(ErrorCode::kBadArgument, "a header that chooses needs one range of one parameter", {}, {},
                {RemedyKind::kGiveRange, {}});
  }
  const std::string parameter = CommentText(ranges.front().parameter);
  out += "/* Made by egprof select: the fastest member of each family for a value of " + parameter + ", found from " +
         ExactNumber(ranges.front().low) + " to " + ExactNumber(ranges.back().high) + ". */\n";
  out += "#ifndef EGPROF_CHOOSE_H\n#define EGPROF_CHOOSE_H\n";
  std::set<std::string> used;
  const auto& insignificant = view.selections.insignificant;
  for (std::size_t family = 0; family < view.families.families.size(); ++family) {
    if (std::ranges::find(insignificant, family) != insignificant.end()) continue;
    AppendFamily(out, view, family, Identifier(view.families.families[family].name, used));
  }
  out += "\n#endif\n";
}

}  // namespace profdiff
