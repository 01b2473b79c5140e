// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates conditions on the newest step, level or trial of each series. `change` can be passed by a slowdown in small
// steps, and by one that is partly undone; `since best` cannot. That no change was found is no evidence that there is
// none: a series without one passes only if its bounds are within that of the condition.
// Test: tests/unit/analyze/history/history_test.cpp.
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "profdiff/store.h"

namespace profdiff {
namespace {

using Subject = HistoryGate::Subject;

void SkipBlanks(std::string_view& text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
}

bool Take(std::string_view& text, std::string_view word) {
  SkipBlanks(text);
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool TakeSubject(std::string_view& text, Subject& subject) {
  constexpr std::pair<std::string_view, Subject> kSubjects[] = {{"change", Subject::kChange},
                                                                {"since best", Subject::kSinceBest},
                                                                {"since first", Subject::kSinceFirst},
                                                                {"newest", Subject::kNewest}};
  for (const auto& [words, meant] : kSubjects) {
    if (!Take(text, words)) continue;
    subject = meant;
    return true;
  }
  return false;
}

// Growth from 0 to a positive value is infinite, so it exceeds every bound.
double Growth(std::optional<double> percent, double after) { return percent.value_or(after > 0 ? HUGE_VAL : 0) / 100; }

bool HasLevelToCompare(const SeriesHistory& found, Subject subject) {
  if (found.levels.size() < 2) return false;
  return subject == Subject::kSinceFirst || found.has_best;
}

// Returns the growths that a condition is about.
std::vector<double> GrowthsOf(const SeriesHistory& found, Subject subject, bool is_sure) {
  std::vector<double> growths;
  if (subject == Subject::kNewest) {
    if (found.newest && found.newest->is_beyond)
      growths.push_back(Growth(found.newest->Percent(), found.newest->value));
    return growths;
  }
  if (subject == Subject::kChange) {
    if (!is_sure || found.changes.empty()) return growths;
    growths.push_back(Growth(found.changes.back().Percent(), found.changes.back().after));
    return growths;
  }
  if (found.drift) growths.push_back(found.drift->percent / 100);
  if (!is_sure || !HasLevelToCompare(found, subject)) return growths;
  const std::optional<double>& percent = subject == Subject::kSinceBest ? found.since_best : found.since_first;
  growths.push_back(Growth(percent, found.levels.back().value));
  return growths;
}

// Returns the largest growth that was not seen but may be there, in the direction of a condition; nullopt if what was
// seen decides.
std::optional<double> UnseenGrowth(const SeriesHistory& found, const HistoryGate& gate, bool is_sure) {
  const bool is_higher = gate.is_above != found.is_higher_better;
  if (gate.subject == Subject::kNewest) {
    if (!found.newest) return HUGE_VAL;
    if (found.newest->is_beyond) return std::nullopt;
    const double growth = Growth(found.newest->Percent(), found.newest->value);
    return is_higher ? growth : -growth;
  }
  if (found.drift || (is_sure && !found.changes.empty())) return std::nullopt;
  if (!found.bounds) return HUGE_VAL;
  return (is_higher ? found.bounds->high : -found.bounds->low) / 100;
}

}  // namespace

HistoryGate HistoryGate::Parse(const std::string& text) {
  HistoryGate gate;
  gate.text = text;
  std::string_view rest = text;
  bool is_good = TakeSubject(rest, gate.subject);
  gate.is_above = Take(rest, ">");
  is_good = is_good && (gate.is_above || Take(rest, "<"));
  SkipBlanks(rest);
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), gate.bound);
  is_good = is_good && error == std::errc() && std::isfinite(gate.bound);
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  if (Take(rest, "%")) gate.bound /= 100;
  SkipBlanks(rest);
  if (is_good && rest.empty()) return gate;
  throw Error(ErrorCode::kBadArgument, "condition '" + text +
                                           "': expected a condition such as 'since best > 5%', 'since first > 5%', "
                                           "'change > 5%', 'change < -5%' or 'newest > 5%'");
}

std::vector<std::size_t> HistoryGate::Offenders(const History& history) const {
  std::vector<std::size_t> offenders;
  for (std::size_t s = 0; s < history.found.size(); ++s) {
    const double sign = history.found[s].is_higher_better ? -1 : 1;
    for (const double growth : GrowthsOf(history.found[s], subject, history.IsSure(s))) {
      if (is_above ? sign * growth <= bound : sign * growth >= bound) continue;
      offenders.push_back(s);
      break;
    }
  }
  return offenders;
}

std::vector<std::size_t> HistoryGate::Undecided(const History& history) const {
  std::vector<std::size_t> undecided;
  for (std::size_t s = 0; s < history.found.size(); ++s) {
    const std::optional<double> growth = UnseenGrowth(history.found[s], *this, history.IsSure(s));
    if (growth && *growth > (is_above ? bound : -bound)) undecided.push_back(s);
  }
  return undecided;
}

}  // namespace profdiff
