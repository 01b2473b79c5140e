// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions stay separate: if they were joined by "|", an error could not name the expression at fault.
#include "base/name_patterns.h"

#include <algorithm>

#include "profdiff/error.h"

namespace profdiff {

NamePatterns::NamePatterns(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    try {
      expressions_.emplace_back(text);
    } catch (const Error& error) {
      throw Error(ErrorCode::kBadArgument, "expression '" + text.substr(0, 200) + "': " + error.cause());
    }
  }
}

bool NamePatterns::Find(std::string_view name) const {
  return std::ranges::any_of(expressions_, [name](const Regex& expression) { return expression.Find(name); });
}

}  // namespace profdiff
