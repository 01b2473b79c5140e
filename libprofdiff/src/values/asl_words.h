// SPDX-License-Identifier: GPL-3.0-or-later
// Names in the APART Specification Language (ASL) of properties.
// Tests: tests/unit/read/property/asl_test.cpp, tests/unit/analyze/waits/counters_test.cpp.
#ifndef PROFDIFF_VALUES_ASL_WORDS_H_
#define PROFDIFF_VALUES_ASL_WORDS_H_

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace profdiff {

inline constexpr std::string_view kAslKeywords[] = {"CONTEXT",    "LET",      "TEMPLATE", "PROPERTY",  "IS",
                                                    "REFINES",    "HINT",     "AND",      "CONDITION", "METAPROPERTY",
                                                    "CONFIDENCE", "SEVERITY", "OR",       "NOT"};

inline bool IsAslKeyword(std::string_view word) {
  return std::ranges::find(kAslKeywords, word) != std::end(kAslKeywords);
}

inline constexpr std::size_t kLongestAslName = 100;

// Replaces characters that names cannot contain with "_", so a property can use perf's "cache-misses" as cache_misses.
inline std::string WithAslCharacters(std::string text) {
  for (char& c : text) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!fits) c = '_';
  }
  return text;
}

// Converts any text to a valid name: "PAPI_TOT_INS" is unchanged, "perf::cycles" becomes "perf__cycles", "2nd" becomes
// "_2nd".
inline std::string AsAslName(std::string text) {
  text = WithAslCharacters(std::move(text));
  if (text.empty() || (text[0] >= '0' && text[0] <= '9') || IsAslKeyword(text)) text.insert(0, 1, '_');
  text.resize(std::min(text.size(), kLongestAslName));
  return text;
}

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_ASL_WORDS_H_
