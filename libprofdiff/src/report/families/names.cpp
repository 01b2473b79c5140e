// SPDX-License-Identifier: GPL-3.0-or-later
// Formats choices and numbers as text.
#include "report/families/names.h"

#include <charconv>
#include <iterator>

namespace profdiff {

std::string ChoiceText(const Families& families, const std::optional<MemberChoice>& choice) {
  if (!choice) return "no possible choice";
  std::string text;
  for (std::size_t i = 0; i < choice->size(); ++i) {
    const std::optional<std::size_t> member = (*choice)[i];
    if (!member) continue;
    text += (text.empty() ? "" : " ") + families.families[i].name + "=" + families.families[i].members[*member].name;
  }
  return text;
}

// Uses std::to_chars, which, unlike printf, does not depend on the locale.
std::string ShortNumber(double value) {
  constexpr int kDigits = 10;
  char text[40];
  return {text, std::to_chars(std::begin(text), std::end(text), value, std::chars_format::general, kDigits).ptr};
}

}  // namespace profdiff
