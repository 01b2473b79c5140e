// SPDX-License-Identifier: GPL-3.0-or-later
// Folded traces in readable form, such as "c [a b]^3".
#ifndef PROFDIFF_TESTS_SUPPORT_FOLDED_TEXT_H_
#define PROFDIFF_TESTS_SUPPORT_FOLDED_TEXT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/ranking.h"
#include "support/trace_builder.h"

namespace profdiff {

// Makes threads whose functions have single letters as names; for example, "abab" is four calls, one after another.
// Each thread has a rank of its own if `a_rank_each` is true; otherwise, all threads belong to rank 0.
inline Trace TraceOfLetters(const std::vector<std::string>& threads, bool a_rank_each = false) {
  TraceBuilder builder;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    std::string calls;
    for (const char letter : threads[i]) calls += (calls.empty() ? "" : ",") + std::string(1, letter);
    builder.Thread(calls, a_rank_each ? static_cast<std::uint32_t>(i) : 0);
  }
  return builder.Build();
}

inline RankFilter FilterOf(std::uint32_t longest_body) { return ParseRankFilter("11.1K10", {}, longest_body); }

// Returns entries as text, with each loop as "[BODY]^ROUNDS". The recursion, once for each level of nested loops, is
// acceptable only in tests.
inline std::string TextOf(const FoldedTraces& folded, std::span<const FoldedEntry> entries) {
  std::string text;
  for (const FoldedEntry& entry : entries) {
    text += text.empty() ? "" : " ";
    if (entry.function.valid()) {
      text += folded.names[entry.function.value];
    } else {
      text += "[" + TextOf(folded, folded.loops[entry.loop.value]) + "]^" + std::to_string(entry.count);
    }
  }
  return text;
}

}  // namespace profdiff

#endif  // PROFDIFF_TESTS_SUPPORT_FOLDED_TEXT_H_
