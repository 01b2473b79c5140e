// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates conditions on the newest step of a series. A condition that the newest step meets continues to hold until a
// later step is found. A step at the newest trial cannot be detected, since a step needs three trials on each side.
// Test: tests/unit/analyze/history/history_test.cpp.
#include <charconv>
#include <cmath>
#include <string_view>

#include "profdiff/store.h"

namespace profdiff {
namespace {

void SkipBlanks(std::string_view& text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
}

bool Take(std::string_view& text, std::string_view word) {
  SkipBlanks(text);
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

}  // namespace

HistoryGate HistoryGate::Parse(const std::string& text) {
  HistoryGate gate;
  gate.text = text;
  std::string_view rest = text;
  bool is_good = Take(rest, "change");
  gate.is_above = Take(rest, ">");
  is_good = is_good && (gate.is_above || Take(rest, "<"));
  SkipBlanks(rest);
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), gate.bound);
  is_good = is_good && error == std::errc() && std::isfinite(gate.bound);
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  if (Take(rest, "%")) gate.bound /= 100;
  SkipBlanks(rest);
  if (is_good && rest.empty()) return gate;
  throw Error(ErrorCode::kBadArgument,
              "condition '" + text + "': expected a condition such as 'change > 5%' or 'change < -5%'");
}

std::vector<std::size_t> HistoryGate::Offenders(const History& history) const {
  std::vector<std::size_t> offenders;
  for (std::size_t s = 0; s < history.found.size(); ++s) {
    const std::vector<Change>& changes = history.found[s].changes;
    if (changes.empty()) continue;
    const Change& newest = changes.back();
    // Growth from a median of 0 to a positive one is infinite, so it exceeds every bound.
    const double growth = newest.Percent().value_or(newest.after > 0 ? HUGE_VAL : 0) / 100;
    if (is_above ? growth > bound : growth < bound) offenders.push_back(s);
  }
  return offenders;
}

}  // namespace profdiff
