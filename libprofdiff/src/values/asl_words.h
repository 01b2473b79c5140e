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

#include "base/text.h"

namespace profdiff {

inline constexpr std::string_view kAslKeywords[] = {"CONTEXT",    "LET",      "TEMPLATE", "PROPERTY",  "IS",
                                                    "REFINES",    "HINT",     "AND",      "CONDITION", "METAPROPERTY",
                                                    "CONFIDENCE", "SEVERITY", "OR",       "NOT"};

inline bool IsAslKeyword(std::string_view word) {
  return std::ranges::find(kAslKeywords, word) != std::end(kAslKeywords);
}

inline constexpr std::size_t kLongestAslName = 100;

// Converts any text to a valid name, for example: "PAPI_TOT_INS" is unchanged, "perf::cycles" becomes "perf__cycles",
// "2nd" becomes "_2nd".
inline std::string AsAslName(std::string text) {
  text = WithUnderscores(std::move(text));
  if (text.empty() || (text[0] >= '0' && text[0] <= '9') || IsAslKeyword(text)) text.insert(0, 1, '_');
  text.resize(std::min(text.size(), kLongestAslName));
  return text;
}

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_ASL_WORDS_H_
