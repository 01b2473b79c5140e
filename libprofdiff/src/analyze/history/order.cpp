// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts trials by date: old revisions are often measured later than new ones.
// Test: tests/unit/analyze/history/history_test.cpp.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <string_view>

#include "profdiff/store.h"

namespace profdiff {
namespace {

// Reads `digits` digits from the front of a text.
bool TakeNumber(std::string_view& text, std::size_t digits, int& number) {
  if (text.size() < digits) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, number);
  if (error != std::errc() || end != text.data() + digits || number < 0) return false;
  text.remove_prefix(digits);
  return true;
}

bool TakeMark(std::string_view& text, std::string_view marks) {
  if (text.empty() || marks.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

// Reads ":MM:SS.fraction", whose parts may be missing from the right. Returns seconds.
bool TakeMinutes(std::string_view& text, double& seconds) {
  int minute = 0, second = 0;
  if (TakeMark(text, ":")) {
    if (!TakeNumber(text, 2, minute)) return false;
    if (TakeMark(text, ":") && !TakeNumber(text, 2, second)) return false;
  }
  seconds = 60 * minute + second;
  double unit = 0.1;
  if (!TakeMark(text, ".,")) return true;
  for (int digit = 0; TakeNumber(text, 1, digit); unit /= 10) seconds += unit * digit;
  return true;
}

// Returns a date such as 2026-11-23 or 2026-11-23T21:30:00+01:00 in seconds; nullopt for any other text. A time without
// a zone is taken to be UTC.
std::optional<double> SecondsOf(std::string_view text) {
  int year = 0, month = 0, day = 0, hour = 0;
  if (!TakeNumber(text, 4, year) || !TakeMark(text, "-") || !TakeNumber(text, 2, month) || !TakeMark(text, "-") ||
      !TakeNumber(text, 2, day)) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  double seconds = 86400.0 * static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
  if (text.empty()) return seconds;
  double minutes = 0;
  if (!TakeMark(text, "T ") || !TakeNumber(text, 2, hour) || !TakeMinutes(text, minutes)) return std::nullopt;
  seconds += 3600.0 * hour + minutes;
  if (text.empty() || text == "Z") return seconds;
  const double sign = text.front() == '-' ? 1 : -1;  // a zone east of Greenwich is ahead of UTC
  if (!TakeMark(text, "+-") || !TakeNumber(text, 2, hour)) return std::nullopt;
  if (!text.empty() && text.front() != ':') {
    int minute = 0;
    if (!TakeNumber(text, 2, minute)) return std::nullopt;
    minutes = 60 * minute;
  } else if (!TakeMinutes(text, minutes)) {
    return std::nullopt;
  }
  return text.empty() ? std::optional(seconds + sign * (3600.0 * hour + minutes)) : std::nullopt;
}

template <class Value>
void Permute(std::vector<Value>& values, const std::vector<std::size_t>& order) {
  std::vector<Value> sorted;
  for (const std::size_t place : order) sorted.push_back(std::move(values[place]));
  values = std::move(sorted);
}

}  // namespace

void OrderTrials(StoredSeries& stored, TrialOrder order) {
  std::vector<double> dates;
  for (const TrialEntry& trial : stored.trials) {
    const std::optional<double> date = SecondsOf(trial.recorded);
    const bool is_missing = !date || (order != TrialOrder::kDate && !trial.has_given_date);
    if (!is_missing) {
      dates.push_back(*date);
      continue;
    }
    if (order != TrialOrder::kDate) return;
    throw Error(ErrorCode::kBadArgument, "trial " + trial.path.Text() + " has no date by which it could be sorted");
  }
  std::vector<std::size_t> places(dates.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, {}, [&dates](std::size_t place) { return dates[place]; });
  stored.orders_differ = !std::ranges::is_sorted(places);
  if (order == TrialOrder::kAdded) return;
  stored.is_by_date = true;
  Permute(stored.trials, places);
  for (Series& series : stored.series) Permute(series.values, places);
}

}  // namespace profdiff
