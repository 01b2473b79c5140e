// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef PROFDIFF_BASE_TRIMMED_H_
#define PROFDIFF_BASE_TRIMMED_H_

#include <algorithm>
#include <string_view>

namespace profdiff {

// Returns a string without leading and trailing blanks and tabs.
inline std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_TRIMMED_H_
