// SPDX-License-Identifier: GPL-3.0-or-later
// Parses words, times and fields of the text files in a trace.
#ifndef PROFDIFF_READ_TRACE_WORDS_H_
#define PROFDIFF_READ_TRACE_WORDS_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "base/parse_text.h"

namespace profdiff {

// Skips leading spaces and tabs, then removes and returns the text up to the next space.
inline std::string_view TakeBlankWord(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return TakeUpTo(text, ' ');
}

// Converts "SECONDS.NANOSECONDS" to nanoseconds; nullopt if the text is malformed or the time exceeds 64 bits. The
// nanoseconds may be missing, and need not have nine digits ("1.5" is one second and five nanoseconds).
inline std::optional<std::uint64_t> TimeOfSeconds(std::string_view text) {
  constexpr std::uint64_t kSecond = 1000000000;
  const auto seconds = NumberFrom<std::uint64_t>(TakeUpTo(text, '.'));
  const std::optional<std::uint64_t> rest = text.empty() ? 0 : NumberFrom<std::uint64_t>(text);
  if (!seconds || !rest || *rest >= kSecond) return std::nullopt;
  if (*seconds >= std::numeric_limits<std::uint64_t>::max() / kSecond) return std::nullopt;
  return *seconds * kSecond + *rest;
}

// Returns the value of the first field key=value or key="value" with this key in a line; nullopt if the key is missing.
inline std::optional<std::string_view> FieldOf(std::string_view line, std::string_view key) {
  for (std::size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
    if (at == 0 || line[at - 1] != ' ' || line.substr(at + key.size(), 1) != "=") continue;
    std::string_view value = line.substr(at + key.size() + 1);
    if (!value.starts_with('"')) return value.substr(0, value.find(' '));
    value.remove_prefix(1);
    return value.substr(0, value.rfind('"'));
  }
  return std::nullopt;
}

inline std::uint64_t NumberField(std::string_view line, std::string_view key, int base = 10) {
  const std::optional<std::string_view> field = FieldOf(line, key);
  return field ? NumberFrom<std::uint64_t>(*field, base).value_or(0) : 0;
}

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_WORDS_H_
