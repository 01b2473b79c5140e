// SPDX-License-Identifier: GPL-3.0-or-later
// Optimal string alignment distance (Damerau 1964, in its restricted form), computed with three rows of its matrix.
#include "egprof/cli/did_you_mean.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace egprof {
namespace {

// maximum length, in characters, of a word to compare; options and commands are shorter, but pasted text may be longer
constexpr std::size_t kLongest = 64;

std::size_t Edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string DidYouMean(std::string_view typed, std::span<const std::string> candidates, std::string_view before) {
  if (typed.empty() || typed.size() > kLongest) return "";
  std::size_t least = std::max<std::size_t>(1, typed.size() / 3) + 1;
  const std::string* nearest = nullptr;
  for (const std::string& candidate : candidates) {
    const std::size_t edits = Edits(typed, candidate);
    if (edits >= least) continue;
    least = edits;
    nearest = &candidate;
  }
  return nearest == nullptr ? "" : "; did you mean '" + std::string(before) + *nearest + "'?";
}

}  // namespace egprof
