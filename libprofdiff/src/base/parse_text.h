// SPDX-License-Identifier: GPL-3.0-or-later
// Takes parts of a string, and parses numbers without a locale.
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp, tests/unit/read/property/metric_table_test.cpp.
#ifndef PROFDIFF_BASE_PARSE_TEXT_H_
#define PROFDIFF_BASE_PARSE_TEXT_H_

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace profdiff {

// Returns a string without leading and trailing blanks and tabs.
inline std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

// Removes and returns the part of `text` before the next `separator`, or all of `text` if there is none; `text` keeps
// the part after the separator.
inline std::string_view TakeUpTo(std::string_view& text, char separator) {
  const std::string_view taken = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

// Parses all of `text` as a number; nullopt if it is not a number. `format` is the base of an integer, or the notation
// of a real number, as for std::from_chars.
template <class Number, class... Format>
std::optional<Number> NumberFrom(std::string_view text, Format... format) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number, format...);
  return result.ec == std::errc() && result.ptr == end ? std::optional(number) : std::nullopt;
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_PARSE_TEXT_H_
